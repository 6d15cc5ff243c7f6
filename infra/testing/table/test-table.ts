import { randomUUID } from 'node:crypto';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { askCheck, beforeRequest } from '#functions/lib/aws-requests';
import type { Table } from '#functions/lib/table';
import { readSettings } from '#functions/school/settings';
import { createTable, localAws, startDatabase } from '#infra/local/dynamodb';
import { type Measure, recordCosts } from './record-costs.ts';

export interface TestTable extends Table {
  readonly measure: Measure;
  stop(): Promise<void>;
}

/** Starts a real engine with a new, empty table in memory, without a stream. */
export const startTestTable = async (): Promise<TestTable> => {
  const database = await startDatabase();
  const dynamodb = new DynamoDBClient({ ...localAws, endpoint: database.endpoint });
  const name = `bookings-${randomUUID()}`;
  await createTable(dynamodb, name, { hasStream: false });
  dynamodb.middlewareStack.add(askCheck, beforeRequest);
  const client = DynamoDBDocumentClient.from(dynamodb, { marshallOptions: { removeUndefinedValues: true } });
  const measure = recordCosts(client);
  return {
    name,
    client,
    // An instance reads the settings every few seconds: what is measured is a request between two such reads.
    measure: async (work) => {
      await readSettings({ name, client });
      return measure(work);
    },
    stop: async () => {
      dynamodb.destroy();
      await database.stop();
    },
  };
};

/**
 * Sends a request, and makes a change before the first command that is chosen. By default this is a transaction: the change is
 * made between what the request reads and what it stores.
 * @throws Error where the request sends no such command
 */
export const withChangeBetween = async <Result>(
  { client }: Pick<Table, 'client'>,
  change: () => Promise<unknown>,
  request: () => Promise<Result>,
  isBefore: (commandName: string, input: object) => boolean = (commandName) =>
    commandName === 'TransactWriteItemsCommand',
): Promise<Result> => {
  const name = 'changeBetween';
  let isChanged = false;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (!isChanged && isBefore(commandName ?? '', args.input)) {
          isChanged = true;
          await change();
        }
        return next(args);
      },
    { step: 'initialize', name },
  );
  try {
    const result = await request();
    if (!isChanged) throw new Error('The request sent no such command');
    return result;
  } finally {
    client.middlewareStack.remove(name);
  }
};

/**
 * From now on, Queries of indexes find nothing, as DynamoDB's do for a while after a write.
 * @returns ends the lag
 */
export const withLaggingIndexes = ({ client }: Pick<Table, 'client'>): (() => void) => {
  const name = 'laggingIndexes';
  client.middlewareStack.add(
    (next) => async (args) =>
      'IndexName' in args.input && args.input.IndexName
        ? { response: {}, output: { $metadata: {}, Items: [], Count: 0 } }
        : next(args),
    { step: 'initialize', name },
  );
  return () => client.middlewareStack.remove(name);
};

export type Fault =
  /** The call is not executed. */
  | 'fails'
  /** The call is executed, but its answer does not arrive. */
  | 'loses-answer';

class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
}

/** Faults by the number of the call, from 0. */
export type FaultPlan = ReadonlyMap<number, Fault>;

interface Run<Result> {
  /** The result of the work, or undefined if a fault ended it. */
  readonly result: Result | undefined;
  /** The called operations in order: `SignUp`, `TransactWriteItems` … */
  readonly calls: readonly string[];
}

interface CallFaults {
  /** Runs work with faults. Nothing else may use the clients meanwhile. */
  run<Result>(plan: FaultPlan, work: () => Promise<Result>): Promise<Run<Result>>;
}

export const watchCalls = (
  table: DynamoDBDocumentClient,
  users: CognitoIdentityProviderClient,
): CallFaults => {
  let calls: string[] = [];
  let plan: FaultPlan = new Map();

  const meet = async <Output>(commandName: string, call: () => Promise<Output>): Promise<Output> => {
    const fault = plan.get(calls.push(commandName.replace(/Command$/, '')) - 1);
    if (fault === undefined) return call();
    // The lost answer may also have been an error.
    if (fault === 'loses-answer') await call().catch(() => {});
    throw new InjectedFault();
  };
  const options = { step: 'initialize', name: 'callFaults' } as const;
  table.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        meet(commandName, () => next(args)),
    options,
  );
  users.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        meet(commandName, () => next(args)),
    options,
  );

  return {
    run: async (faults, work) => {
      calls = [];
      plan = faults;
      try {
        return { result: await work(), calls: [...calls] };
      } catch (error) {
        if (error instanceof InjectedFault) return { result: undefined, calls: [...calls] };
        throw error;
      } finally {
        plan = new Map();
      }
    },
  };
};
