import type { Table } from '#functions/data/table';

/**
 * Sends a request, and makes a change before its first transaction: between what it reads and what it stores.
 * @throws Error where the request sends no transaction
 */
export const withChangeBetween = async <Result>(
  { client }: Pick<Table, 'client'>,
  change: () => Promise<unknown>,
  request: () => Promise<Result>,
): Promise<Result> => {
  const name = 'changeBetween';
  let isChanged = false;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (!isChanged && commandName === 'TransactWriteItemsCommand') {
          isChanged = true;
          await change();
        }
        return next(args);
      },
    { step: 'initialize', name },
  );
  try {
    const result = await request();
    if (!isChanged) throw new Error('The request sent no transaction');
    return result;
  } finally {
    client.middlewareStack.remove(name);
  }
};
