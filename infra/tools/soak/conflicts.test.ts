import { expect, it } from 'vitest';
import { type Execute, wireAnswer, withConflicts } from './fault-proxy.ts';

const key = (id: string) => ({ PK: { S: id }, SK: { S: 'item' } });
const update = (id: string) => ({ Update: { TableName: 'bookings', Key: key(id) } });
const put = (id: string) => ({ Put: { TableName: 'bookings', Item: { ...key(id), name: { S: 'x' } } } });

it('a transaction that is under way refuses others with its items and single writes of them, until it ends', async () => {
  const release: (() => void)[] = [];
  const send: Execute = withConflicts(
    async () => {},
    async ({ operation }) => {
      if (operation === 'TransactWriteItems') await new Promise<void>((resolve) => release.push(resolve));
      return wireAnswer(200, {});
    },
  );
  const request = (operation: string, body: Record<string, unknown>) =>
    send({ operation, headers: {}, body });
  const transact = (writes: readonly object[], token?: string) =>
    request('TransactWriteItems', { TransactItems: writes, ...(token && { ClientRequestToken: token }) });
  const contentOf = async (answer: ReturnType<Execute>) => JSON.parse(String((await answer).body));

  const first = transact([put('a'), update('slot')], 'token');
  const { __type, CancellationReasons } = await contentOf(transact([put('b'), put('c'), update('slot')]));
  expect(__type).toContain('TransactionCanceledException');
  expect(CancellationReasons.map(({ Code }: { Code: string }) => Code)).toEqual([
    'None',
    'None',
    'TransactionConflict',
  ]);
  for (const operation of ['UpdateItem', 'DeleteItem'])
    expect((await contentOf(request(operation, update('slot').Update))).__type).toContain(
      'TransactionConflictException',
    );
  expect((await request('PutItem', put('slot').Put)).status).toBe(400);
  expect((await request('PutItem', put('other').Put)).status).toBe(200);
  expect((await request('GetItem', update('slot').Update)).status).toBe(200);
  const apart = transact([update('other')]);
  release[0]?.();
  await first;
  const next = transact([update('slot')]);
  // One that was stored is known by its token.
  const again = transact([put('a'), update('slot')], 'token');
  for (const end of release) end();
  for (const answer of [apart, next, again]) expect((await answer).status).toBe(200);
});
