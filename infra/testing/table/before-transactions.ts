import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#functions/data/table';

/** A table that does something before each transaction is sent. */
export const beforeTransactions = ({ name, client }: Table, work: () => Promise<void>): Table => {
  const send = async (...args: unknown[]): Promise<unknown> => {
    if (args[0] instanceof TransactWriteCommand) await work();
    return Reflect.apply(client.send, client, args);
  };
  return {
    name,
    client: new Proxy(client, {
      get: (target, property) => (property === 'send' ? send : Reflect.get(target, property, target)),
    }),
  };
};
