import { beforeEach, describe, expect, it } from 'vitest';
import { type Execute, withConflicts } from './fault-proxy.ts';
import { wireAnswer } from './wire.ts';

const key = (id: string) => ({ PK: { S: id }, SK: { S: 'item' } });
const update = (id: string) => ({ Update: { TableName: 'bookings', Key: key(id) } });
const put = (id: string) => ({ Put: { TableName: 'bookings', Item: { ...key(id), name: { S: 'x' } } } });

let release: (() => void)[] = [];
let executed: string[] = [];
/** An engine that answers a transaction when the test releases it. */
const engine: Execute = async ({ operation }) => {
  executed.push(operation);
  if (operation === 'TransactWriteItems') await new Promise<void>((resolve) => release.push(resolve));
  return wireAnswer(200, {});
};
let send: Execute;
beforeEach(() => {
  [release, executed] = [[], []];
  send = withConflicts(async () => {}, engine);
});

const transact = (writes: readonly object[], token?: string) =>
  send({
    operation: 'TransactWriteItems',
    headers: {},
    body: { TransactItems: writes, ...(token && { ClientRequestToken: token }) },
  });
const single = (operation: string, write: Record<string, unknown>) =>
  send({ operation, headers: {}, body: write });
const contentOf = async (answer: ReturnType<Execute>) => JSON.parse(String((await answer).body));

describe('while a transaction is under way', () => {
  it('another one is cancelled that has an item of it, at that position, until it ends', async () => {
    const first = transact([put('a'), update('slot')]);
    const { __type, CancellationReasons } = await contentOf(transact([put('b'), put('c'), update('slot')]));
    expect(__type).toContain('TransactionCanceledException');
    expect(CancellationReasons.map(({ Code }: { Code: string }) => Code)).toEqual([
      'None',
      'None',
      'TransactionConflict',
    ]);
    release[0]?.();
    await first;
    const second = transact([put('b'), update('slot')]);
    release[1]?.();
    expect((await second).status).toBe(200);
    expect(executed).toHaveLength(2);
  });

  it('one without a common item is executed', async () => {
    const both = [transact([update('slot')]), transact([update('other')])];
    for (const end of release) end();
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('a single write of its item is refused, and reads and other writes are executed', async () => {
    const first = transact([update('slot')]);
    for (const operation of ['UpdateItem', 'DeleteItem'])
      expect(await contentOf(single(operation, update('slot').Update))).toMatchObject({
        __type: expect.stringContaining('TransactionConflictException'),
      });
    expect((await single('PutItem', put('slot').Put)).status).toBe(400);
    expect((await single('PutItem', put('other').Put)).status).toBe(200);
    expect((await single('GetItem', update('slot').Update)).status).toBe(200);
    release[0]?.();
    await first;
    expect((await single('PutItem', put('slot').Put)).status).toBe(200);
  });
});

it('a stored transaction that is sent again does not conflict', async () => {
  const first = transact([update('slot')], 'token');
  release[0]?.();
  await first;
  const other = transact([update('slot')], 'other');
  const again = transact([update('slot')], 'token');
  for (const end of release) end();
  expect((await again).status).toBe(200);
  await other;
});
