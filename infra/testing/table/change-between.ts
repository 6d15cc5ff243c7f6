import type { Table } from '#functions/data/table';

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
