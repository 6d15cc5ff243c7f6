import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DeleteCommandInput,
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ContentionError } from '../../contention-error.ts';
import { patienceMs } from '../../limits.ts';
import type { Table } from '../table.ts';
import type { Item } from './item-ref.ts';
import { retryDelay } from './retry-delay.ts';

/** What became of a single write with a condition. */
export type WriteOutcome =
  /** The item where the request asked for it (`ReturnValues`). */
  | { readonly outcome: 'done'; readonly item: Item | undefined }
  /** The condition did not hold. The stored item where the request asked for it and there is one. */
  | { readonly outcome: 'refused'; readonly item: Item | undefined };

/**
 * DynamoDB refuses a single write while a transaction writes the same item. Nothing was stored then, and the SDK does not
 * retry it. In a request with a key the note of it comes first.
 */
const sendWrite = async (
  { request }: Table,
  send: () => Promise<{ Attributes?: Item | undefined }>,
  retryMs: number,
): Promise<WriteOutcome> => {
  if (request) await request.bind();
  const waitToRetry = retryDelay(retryMs);
  for (;;) {
    try {
      return { outcome: 'done', item: (await send()).Attributes };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException)
        return { outcome: 'refused', item: error.Item && unmarshall(error.Item) };
      if (!(error instanceof TransactionConflictException)) throw error;
      if (!(await waitToRetry())) throw new ContentionError('Transactions on the item persisted');
    }
  }
};

/**
 * Puts an item. A conflict with a transaction is retried with full jitter for `retryMs`.
 * @throws ContentionError where conflicts persist; whatever DynamoDB throws but the refusal of the condition
 */
export const putItem = (table: Table, input: PutCommandInput, retryMs = patienceMs): Promise<WriteOutcome> =>
  sendWrite(table, () => table.client.send(new PutCommand(input)), retryMs);

/** Updates an item. @throws as `putItem` does */
export const updateItem = (
  table: Table,
  input: UpdateCommandInput,
  retryMs = patienceMs,
): Promise<WriteOutcome> => sendWrite(table, () => table.client.send(new UpdateCommand(input)), retryMs);

/** Deletes an item. @throws as `putItem` does */
export const deleteItem = (
  table: Table,
  input: DeleteCommandInput,
  retryMs = patienceMs,
): Promise<WriteOutcome> => sendWrite(table, () => table.client.send(new DeleteCommand(input)), retryMs);
