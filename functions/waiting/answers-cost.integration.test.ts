import { describe, expect, it } from 'vitest';
import { at, type SampleFamily } from '#infra/testing/samples/samples';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import { hourMs } from '#shared/lib/durations';
import type { FamilyId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { familyLedgerItem, getFamilyLedger } from '../ledger/ledger.ts';
import { batchPut } from '../lib/dynamo/writes.ts';
import { createOfferLink, type StoredOffer } from './offers.ts';

const { system, scenes } = await startWaitingTests();

const open_since = '2025-09-01T10:00:00.000Z';

/** Gives a family a ledger that was charged once, of which this much was paid. */
const charge = ({ id }: SampleFamily, received: number) =>
  batchPut(system.table, [
    { ...familyLedgerItem(id), live_bookings_at_most: 1, charged: 12_000, open_since, received },
  ]);

const slotOf = ({ class_id, time_slot_id }: StoredOffer) => ({ class_id, time_slot_id });

const takeByLink =
  (parentOf: (offer: StoredOffer) => FamilyId | undefined) =>
  async ({ profile }: SampleFamily, offer: StoredOffer) => {
    const secret = await createOfferLink(system.table, offer, { account: profile.id });
    const parent_id = parentOf(offer);
    return () => system.byLink('takeOffer', { offer_id: offer.id, secret, calendar_version: 0, parent_id });
  };

const oneTransaction = ['BatchGetItem', 'TransactWriteItems'];
/** By a link it is read as well of which family its account is a member (FID-03). */
const oneByLink = ['BatchGetItem', 'GetItem', 'TransactWriteItems'];
/** The first transaction is refused and answers with the ledger. */
const twoTransactions = [...oneTransaction, 'TransactWriteItems'];
const twoByLink = [...oneByLink, 'TransactWriteItems'];

const ways: readonly (readonly [
  string,
  (family: SampleFamily, offer: StoredOffer) => Promise<() => Promise<{ readonly status: number }>>,
  readonly string[],
])[] = [
  ['signed in', async (family, offer) => () => scenes.take(family, offer.id), oneTransaction],
  ['by its link', takeByLink(({ parent_id }) => parent_id), oneByLink],
  ['by its link without the id of its family', takeByLink(() => undefined), twoByLink],
  [
    'by its link with the id of another family',
    async (family, offer) => {
      const other = await system.familyOf('Eva');
      await charge(other, 12_000);
      return takeByLink(() => other.id)(family, offer);
    },
    twoByLink,
  ],
];

describe.each(ways)('taking an offer %s', (_, prepare, operations) => {
  it.each([
    ['has paid owes from then on', 12_000, undefined],
    ['owes keeps since when', 11_999, open_since],
  ])('by a family that %s [WAI-08]', async (__, received, since) => {
    const { families, offer } = await scenes.givenOffer(1);
    const family = at(families, 0);
    await charge(family, received);
    const take = await prepare(family, offer);
    const { result, cost } = await system.table.measure(take);
    expect(result.status).toBe(200);
    expect(cost.map(({ operation }) => operation)).toEqual(operations);
    expect(await getFamilyLedger(system.table, family.id, { consistent: true })).toMatchObject({
      charged: 24_000,
      open_since: since ?? instantOf(system.now()),
    });
  });
});

const declining: readonly (readonly [
  string,
  (
    family: SampleFamily,
    offer: StoredOffer,
    stays: boolean,
  ) => Promise<() => Promise<{ readonly status: number }>>,
  readonly string[],
])[] = [
  [
    'signed in',
    async (family, offer, stays) => () => scenes.decline(family, offer.id, stays, slotOf(offer)),
    oneTransaction,
  ],
  [
    'by its link',
    async ({ profile }, offer, stays) => {
      const secret = await createOfferLink(system.table, offer, { account: profile.id });
      const body = { offer_id: offer.id, secret, stays, slot: slotOf(offer) };
      return () => system.byLink('declineOffer', body);
    },
    oneByLink,
  ],
];

describe.each(declining)('declining an offer %s', (_, prepare, operations) => {
  it.each([
    ['for now', 1, true],
    ['for good while others wait', 2, false],
    ['for good while no other waits', 1, false],
  ])('%s is one read and one transaction [WAI-10]', async (__, count, stays) => {
    const { families, offer } = await scenes.givenOffer(count);
    // The family joined the list in the hour before.
    system.setTime(new Date(system.now().getTime() + hourMs));
    const decline = await prepare(at(families, 0), offer, stays);
    const { result, cost } = await system.table.measure(decline);
    expect(result.status).toBe(200);
    expect(cost.map(({ operation }) => operation)).toEqual(operations);
  });
});

it('declining an offer by its link is one more transaction in an hour with another change [WAI-10]', async () => {
  const { families, offer } = await scenes.givenOffer(1);
  const secret = await createOfferLink(system.table, offer, { account: at(families, 0).profile.id });
  const body = { offer_id: offer.id, secret, stays: true, slot: slotOf(offer) };
  const { result, cost } = await system.table.measure(() => system.byLink('declineOffer', body));
  expect(result.status).toBe(200);
  expect(cost.map(({ operation }) => operation)).toEqual(twoByLink);
});

it('declines an offer whose slot was not named, or is another one, in one more transaction [WAI-10]', async () => {
  const { cls } = await scenes.givenOffer(2);
  const other = { class_id: cls.id, time_slot_id: at(cls.time_slots, 0).id };
  for (const slot of [undefined, other]) {
    const { families, offer } = await scenes.givenOffer(1);
    const { result, cost } = await system.table.measure(() =>
      scenes.decline(at(families, 0), offer.id, false, slot),
    );
    expect(result.status).toBe(200);
    expect(cost.map(({ operation }) => operation)).toEqual(twoTransactions);
  }
});
