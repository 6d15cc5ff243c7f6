import { randomUUID } from 'node:crypto';
import { removeChild as removeStoredChild } from '#functions/across/change-children';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { takePlace } from '#functions/booking/take-place';
import { getManagedClass } from '#functions/classes/classes';
import { updateClass } from '#functions/classes/update-class';
import { getFamilyLedger } from '#functions/ledger/ledger';
import { ProblemError } from '#functions/lib/http/problem-error';
import { listApplications, putFirst, type StoredApplication } from '#functions/waiting/applications';
import { askList, readListedSlot, settleList } from '#functions/waiting/ask-list';
import { dropApplication, dropApplicationsOfChild, endOffer } from '#functions/waiting/end-offer';
import { presentOffer } from '#functions/waiting/offer-facts';
import { getOffer } from '#functions/waiting/offers';
import { storeApplication } from '#functions/waiting/store-application';
import { takeOffer } from '#functions/waiting/take-offer';
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
import { InjectedFault, isInterruption } from '../mutants/mutant.ts';
import { formOf, sampleBooking, sampleNow, sampleTimeZone, sampleToday } from '../samples/samples.ts';
import { deleteFamily } from '../samples/stored.ts';
import { moveOnTerms } from '../services/cancellation-steps.ts';
import type { ActOf } from './draw-acts.ts';
import type { Carried } from './linearize.ts';
import { readStoredList, type SlotContext } from './slot-context.ts';

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

/** Books places of a slot for children with one attempt, by the calendar as it is. */
export const book = async (
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

export const findBooking = async ({ table }: SlotContext, slotId: SlotId, child: ChildId) =>
  (await listBookingsOfSlot(table, slotId, { consistent: true })).find(({ child_id }) => child_id === child);

/** Ends a booking of a child, where it has one. */
export const end = async (
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

/** Moves the booking of a child to the other slot, or from there to this one, on the terms of the moment. */
export const move = async (context: SlotContext, act: ActOf<'move-away' | 'move-here'>): Promise<Carried> => {
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

export const join = async (context: SlotContext, act: ActOf<'join'>): Promise<Carried> => {
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

export const leave = async (context: SlotContext, act: ActOf<'leave'>): Promise<Carried> => {
  const entry = await findEntry(context, act.entry);
  if (!entry) return 'refused';
  const { outcome } = await dropApplication(context.table, entry, { at: act.at, offerState: 'declined' });
  return outcome === 'refused' ? leave(context, act) : carriedBy(outcome, 'done');
};

export const first = async (context: SlotContext, act: ActOf<'put-first'>): Promise<Carried> => {
  const entry = await findEntry(context, act.entry);
  if (!entry || !isWaiting(entry)) return 'refused';
  const { outcome } = await putFirst(context.table, entry, { at: act.at, reason: 'other' }, []);
  return outcome === 'refused' ? first(context, act) : carriedBy(outcome, 'done');
};

export const ask = async (context: SlotContext, moment: Instant): Promise<Carried> => {
  const present = businessMoment(new Date(moment), sampleTimeZone);
  const { outcome } = await askList(context.table, await listed(context), present);
  if (outcome === 'offered' || outcome === 'opened') return 'done';
  return outcome === 'nothing-kept' ? 'refused' : 'not-tried';
};

/** Takes an offer by the calendar as it is: the family is shown it before. */
export const take = async (context: SlotContext, offerId: OfferId): Promise<Carried> => {
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

export const endOpenOffer = async (
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

/** Does work that may be interrupted anywhere until it is done. */
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
export const removeChild = async (
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

export const erase = async ({ depsAt }: SlotContext, { parent, at }: ActOf<'erase'>): Promise<Carried> => {
  await untilDone(() => deleteFamily(depsAt(at), { familyId: parent, by: 'parent' }));
  return 'done';
};

/** Closes the list, where there is one, at a moment after the last session. */
export const endClass = async (
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
  /** The places of the slot; as before without it. */
  readonly capacity?: number;
  /** The weekly rate; as before without it. */
  readonly rate?: Cents;
  /** Whether families agree to something else from now on. */
  readonly raisesCalendar: boolean;
}

/** Changes the class of the slot. */
export const changeClass = async (context: SlotContext, change: Change): Promise<Carried> => {
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
