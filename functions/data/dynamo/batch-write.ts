import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { UnavailableError } from '../../aws-requests.ts';
import type { Table } from '../table.ts';
import { chunk } from './chunk.ts';
import type { Item } from './item-ref.ts';
import { keyText } from './keys/key.ts';

/** One write, with the text of the key it writes. */
interface BatchedWrite {
  readonly key: string;
  readonly request: { PutRequest: { Item: Item } } | { DeleteRequest: { Key: Item } };
}

/** DynamoDB's limit of writes in one BatchWriteItem. */
const writesPerRequest = 25;
const attempts = 6;
const requestsAtOnce = 4;

const writeChunk = async (table: Table, writes: readonly BatchedWrite[]): Promise<void> => {
  let pending = writes;
  for (let attempt = 0; pending.length > 0; attempt += 1) {
    if (attempt === attempts) throw new UnavailableError('BatchWriteItem left keys unprocessed');
    if (attempt > 0) await sleep(Math.random() * 50 * 2 ** attempt);
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: pending.map(({ request }) => request) } }),
    );
    const left = new Set(
      UnprocessedItems?.[table.name]?.map(({ PutRequest, DeleteRequest }) =>
        keyText(PutRequest?.Item ?? DeleteRequest?.Key ?? {}),
      ),
    );
    pending = pending.filter(({ key }) => left.has(key));
  }
};

const batchWrite = async (
  table: Table,
  writes: readonly BatchedWrite[],
  onWritten: (count: number) => void = () => {},
): Promise<void> => {
  await table.request?.bind();
  const chunks = chunk(writes, writesPerRequest);
  for (const parallel of chunk(chunks, requestsAtOnce)) {
    await Promise.all(parallel.map((part) => writeChunk(table, part)));
    onWritten(parallel.flat().length);
  }
};

/**
 * Deletes items by key, 25 a request, at half the cost of a transaction. Not all or nothing: for deletions that are
 * repeated until nothing is left.
 * @throws UnavailableError when DynamoDB leaves keys unprocessed six times in a row
 */
export const batchDelete = (table: Table, items: readonly Item[]): Promise<void> =>
  batchWrite(
    table,
    items.map(({ PK, SK }) => ({
      key: keyText({ PK, SK }),
      request: { DeleteRequest: { Key: { PK, SK } } },
    })),
  );

/**
 * Stores items, 25 a request, and overwrites items of the same keys. Not all or nothing and without conditions: for
 * filling a table, never for the product's own writes.
 * @param onWritten called now and then with how many more items are stored
 * @throws UnavailableError when DynamoDB leaves keys unprocessed six times in a row
 */
export const batchPut = (
  table: Table,
  items: readonly Item[],
  onWritten?: (count: number) => void,
): Promise<void> =>
  batchWrite(
    table,
    items.map((item) => ({ key: keyText(item), request: { PutRequest: { Item: item } } })),
    onWritten,
  );
