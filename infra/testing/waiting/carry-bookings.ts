import { randomUUID } from 'node:crypto';
import { listBookingsOfSlot } from '#functions/data/bookings/bookings';
import { takePlace } from '#functions/data/bookings/take-place';
import { endBooking } from '#functions/data/endings/end-booking';
import { readMoveParts } from '#functions/data/moves/move-parts';
import { ProblemError } from '#functions/lib/http/problem-error';
import { moveBooking } from '#functions/lib/moves/move-booking';
import { endableBooking } from '#shared/domain/bookings/endable-booking';
import { sessionsLeftValue } from '#shared/domain/bookings/endings';
import { moveTerms } from '#shared/domain/bookings/move-terms';
import { businessMoment } from '#shared/domain/time/business-time';
import { type ChildId, idempotencyKeySchema, type SlotId } from '#shared/schemas/ids';
import { InjectedFault } from '../mutants/intercept.ts';
import { sampleBooking } from '../samples/sample-booking.ts';
import { sampleTimeZone } from '../samples/samples.ts';
import type { ActOf } from './acts.ts';
import type { Carried } from './linearize.ts';
import { readStoredList } from './read-list.ts';
import type { SlotContext } from './slot-context.ts';

/** An attempt whose booking ended cannot create another one. */
const newAttempt = () => idempotencyKeySchema.parse(randomUUID());

/** Books a place of a slot for a child, by the calendar as it is. */
export const book = async (
  context: SlotContext,
  child: ChildId,
  slotId: SlotId = context.slotId,
): Promise<Carried> => {
  const { table, cls } = context;
  const family = context.familyOf(child);
  const children = family.children.filter(({ id }) => id === child);
  const { slot } = await readStoredList(table, cls.id, slotId);
  const { calendar_version } = slot;
  const details = { idempotency_key: newAttempt(), time_slot_id: slotId, calendar_version };
  const { outcome } = await takePlace(table, sampleBooking(cls, { ...family, children }, details));
  if (outcome === 'calendar-changed') return book(context, child, slotId);
  if (outcome === 'busy') return 'not-tried';
  return outcome === 'booked' ? 'done' : 'refused';
};

/** Books places for several children with one attempt, whose request is sent again after a lost answer. */
export const bookTogether = async (
  context: SlotContext,
  childIds: readonly ChildId[],
  attempt = newAttempt(),
  isRepeated = false,
): Promise<Carried> => {
  const { table, cls, slotId } = context;
  const again = (isSecond: boolean) => bookTogether(context, childIds, attempt, isSecond);
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
    const result = await takePlace(table, first, { siblings, max_capacity });
    if (result.outcome === 'calendar-changed') return again(isRepeated);
    if (result.outcome === 'busy') return 'not-tried';
    const isOwn =
      result.outcome === 'exists' &&
      result.existing.every(({ idempotency_key }) => idempotency_key === attempt);
    return result.outcome === 'booked' || isOwn ? 'done' : 'refused';
  } catch (error) {
    if (!isRepeated && error instanceof InjectedFault) return again(true);
    throw error;
  }
};

const findBooking = async ({ table }: SlotContext, slotId: SlotId, child: ChildId) =>
  (await listBookingsOfSlot(table, slotId, { consistent: true })).find(({ child_id }) => child_id === child);

/** Ends the booking of a child. */
export const end = async (context: SlotContext, { child, at }: ActOf<'end-booking'>): Promise<Carried> => {
  const booking = await findBooking(context, context.slotId, child);
  if (!booking) return 'refused';
  const request = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
  const result = await endBooking(context.depsAt(at), booking, request);
  if (result.outcome === 'busy') return 'not-tried';
  return result.outcome === 'ended' && !result.isRepeated ? 'done' : 'refused';
};

/** Moves the booking of a child to the other slot, or from there to this one, on the terms of the moment. */
export const move = async (context: SlotContext, act: ActOf<'move-away' | 'move-here'>): Promise<Carried> => {
  const { table, cls, slotId, otherSlotId } = context;
  const [from, to] = act.kind === 'move-away' ? [slotId, otherSlotId] : [otherSlotId, slotId];
  const booking = await findBooking(context, from, act.child);
  if (!booking) return 'refused';
  const target = { class_id: cls.id, time_slot_id: to };
  const parts = await readMoveParts(table, booking, target);
  if (!parts.booking || !parts.from || !parts.to) return 'refused';
  const endable = endableBooking({ ...parts.from, booking: parts.booking }, sampleTimeZone);
  const sessions_left = sessionsLeftValue(endable, act.at);
  const moment = businessMoment(new Date(act.at), sampleTimeZone);
  const terms = moveTerms({ ...parts.booking, sessions_left }, parts.from, parts.to, moment);
  if (!terms) throw new Error('The class has sessions to come');
  const { quote, calendar_version, trial_date } = terms;
  const { credit, charge } = quote;
  const order = { ...target, calendar_version, credit, charge, trial_date };
  const request = { booking, order, attempt: newAttempt(), by: 'parent', tell: false } as const;
  try {
    await moveBooking(request, context.depsAt(act.at));
    return 'done';
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code === 'calendarChanged' || error.code === 'priceChanged') return move(context, act);
    return error.code === 'busy' ? 'not-tried' : 'refused';
  }
};
