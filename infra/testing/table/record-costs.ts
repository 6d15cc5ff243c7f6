import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import type { Table } from '#functions/lib/table';

export interface RequestCost {
  /** The API operation: `Query`, `TransactWriteItems` … */
  readonly operation: string;
  readonly tableUnits: number;
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

interface Output {
  readonly ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] | undefined;
  readonly ScannedCount?: number | undefined;
  readonly Item?: unknown;
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
 * Requests the consumed capacity with every request of a client during a measurement, and records it in the order in which
 * the requests were sent.
 */
export const recordCosts = (client: Pick<Table['client'], 'middlewareStack'>): Measure => {
  const sent: Promise<RequestCost>[] = [];
  let isMeasuring = false;
  client.middlewareStack.add(
    (next, context) => (args) => {
      if (!isMeasuring) return next(args);
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
    isMeasuring = true;
    try {
      const result = await work();
      return { result, cost: await Promise.all(sent) };
    } finally {
      isMeasuring = false;
    }
  };
};

export const unitsOf = (cost: readonly RequestCost[]): number =>
  sum(cost.map(({ tableUnits, indexUnits }) => tableUnits + indexUnits));
