import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { patienceMs } from '../../limits.ts';
import { UnavailableError } from '../aws-requests.ts';
import { ContentionError, retryDelay } from '../contention.ts';
import type { Table } from '../table.ts';
import { type Change, type Condition, deleteWrite, putWrite, updateWrite } from './expressions.ts';
import { chunk, type Item, type Key, keyText } from './items.ts';
import type { Refusal, Write } from './keyed-request.ts';

type WriteOutcome =
  /** The item where the request asked for it (`ReturnValues`). */
  | { readonly outcome: 'done'; readonly item: Item | undefined }
  /** The condition did not hold; with the stored item where the request asked for it. */
  | { readonly outcome: 'refused'; readonly item: Item | undefined };

/** A transaction on the same item refuses a single write, which the SDK does not retry. The note of a key comes first. */
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
 * Retries conflicts with transactions with full jitter for `retryMs`.
 * @throws ContentionError where conflicts persist; whatever DynamoDB throws but the refusal of the condition
 */
export const putItem = (
  table: Table,
  item: Item,
  condition: Condition = {},
  retryMs = patienceMs,
): Promise<WriteOutcome> => {
  const { Put } = putWrite(table, item, condition);
  return sendWrite(table, () => table.client.send(new PutCommand(Put)), retryMs);
};

/** For an update that is written by hand. @throws as `putItem` does */
export const sendUpdate = (
  table: Table,
  input: UpdateCommandInput,
  retryMs = patienceMs,
): Promise<WriteOutcome> => sendWrite(table, () => table.client.send(new UpdateCommand(input)), retryMs);

export const updateItem = (
  table: Table,
  key: Key,
  {
    returnsNew = false,
    ...change
  }: Change & { /** Whether the outcome has the item. */ readonly returnsNew?: boolean },
  retryMs = patienceMs,
): Promise<WriteOutcome> => {
  const { Update } = updateWrite(table, key, change);
  return sendUpdate(table, { ...Update, ...(returnsNew && { ReturnValues: 'ALL_NEW' }) }, retryMs);
};

export const deleteItem = (
  table: Table,
  key: Key,
  condition: Condition = {},
  retryMs = patienceMs,
): Promise<WriteOutcome> => {
  const { Delete } = deleteWrite(table, key, condition);
  return sendWrite(table, () => table.client.send(new DeleteCommand(Delete)), retryMs);
};

interface BatchedWrite {
  readonly key: string;
  readonly request: { PutRequest: { Item: Item } } | { DeleteRequest: { Key: Item } };
}

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

/** 25 a request, half a transaction's cost. Not all or nothing: repeat. @throws UnavailableError for keys left six times */
export const batchDelete = (table: Table, items: readonly Item[]): Promise<void> =>
  batchWrite(
    table,
    items.map(({ PK, SK }) => ({
      key: keyText({ PK, SK }),
      request: { DeleteRequest: { Key: { PK, SK } } },
    })),
  );

/**
 * Without conditions, 25 a request, not all or nothing: only to fill a table.
 * @param onWritten gets the number of further items
 * @throws UnavailableError for keys left unprocessed six times in a row
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

export type TransactionOutcome =
  | { readonly outcome: 'done' }
  /** Nothing was stored. One entry per write, in order; undefined where its condition held. */
  | { readonly outcome: 'refused'; readonly refusals: readonly (Refusal | undefined)[] }
  /** Contention or throttling persisted. Nothing was stored. */
  | { readonly outcome: 'busy' };

interface SendOptions {
  readonly retryMs?: number | undefined;
  /** Called before a retry. Where it resolves to false, the result is `busy`. */
  readonly isWorthRetrying?: () => Promise<boolean>;
}

const toRefusal = ({ Code, Item }: CancellationReason): Refusal | undefined => {
  if (Code !== 'ConditionalCheckFailed') return undefined;
  return Item ? { item: unmarshall(Item) } : {};
};

/** The SDK does not retry these reasons of a cancelled transaction. */
const transientCodes = new Set<string | undefined>([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

const isTransient = (error: TransactionCanceledException): boolean =>
  error.CancellationReasons?.some(({ Code }) => transientCodes.has(Code)) ?? false;

/**
 * Stores all writes or none, with the note of a request with a key. Retries conflicts and throttling (`retryDelay`).
 * @throws SentBeforeError where something else was stored with the key; TransactionInProgressException when an earlier attempt
 * may yet store the writes; whatever DynamoDB throws for another reason
 */
export const sendTransaction = async (
  table: Table,
  writes: readonly Write[],
  { retryMs = patienceMs, isWorthRetrying = async () => true }: SendOptions = {},
): Promise<TransactionOutcome> => {
  const waitToRetry = retryDelay(retryMs);
  const { noted, at } = table.request?.withNote(writes) ?? { noted: writes, at: undefined };
  let token = randomUUID();
  for (;;) {
    let underWay: TransactionInProgressException | undefined;
    try {
      await table.client.send(
        new TransactWriteCommand({ TransactItems: [...noted], ClientRequestToken: token }),
      );
      if (at !== undefined) table.request?.compare('done');
      return { outcome: 'done' };
    } catch (error) {
      if (error instanceof TransactionCanceledException) {
        const refusals = (error.CancellationReasons ?? []).map(toRefusal);
        if (refusals.some((refusal) => refusal !== undefined)) {
          if (at !== undefined) table.request?.compare(refusals[at]);
          return { outcome: 'refused', refusals: refusals.slice(0, writes.length) };
        }
        if (!isTransient(error)) throw error;
        token = randomUUID();
      } else if (error instanceof TransactionInProgressException) {
        // A lost answer's attempt may be under way. Under another token these writes would be refused by their own items.
        underWay = error;
      } else throw error;
    }
    const canRetry = await waitToRetry();
    if (underWay && !canRetry) throw underWay;
    if (!canRetry || !(underWay || (await isWorthRetrying()))) return { outcome: 'busy' };
  }
};
