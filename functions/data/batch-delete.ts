import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

/** DynamoDB's limit of writes in one BatchWriteItem. */
const keysPerRequest = 25;
const attempts = 6;
const requestsAtOnce = 4;

const deleteChunk = async (table: Table, chunk: readonly Record<string, unknown>[]): Promise<void> => {
  let pending = chunk.map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } }));
  for (let attempt = 0; pending.length > 0; attempt += 1) {
    if (attempt === attempts) throw new Error('BatchWriteItem left keys unprocessed');
    if (attempt > 0) await sleep(Math.random() * 50 * 2 ** attempt);
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: pending } }),
    );
    const left = new Set(
      UnprocessedItems?.[table.name]?.map(
        ({ DeleteRequest }) => `${DeleteRequest?.Key?.PK} ${DeleteRequest?.Key?.SK}`,
      ),
    );
    pending = pending.filter(({ DeleteRequest: { Key } }) => left.has(`${Key.PK} ${Key.SK}`));
  }
};

/**
 * Deletes items by key, 25 a request, at half of what a transaction costs. Not all or nothing: for deletions that are
 * begun again until nothing is left.
 * @throws Error when DynamoDB leaves keys unprocessed six times in a row
 */
export const batchDelete = async (table: Table, items: readonly Record<string, unknown>[]): Promise<void> => {
  const chunks = Array.from({ length: Math.ceil(items.length / keysPerRequest) }, (_, index) =>
    items.slice(index * keysPerRequest, (index + 1) * keysPerRequest),
  );
  for (let start = 0; start < chunks.length; start += requestsAtOnce) {
    await Promise.all(chunks.slice(start, start + requestsAtOnce).map((chunk) => deleteChunk(table, chunk)));
  }
};
