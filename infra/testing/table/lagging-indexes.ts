import type { Table } from '#functions/data/table';

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
