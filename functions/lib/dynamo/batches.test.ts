import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { batchGet } from './reads.ts';
import { batchDelete, batchPut } from './writes.ts';

const dynamodb = mockClient(DynamoDBDocumentClient);
// The mock takes the place of the client's send; what else the client has is not used.
const table = { name: 'bookings', client: DynamoDBDocumentClient.prototype };
const keys = ['a', 'b', 'c'].map((SK) => ({ PK: 'SLOT#1', SK }));
const [one, two, three] = keys;

beforeEach(() => dynamodb.reset());

describe('a batch of writes', () => {
  const written = () =>
    dynamodb
      .commandCalls(BatchWriteCommand)
      .map(({ args }) =>
        args[0].input.RequestItems?.[table.name]?.map(
          ({ PutRequest, DeleteRequest }) => (PutRequest?.Item ?? DeleteRequest?.Key)?.SK,
        ),
      );

  it.each([
    ['deletions', batchDelete, (key: object) => ({ DeleteRequest: { Key: { ...key } } })],
    ['puts', batchPut, (key: object) => ({ PutRequest: { Item: { ...key } } })],
  ] as const)('sends unprocessed %s again until none is left', async (_name, write, requestOf) => {
    dynamodb
      .on(BatchWriteCommand)
      .resolvesOnce({ UnprocessedItems: { [table.name]: [two, three].map((key) => requestOf(key ?? {})) } })
      .resolvesOnce({ UnprocessedItems: { [table.name]: [requestOf(three ?? {})] } })
      .resolves({});
    await write(table, keys);
    expect(written()).toEqual([['a', 'b', 'c'], ['b', 'c'], ['c']]);
  });

  it('fails where an item stays unprocessed', async () => {
    dynamodb
      .on(BatchWriteCommand)
      .resolves({ UnprocessedItems: { [table.name]: [{ DeleteRequest: { Key: { ...one } } }] } });
    await expect(batchDelete(table, keys)).rejects.toThrow('unprocessed');
  });
});

describe('a batch of reads', () => {
  it('asks again for unprocessed keys until none is left', async () => {
    dynamodb
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { [table.name]: [{ ...one }] },
        UnprocessedKeys: { [table.name]: { Keys: [{ ...two }, { ...three }] } },
      })
      .resolves({ Responses: { [table.name]: [{ ...two }, { ...three }] } });
    const itemOf = await batchGet(table, keys, { consistent: true });
    expect(keys.map((key) => itemOf(key))).toEqual(keys);
    const asked = dynamodb.commandCalls(BatchGetCommand);
    expect(asked.map(({ args }) => args[0].input.RequestItems?.[table.name])).toEqual([
      { Keys: keys, ConsistentRead: true },
      { Keys: [two, three], ConsistentRead: true },
    ]);
  });

  it('fails where a key stays unprocessed', async () => {
    dynamodb.on(BatchGetCommand).resolves({ UnprocessedKeys: { [table.name]: { Keys: [{ ...one }] } } });
    await expect(batchGet(table, keys, { consistent: true })).rejects.toThrow('unprocessed');
  });
});
