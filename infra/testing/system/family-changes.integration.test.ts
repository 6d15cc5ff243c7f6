import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { ledgerEntity } from '#functions/ledger/ledger';
import { entityAttribute, keyOfItem } from '#functions/lib/dynamo/items';
import { sendTransaction, updateItem } from '#functions/lib/dynamo/writes';
import { newBookingId } from '#functions/lib/ids';
import { messageIdOf } from '#functions/messages/messages';
import { getOffer, offerRef, renewalPut } from '#functions/waiting/offers';
import { isRead, type Route } from '#shared/contract/route';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import { offerIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { snapshotOf } from '../attack/attack-stack.ts';
import { routeRows } from '../attack/route-rows.ts';
import { startAttack } from '../attack/start-attack.ts';
import { readAllItems } from '../table/all-items.ts';

const { stack, fixtures, clear } = await startAttack();
afterEach(clear);

const ledgers = async () =>
  (await readAllItems(stack.table)).filter((item) => item[entityAttribute] === ledgerEntity);

/** An hour that the clock does not end: a change counts in it, as clocks differ. */
const hour = '2999-01-01T00';

const giveChanges = async (count: number): Promise<void> => {
  for (const ledger of await ledgers())
    await updateItem(stack.table, keyOfItem(ledger), { set: { changes_hour: hour, hour_changes: count } });
};

/** The changes that families have made beyond those that were given to each. */
const changesBeyond = async (given: number): Promise<number[]> =>
  (await ledgers())
    .map(({ hour_changes }) => Number(hour_changes) - given)
    .filter((changes) => changes !== 0);

/** Makes the offer of a list a kept place of the next term: only such a place moves. */
const makeKept = async (id: unknown): Promise<void> => {
  const offer = await getOffer(stack.table, offerIdSchema.parse(id));
  const [child_id] = offer?.child_ids ?? [];
  if (!offer || !child_id) throw new Error('There is no offer');
  const now = new Date();
  const { class_id, parent_id } = offer;
  const renewal = { from_class_id: class_id, class_id, booking_id: newBookingId(now) };
  await sendTransaction(stack.table, [
    renewalPut(stack.table, {
      ...renewal,
      parent_id,
      child_id,
      offer_id: offer.id,
      message_id: messageIdOf(offer.id),
      state: 'open',
      state_at: instantOf(now),
    }),
    {
      Update: {
        TableName: stack.table.name,
        Key: offerRef(offer.id).key,
        UpdateExpression: 'SET renewal = :renewal',
        ExpressionAttributeValues: { ':renewal': renewal },
      },
    },
  ]);
};

const prepare = async (route: RouteName) => {
  const caller = fixtures.callers.parent;
  const named = routes[route].service === 'links' ? 'present' : 'own';
  const { by = caller, ...asked } = await routeRows[route].ask({ fixtures, name: 'parent', caller, named });
  if (route === 'moveMyOffer') await makeKept(Object(asked.params).offerId);
  if (route === 'moveOffer') await makeKept(Object(asked.body).offer_id);
  return { ...asked, route, token: by.token };
};

/** The routes by which a family changes something, signed in or by a link, and those of public forms. */
const changing = routeList
  .filter(({ route }) => !isRead(route) && (route.access === 'member' || route.service === 'links'))
  .map(({ name, route }: { name: RouteName; route: Route }) => ({ name, uncounted: route.uncounted }));
const counted = changing.filter(({ uncounted }) => !uncounted).map(({ name }) => name);
const others = changing.filter(({ uncounted }) => uncounted).map(({ name }) => name);

describe.each(counted)('%s', (route) => {
  it('stores nothing once its family has made its changes of the hour, and counts otherwise, once', async () => {
    const request = await prepare(route);
    await giveChanges(limits.changesPerHour);
    const before = await snapshotOf(stack);
    const refused = await stack.call(request);
    expect(refused).toMatchObject({ status: 429, body: { code: 'tooManyChanges' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(await snapshotOf(stack)).toEqual(before);

    await giveChanges(0);
    expect((await stack.call(request)).status).toBe(routes[route].status);
    // Each place is a change.
    const changes = await changesBeyond(0);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toBeGreaterThan(0);
    const { idempotent }: Route = routes[route];
    if (!idempotent) return;
    await giveChanges(limits.changesPerHour);
    expect((await stack.call(request)).status).toBe(routes[route].status);
    expect(await changesBeyond(limits.changesPerHour)).toEqual([]);
  });
});

/** What a family without a second adult, with children and with a second factor's set-up that does not exist, is answered. */
const refusals: Partial<Record<RouteName, number>> = {
  turnOnSecondFactor: 409,
  endAdultAccess: 404,
  acceptMyAdultInvitation: 409,
};

it.each(others)('%s does not count', async (route) => {
  const request = await prepare(route);
  await giveChanges(limits.changesPerHour);
  const { status } = await stack.call({ ...request, idempotencyKey: randomUUID() });
  expect(status).toBe(refusals[route] ?? routes[route].status);
});
