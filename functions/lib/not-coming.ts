import { notComingProblem } from '#shared/domain/registers/not-coming';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { CalendarDate } from '#shared/schemas/values';
import type { StoredBooking } from '../data/bookings/bookings.ts';
import { storeNotComing } from '../data/bookings/not-coming.ts';
import { readBookedSlots } from '../data/joins/booked-slots.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { busy, problem } from './http/problem-error.ts';
import { tooManyInHour } from './http/too-many-attempts.ts';

/**
 * Notes that the child of a booking does not come to its session on a date, or comes after all (ABS-01). It changes neither
 * the place nor what it costs. One read and one transaction; a
 * second one where the family has made another change in this hour.
 * @throws ProblemError bookingNotFound, sessionNotFound, sessionBegun, tooManyChanges, busy
 */
export const setNotComing = async (
  booking: StoredBooking | undefined,
  { date, not_coming }: { readonly date: CalendarDate; readonly not_coming: boolean },
  { table, clock, timeZone }: TimedDeps,
): Promise<void> => {
  const [booked] = await readBookedSlots(table, booking ? [booking] : []);
  if (!booking || !booked) throw problem('bookingNotFound');
  const slots = [booked.time_slot, ...booked.earlier_slots];
  const moment = businessMoment(clock(), timeZone);
  const refusal = notComingProblem(booked.class, booking, slots, date, moment);
  if (refusal) throw problem(refusal);
  const answer = { date, isNotComing: not_coming, at: instantOf(moment.now) };
  const outcome = await storeNotComing(table, booking, answer);
  if (outcome === 'limited') throw tooManyInHour('changes', moment.now);
  if (outcome === 'busy') throw busy();
  if (outcome === 'gone') throw problem('bookingNotFound');
};
