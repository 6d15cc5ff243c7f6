import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../data/table.ts';

/** What a function meets that ends in the middle of its work. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
}

/**
 * The table for a function that ends at its n-th request (counted from 0): before the request is sent, or after it was
 * carried out and before its answer arrives.
 */
export const interruptedTable = (table: Table, n: number, when: 'before' | 'after'): Table => {
  let requests = 0;
  const send = async (...args: Parameters<DynamoDBDocumentClient['send']>): Promise<unknown> => {
    const number = requests;
    requests += 1;
    if (number > n || (number === n && when === 'before')) throw new Interruption();
    const answer = await table.client.send(...args);
    if (number === n) throw new Interruption();
    return answer;
  };
  const client = new Proxy(table.client, {
    get: (target, property) => (property === 'send' ? send : Reflect.get(target, property, target)),
  });
  return { name: table.name, client };
};
