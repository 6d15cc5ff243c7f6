import { randomUUID } from 'node:crypto';
import { removeChild as removeStoredChild } from '#functions/across/change-children';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { takePlace } from '#functions/booking/take-place';
import { getManagedClass } from '#functions/classes/classes';
import { updateClass } from '#functions/classes/update-class';
import { getFamilyLedger } from '#functions/ledger/ledger';
import { classKey, slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { deleteItem } from '#functions/lib/dynamo/writes';
import { ProblemError } from '#functions/lib/http/problem-error';
import { listApplications, putFirst, type StoredApplication } from '#functions/waiting/applications';
import { askList, readListedSlot, settleList } from '#functions/waiting/ask-list';
import { dropApplication, dropApplicationsOfChild, endOffer } from '#functions/waiting/end-offer';
import { presentOffer, readOfferedSlots } from '#functions/waiting/offer-facts';
import { getOffer, readOffers } from '#functions/waiting/offers';
import { storeApplication } from '#functions/waiting/store-application';
import { moveRenewal, takeOffer } from '#functions/waiting/take-offer';
import { InjectedFault, isInterruption } from '#infra/testing/mutants/mutant';
import {
  formOf,
  sampleBooking,
  sampleNow,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { deleteFamily } from '#infra/testing/samples/stored';
import { moveOnTerms } from '#infra/testing/services/cancellation-steps';
import type { Act, ActOf } from '#infra/testing/waiting/draw-acts';
import { readStoredList, type SlotContext, type StoredList } from '#infra/testing/waiting/slot-context';
import { businessMoment } from '#shared/lib/business-time';
import {
  type ApplicationId,
  type ChildId,
  idempotencyKeySchema,
  type OfferId,
  type SlotId,
} from '#shared/lib/ids';
import type { Cents, Instant } from '#shared/lib/values';
import { isWaiting } from '#shared/waiting/waiting';
import { type Carried, storedContradiction } from './linearize.ts';

/** An attempt whose booking ended cannot create another one. */
const newAttempt = () => idempotencyKeySchema.parse(randomUUID());

/** What became of an act, by the outcome of the product's function. Other work that persisted has kept it from being tried. */
const carriedBy = (outcome: string, done: string): Carried => {
  if (outcome === 'busy') return 'not-tried';
  return outcome === done ? 'done' : 'refused';
};

interface BookOptions {
  readonly slotId?: SlotId;
  readonly attempt?: ReturnType<typeof newAttempt>;
  /** Whether the request is sent again after a lost answer; what one child is booked by is not. */
  readonly repeats?: boolean;
}

const book = async (
  context: SlotContext,
  childIds: readonly ChildId[],
  { slotId = context.slotId, attempt = newAttempt(), repeats = childIds.length > 1 }: BookOptions = {},
): Promise<Carried> => {
  const { table, cls } = context;
  const again = (isLast = false) => book(context, childIds, { slotId, attempt, repeats: repeats && !isLast });
  try {
    const { slot } = await readStoredList(table, cls.id, slotId);
    const { calendar_version, max_capacity } = slot;
    const details = { idempotency_key: attempt, time_slot_id: slotId, calendar_version };
    const [first, ...siblings] = childIds.map((child) => {
      const family = context.familyOf(child);
      const children = family.children.filter(({ id }) => id === child);
      return sampleBooking(cls, { ...family, children }, details);
    });
    if (!first) throw new Error('Somebody is booked');
    const result = await takePlace(
      table,
      first,
      siblings.length > 0 ? { siblings, max_capacity } : undefined,
    );
    if (result.outcome === 'calendar-changed') return again();
    const isOwn =
      result.outcome === 'exists' &&
      result.existing.every(({ idempotency_key }) => idempotency_key === attempt);
    return isOwn ? 'done' : carriedBy(result.outcome, 'booked');
  } catch (error) {
    if (repeats && error instanceof InjectedFault) return again(true);
    throw error;
  }
};

const findBooking = async ({ table }: SlotContext, slotId: SlotId, child: ChildId) =>
  (await listBookingsOfSlot(table, slotId, { consistent: true })).find(({ child_id }) => child_id === child);

const end = async (
  { depsAt }: SlotContext,
  booking: Parameters<typeof endBooking>[1] | undefined,
  at: Instant,
): Promise<Carried> => {
  if (!booking) return 'refused';
  const request = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
  const result = await endBooking(depsAt(at), booking, request);
  const isRepeated = result.outcome === 'ended' && result.isRepeated;
  return isRepeated ? 'refused' : carriedBy(result.outcome, 'ended');
};

const move = async (context: SlotContext, act: ActOf<'move-away' | 'move-here'>): Promise<Carried> => {
  const { cls, slotId, otherSlotId } = context;
  const [from, to] = act.kind === 'move-away' ? [slotId, otherSlotId] : [otherSlotId, slotId];
  const booking = await findBooking(context, from, act.child);
  if (!booking) return 'refused';
  try {
    const moved = await moveOnTerms(booking, { class_id: cls.id, time_slot_id: to }, context.depsAt(act.at));
    return moved ? 'done' : 'refused';
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code === 'calendarChanged' || error.code === 'priceChanged') return move(context, act);
    return error.code === 'busy' ? 'not-tried' : 'refused';
  }
};

const findEntry = async ({ table, slotId }: SlotContext, id: ApplicationId) =>
  (await listApplications(table, slotId)).find((entry) => entry.id === id);

const listed = async ({ table, cls, slotId }: SlotContext) => {
  const found = await readListedSlot(table, cls.id, slotId);
  if (!found) throw new Error('The slot is gone');
  return found;
};

const join = async (context: SlotContext, act: ActOf<'join'>): Promise<Carried> => {
  const { table, cls, slotId } = context;
  const entry: StoredApplication = {
    id: act.entry,
    parent_id: act.family,
    class_id: cls.id,
    time_slot_id: slotId,
    child_ids: [...act.children],
    since: act.at,
    put_first_at: null,
    passed_over_at: null,
    offer_id: null,
    idempotency_key: idempotencyKeySchema.parse(randomUUID()),
    put_first_reason: null,
  };
  const { slot } = await listed(context);
  const ledger = await getFamilyLedger(table, act.family, { consistent: true });
  if (!ledger) return 'refused';
  const { outcome } = await storeApplication(
    table,
    { application: entry, slot, ledger, isCounted: false },
    [],
  );
  if (outcome === 'again') return join(context, act);
  return carriedBy(outcome, 'joined');
};

const leave = async (context: SlotContext, act: ActOf<'leave'>): Promise<Carried> => {
  const entry = await findEntry(context, act.entry);
  if (!entry) return 'refused';
  const { outcome } = await dropApplication(context.table, entry, { at: act.at, offerState: 'declined' });
  return outcome === 'refused' ? leave(context, act) : carriedBy(outcome, 'done');
};

const first = async (context: SlotContext, act: ActOf<'put-first'>): Promise<Carried> => {
  const entry = await findEntry(context, act.entry);
  if (!entry || !isWaiting(entry)) return 'refused';
  const { outcome } = await putFirst(context.table, entry, { at: act.at, reason: 'other' }, []);
  return outcome === 'refused' ? first(context, act) : carriedBy(outcome, 'done');
};

const ask = async (context: SlotContext, moment: Instant): Promise<Carried> => {
  const present = businessMoment(new Date(moment), sampleTimeZone);
  const { outcome } = await askList(context.table, await listed(context), present);
  if (outcome === 'offered' || outcome === 'opened') return 'done';
  return outcome === 'nothing-kept' ? 'refused' : 'not-tried';
};

/** Takes an offer by the calendar as it is: the family is shown it before. */
const take = async (context: SlotContext, offerId: OfferId): Promise<Carried> => {
  const { table } = context;
  const offer = await getOffer(table, offerId);
  if (!offer) return 'refused';
  const present = presentOffer(offer, await listed(context), businessMoment(sampleNow, sampleTimeZone));
  const attempt = idempotencyKeySchema.parse(randomUUID());
  const { outcome } = await takeOffer(table, present, { attempt, now: sampleNow, today: sampleToday });
  if (outcome === 'calendar-changed') return take(context, offerId);
  return carriedBy(outcome, 'taken');
};

const endings = {
  decline: { state: 'declined', application: 'to-the-end' },
  expire: { state: 'expired', application: 'leaves' },
  withdraw: { state: 'withdrawn', application: 'keeps-rank' },
} as const;

const endOpenOffer = async (
  { table }: SlotContext,
  offerId: OfferId,
  act: ActOf<'decline' | 'expire' | 'withdraw'>,
): Promise<Carried> => {
  const offer = await getOffer(table, offerId);
  if (!offer) return 'refused';
  const { state, application } = endings[act.kind];
  const leaves = act.kind === 'decline' && !act.stays;
  const { outcome } = await endOffer(table, offer, {
    state,
    application: leaves ? 'leaves' : application,
    at: act.at,
  });
  return carriedBy(outcome, 'done');
};

const untilDone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isInterruption(error)) throw error;
    }
  }
};

/** Removes a child; where an answer is lost, the entry of the child can remain until the list is processed. */
const removeChild = async (
  { table, familyOf, depsAt }: SlotContext,
  { child, at }: ActOf<'remove-child'>,
): Promise<Carried> => {
  const { id } = familyOf(child);
  const moment = businessMoment(new Date(at), sampleTimeZone);
  const { outcome } = await removeStoredChild(table, id, child, moment);
  if (outcome === 'busy') return 'not-tried';
  if (outcome !== 'done') return 'refused';
  await untilDone(() => dropApplicationsOfChild(depsAt(at), id, child));
  return 'done';
};

const erase = async ({ depsAt }: SlotContext, { parent, at }: ActOf<'erase'>): Promise<Carried> => {
  await untilDone(() => deleteFamily(depsAt(at), { familyId: parent, by: 'parent' }));
  return 'done';
};

const endClass = async (
  { table, cls, slotId, depsAt }: SlotContext,
  { at }: ActOf<'end-class'>,
): Promise<Carried> => {
  await untilDone(async () => {
    const { slot } = await readStoredList(table, cls.id, slotId);
    if (slot.waiting + slot.held > 0) await settleList({ class_id: cls.id, id: slotId }, depsAt(at));
  });
  return 'done';
};

interface Change {
  readonly at: Instant;
  readonly capacity?: number;
  readonly rate?: Cents;
  readonly raisesCalendar: boolean;
}

const changeClass = async (context: SlotContext, change: Change): Promise<Carried> => {
  const { table, cls, slotId } = context;
  const current = await getManagedClass(table, cls.id);
  if (!current) throw new Error('The class is gone');
  const { time_slots: _, venue_id: __, ...form } = formOf(current);
  const { coach_ids, price } = current;
  const fields = { ...form, coach_ids, price, weekly_rate: change.rate ?? current.weekly_rate };
  const time_slots = current.time_slots.map(({ id, class_id, start_time, end_time, max_capacity }) => ({
    id,
    class_id,
    start_time,
    end_time,
    max_capacity: id === slotId ? (change.capacity ?? max_capacity) : max_capacity,
  }));
  const { raisesCalendar, at } = change;
  const { outcome } = await updateClass(
    table,
    current,
    { fields, time_slots, raisesCalendar, samePlaces: false, movedAt: () => undefined, at },
    [],
  );
  if (outcome === 'changed') return changeClass(context, change);
  return carriedBy(outcome, 'done');
};

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

interface Moment {
  readonly now: Instant;
  readonly offerId: OfferId | undefined;
}

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
    bookElsewhere: (child: ChildId) => book(context, [child], { slotId: otherSlotId }),
    read: () => readStoredList(table, cls.id, slotId, term),
    forget: async (): Promise<void> => {
      const keys = [classKey(cls.id), slotKey(cls.id, slotId), slotKey(cls.id, otherSlotId)];
      if (term) keys.push(classKey(term.before.id), slotKey(term.before.id, term.beforeSlotId));
      await Promise.all(keys.map((key) => deleteItem(table, key)));
    },
    readElsewhere: () => readStoredList(table, cls.id, otherSlotId),
    termContradiction: (known: readonly OfferId[]) => termContradiction(context, known),
    changedPrice: (stored: StoredList, prices: Map<string, number>) => changedPrice(context, stored, prices),
  };
};
export type WaitingSlot = ReturnType<typeof createWaitingSlot>;
