import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { ContentionError } from '../contention.ts';
import { deleteItem, putItem, updateItem } from './writes.ts';

const dynamodb = mockClient(DynamoDBDocumentClient);
// The mock takes the place of the client's send; what else the client has is not used.
const table = { name: 'bookings', client: DynamoDBDocumentClient.prototype };
const Key = { PK: 'USER#1', SK: 'PROFILE' };
const meta = { $metadata: {}, message: 'Transaction is ongoing for the item' };
const conflict = new TransactionConflictException(meta);

beforeEach(() => dynamodb.reset());

describe.each([
  ['a put', PutCommand, (retryMs?: number) => putItem(table, Key, {}, retryMs)],
  ['an update', UpdateCommand, (retryMs?: number) => updateItem(table, Key, { remove: ['x'] }, retryMs)],
  ['a deletion', DeleteCommand, (retryMs?: number) => deleteItem(table, Key, {}, retryMs)],
] as const)('%s that meets a transaction', (_name, Command, write) => {
  // The three commands have different inputs; the mock needs only their names.
  const on = () => dynamodb.on(Command as typeof PutCommand);

  it('is tried again until the transaction has ended', async () => {
    on().rejectsOnce(conflict).rejectsOnce(conflict).resolves({});
    expect(await write()).toEqual({ outcome: 'done', item: undefined });
    expect(dynamodb.calls()).toHaveLength(3);
  });

  it('is refused where the condition does not hold after it', async () => {
    on().rejectsOnce(conflict).rejects(new ConditionalCheckFailedException(meta));
    expect(await write()).toEqual({ outcome: 'refused', item: undefined });
  });

  it('ends as contention where transactions persist', async () => {
    on().rejects(conflict);
    await expect(write(50)).rejects.toThrow(ContentionError);
    expect(dynamodb.calls().length).toBeGreaterThan(1);
  });

  it('throws any other failure without another try', async () => {
    const failure = new Error('no route to host');
    on().rejects(failure);
    await expect(write()).rejects.toBe(failure);
    expect(dynamodb.calls()).toHaveLength(1);
  });
});
