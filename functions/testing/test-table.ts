import { randomUUID } from 'node:crypto';
import { type ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTable, localAws, startDatabase } from '#infra/local/dynamodb';
import type { Table } from '../data/table.ts';

/** What one request cost, as the engine reports it. */
interface RequestCost {
  /** The API operation: `Query`, `TransactWriteItems` … */
  readonly operation: string;
  /** Capacity units on the table itself. */
  readonly tableUnits: number;
  /** Capacity units on its indexes. */
  readonly indexUnits: number;
}

export interface TestTable extends Table {
  /** Runs work and measures it by what the engine reports. Nothing else may use the table meanwhile. */
  measure<T>(work: () => Promise<T>): Promise<{ result: T; cost: readonly RequestCost[] }>;
  stop(): Promise<void>;
}

const sum = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((total, number) => total + (number ?? 0), 0);

const toCost = (operation: string, capacity: readonly ConsumedCapacity[]): RequestCost => ({
  operation,
  tableUnits: sum(capacity.map(({ Table }) => Table?.CapacityUnits)),
  indexUnits: sum(
    capacity.flatMap(({ GlobalSecondaryIndexes }) =>
      Object.values(GlobalSecondaryIndexes ?? {}).map(({ CapacityUnits }) => CapacityUnits),
    ),
  ),
});

/** Asks for consumed capacity with every request and keeps what the engine answers. */
const record = (client: DynamoDBClient, recorded: RequestCost[]): void => {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'INDEXES' });
      const operation = (context.commandName ?? '').replace(/Command$/, '');
      const result = await next(args).catch((error: unknown) => {
        // A refused request is a round trip too; the engine does not say what it cost.
        recorded.push(toCost(operation, []));
        throw error;
      });
      const capacity: ConsumedCapacity | ConsumedCapacity[] | undefined = Reflect.get(
        result.output,
        'ConsumedCapacity',
      );
      recorded.push(toCost(operation, capacity ? [capacity].flat() : []));
      return result;
    },
    { step: 'initialize', name: 'recordConsumedCapacity' },
  );
};

/** A table of its own on a real engine, empty, in memory. */
export const startTestTable = async (): Promise<TestTable> => {
  const database = await startDatabase();
  const dynamodb = new DynamoDBClient({ ...localAws, endpoint: database.endpoint });
  const name = `bookings-${randomUUID()}`;
  await createTable(dynamodb, name);
  const recorded: RequestCost[] = [];
  record(dynamodb, recorded);
  return {
    name,
    client: DynamoDBDocumentClient.from(dynamodb, { marshallOptions: { removeUndefinedValues: true } }),
    measure: async (work) => {
      recorded.length = 0;
      const result = await work();
      return { result, cost: [...recorded] };
    },
    stop: async () => {
      dynamodb.destroy();
      await database.stop();
    },
  };
};
