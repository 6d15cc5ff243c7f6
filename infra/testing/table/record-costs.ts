import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import type { Table } from '#functions/lib/table';

/** The cost of one request, as the engine reports it. */
export interface RequestCost {
  /** The API operation: `Query`, `TransactWriteItems` … */
  readonly operation: string;
  /** Capacity units on the table itself. */
  readonly tableUnits: number;
  /** Capacity units on its indexes. */
  readonly indexUnits: number;
  /** Items that were read, before filters. */
  readonly itemsRead: number;
}

/** Runs work and measures its cost. Nothing else may use the client meanwhile. */
export type Measure = <Result>(
  work: () => Promise<Result>,
) => Promise<{ result: Result; cost: readonly RequestCost[] }>;

const sum = (numbers: readonly (number | undefined)[]): number =>
  numbers.reduce<number>((total, number) => total + (number ?? 0), 0);

/** The fields of responses about cost and items read. */
interface Output {
  readonly ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] | undefined;
  /** Of a Query. */
  readonly ScannedCount?: number | undefined;
  /** Of a GetItem. */
  readonly Item?: unknown;
  /** Of a BatchGetItem. */
  readonly Responses?: Record<string, readonly unknown[]> | readonly unknown[] | undefined;
}

const countItems = ({ ScannedCount, Item, Responses = {} }: Output): number =>
  ScannedCount ?? (Item ? 1 : Object.values(Responses).flat().length);

const toCost = (operation: string, output: Output): RequestCost => {
  const capacity = [output.ConsumedCapacity ?? []].flat();
  return {
    operation,
    tableUnits: sum(capacity.map(({ Table: table }) => table?.CapacityUnits)),
    indexUnits: sum(
      capacity.flatMap(({ GlobalSecondaryIndexes }) =>
        Object.values(GlobalSecondaryIndexes ?? {}).map(({ CapacityUnits }) => CapacityUnits),
      ),
    ),
    itemsRead: countItems(output),
  };
};

/**
 * Requests the consumed capacity with every request of a client, and records it in the
 * order in which the requests were sent.
 */
export const recordCosts = (client: Pick<Table['client'], 'middlewareStack'>): Measure => {
  const sent: Promise<RequestCost>[] = [];
  client.middlewareStack.add(
    (next, context) => (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'INDEXES' });
      const operation = (context.commandName ?? '').replace(/Command$/, '');
      const answer = next(args);
      sent.push(
        answer.then(
          ({ output }) => toCost(operation, Object(output)),
          // A refused request is a round trip too. The engine does not report its cost.
          () => toCost(operation, {}),
        ),
      );
      return answer;
    },
    { step: 'initialize', name: 'recordConsumedCapacity' },
  );
  return async (work) => {
    sent.length = 0;
    const result = await work();
    return { result, cost: await Promise.all(sent) };
  };
};

/** The sum of capacity units of requests, on table and indexes. */
export const unitsOf = (cost: readonly RequestCost[]): number =>
  sum(cost.map(({ tableUnits, indexUnits }) => tableUnits + indexUnits));
