import { classKey, slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { deleteItem } from '#functions/lib/dynamo/writes';
import { readOfferedSlots } from '#functions/waiting/offer-facts';
import { getOffer, readOffers } from '#functions/waiting/offers';
import { moveRenewal } from '#functions/waiting/take-offer';
import { businessMoment } from '#shared/lib/business-time';
import type { ChildId, OfferId, SlotId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { isInterruption } from '../mutants/mutant.ts';
import { sampleTimeZone } from '../samples/samples.ts';
import {
  ask,
  book,
  changeClass,
  end,
  endClass,
  endOpenOffer,
  erase,
  findBooking,
  first,
  join,
  leave,
  move,
  removeChild,
  take,
} from './carry.ts';
import type { Act, ActOf } from './draw-acts.ts';
import { type Carried, storedContradiction } from './linearize.ts';
import { readStoredList, type SlotContext, type StoredList } from './slot-context.ts';

/** Goes on with the publication. One that is interrupted has given some of the places. */
const keepPlaces = async ({ term }: SlotContext, { at }: ActOf<'keep-places'>): Promise<Carried> => {
  try {
    await term?.publish(at);
    return 'done';
  } catch (error) {
    if (isInterruption(error)) return 'unknown';
    throw error;
  }
};

const moveTo = async ({ table, cls }: SlotContext, offerId: OfferId, slotId: SlotId, at: Instant) => {
  const offer = await getOffer(table, offerId);
  if (!offer?.renewal) return undefined;
  if (offer.state === 'open' && offer.time_slot_id === slotId) return { outcome: 'same-slot' } as const;
  const target = { class_id: cls.id, time_slot_id: slotId };
  const place = (await readOfferedSlots(table, [target]))(target);
  const moment = businessMoment(new Date(at), sampleTimeZone);
  return place && moveRenewal(table, { ...offer, renewal: offer.renewal }, place, moment);
};

/** Keeps the place of an offer of this slot in the other one. */
const keepElsewhere = async (
  context: SlotContext,
  offerId: OfferId,
  { at }: ActOf<'keep-elsewhere'>,
): Promise<Carried> => {
  const outcome = (await moveTo(context, offerId, context.otherSlotId, at))?.outcome;
  if (outcome === 'moved') return 'done';
  if (outcome !== 'ended') return outcome === undefined ? 'refused' : 'not-tried';
  // One that was declined may have been kept again in the meantime, or its child removed.
  const offer = await getOffer(context.table, offerId);
  return offer?.state === 'declined' || offer?.state === 'open' ? 'not-tried' : 'refused';
};

/** Keeps the place of a child in this slot, whose offer is in the other one, or was declined. */
const keepHere = async (context: SlotContext, { child, at }: ActOf<'keep-here'>): Promise<Carried> => {
  const renewal = (await context.term?.read())?.renewals.find(({ child_id }) => child_id === child);
  const moved = renewal && (await moveTo(context, renewal.offer_id, context.slotId, at));
  const outcome = moved?.outcome;
  if (outcome === 'moved') return 'done';
  const isRefusedHere = outcome === 'full' || outcome === 'already-booked' || outcome === 'already-waiting';
  return isRefusedHere ? 'refused' : 'not-tried';
};

/**
 * What disagrees between the kept places of a term and what holds them, whatever the history was; undefined where nothing
 * does: each names its present offer and its state, an open one has an entry in its slot, and a child has one of them.
 * @param known offers that were there before
 */
const termContradiction = async (
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
const changedPrice = async (
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

/** When an act is carried out, and the stored offer that an answer is for. */
interface Moment {
  readonly now: Instant;
  readonly offerId: OfferId | undefined;
}

/** A slot of a table, on which everything that can happen to a waiting list is carried out. */
export const createWaitingSlot = (context: SlotContext) => {
  const { table, cls, slotId, otherSlotId, term } = context;

  const carryOut = async (act: Act, { now, offerId }: Moment): Promise<Carried> => {
    switch (act.kind) {
      case 'book':
        return book(context, [act.child]);
      case 'book-together':
        return book(context, act.children);
      case 'end-booking':
        return end(context, await findBooking(context, slotId, act.child), act.at);
      case 'move-away':
      case 'move-here':
        return move(context, act);
      case 'join':
        return join(context, act);
      case 'leave':
        return leave(context, act);
      case 'put-first':
        return first(context, act);
      case 'ask':
        return ask(context, now);
      case 'take':
        return offerId ? take(context, offerId) : 'refused';
      case 'decline':
      case 'expire':
      case 'withdraw':
        return offerId ? endOpenOffer(context, offerId, act) : 'refused';
      case 'keep-elsewhere':
        return offerId ? keepElsewhere(context, offerId, act) : 'refused';
      case 'keep-here':
        return keepHere(context, act);
      case 'keep-places':
        return keepPlaces(context, act);
      case 'leave-before':
        return end(context, await term?.bookingOf(act.child), act.at);
      case 'change-price':
      case 'set-capacity':
        return changeClass(context, { ...act, raisesCalendar: false });
      case 'edit-class':
        return changeClass(context, { ...act, raisesCalendar: true });
      case 'remove-child':
        return removeChild(context, act);
      case 'erase':
        return erase(context, act);
      case 'end-class':
        return endClass(context, act);
    }
  };

  return {
    carryOut,
    /** Books a place of the other slot. */
    bookElsewhere: (child: ChildId) => book(context, [child], { slotId: otherSlotId }),
    read: () => readStoredList(table, cls.id, slotId, term),
    /** Deletes the class. */
    forget: async (): Promise<void> => {
      const keys = [classKey(cls.id), slotKey(cls.id, slotId), slotKey(cls.id, otherSlotId)];
      if (term) keys.push(classKey(term.before.id), slotKey(term.before.id, term.beforeSlotId));
      await Promise.all(keys.map((key) => deleteItem(table, key)));
    },
    readElsewhere: () => readStoredList(table, cls.id, otherSlotId),
    /** What disagrees between the kept places and the offers of both slots; undefined where nothing does. */
    termContradiction: (known: readonly OfferId[]) => termContradiction(context, known),
    /** @param prices as `changedPrice` takes them */
    changedPrice: (stored: StoredList, prices: Map<string, number>) => changedPrice(context, stored, prices),
  };
};
export type WaitingSlot = ReturnType<typeof createWaitingSlot>;
