import { readOffers } from '#functions/data/waiting/stored-offer';
import type { OfferId } from '#shared/schemas/ids';
import { storedContradiction } from './linearize.ts';
import { readStoredList, type StoredList } from './read-list.ts';
import type { SlotContext } from './slot-context.ts';

/**
 * What disagrees between the kept places of a term and what holds them, whatever the history was; undefined where nothing
 * does: each names its present offer and its state, an open one has an entry in its slot, and a child has one of them.
 * @param known offers that were there before
 */
export const termContradiction = async (
  { table, cls, term, slotId, otherSlotId }: SlotContext,
  known: readonly OfferId[],
) => {
  if (!term) return undefined;
  const [here, other, { renewals }] = await Promise.all([
    readStoredList(table, cls.id, slotId),
    readStoredList(table, cls.id, otherSlotId),
    term.read(),
  ]);
  const elsewhere = storedContradiction(other);
  if (elsewhere) return `${elsewhere} in the other slot`;
  const entries = [...here.entries, ...other.entries];
  const ids = [
    ...renewals.map(({ offer_id }) => offer_id),
    ...entries.flatMap(({ offer_id }) => offer_id ?? []),
  ];
  const offers = await readOffers(table, [...new Set([...ids, ...known])]);
  for (const { offer_id, state } of renewals) {
    const offer = offers.find(({ id }) => id === offer_id);
    if (!offer) return 'a kept place has no offer';
    if (offer.state !== state) return `a kept place is ${state}, its offer ${offer.state}`;
    const own = entries.filter((entry) => entry.offer_id === offer_id);
    if (own.length !== (state === 'open' ? 1 : 0))
      return `a kept place that is ${state} has ${own.length} entries`;
  }
  const named = new Set(renewals.map(({ offer_id }) => offer_id));
  if (offers.some(({ id, renewal, state }) => renewal && state === 'open' && !named.has(id)))
    return 'an open offer is of no kept place';
  return undefined;
};

/**
 * What has, or was booked at, another price than when it was offered; undefined where nothing was.
 * @param prices of the open offers of kept places, by their ids; they are brought up to date
 */
export const changedPrice = async (
  { table, otherSlotId, cls }: SlotContext,
  { bookings, renewals }: Pick<StoredList, 'bookings' | 'renewals'>,
  prices: Map<string, number>,
): Promise<string | undefined> => {
  if (renewals.length === 0) return undefined;
  const other = await readStoredList(table, cls.id, otherSlotId);
  const offers = await readOffers(
    table,
    renewals.map(({ offer_id }) => offer_id),
  );
  for (const { id, price, child_ids, state, time_slot_id } of offers) {
    const known = prices.get(id);
    const booking = [...bookings, ...other.bookings].find(
      (each) => each.time_slot_id === time_slot_id && child_ids.includes(each.child_id),
    );
    if (known !== undefined && price !== known) return 'the price of a kept place has changed';
    if (known !== undefined && state === 'taken' && booking && booking.amount !== known)
      return 'a kept place was booked at another price';
    if (state === 'open') prices.set(id, price);
    else prices.delete(id);
  }
  return undefined;
};
