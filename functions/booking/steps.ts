import { notComingProblem } from '#shared/booking/booked-sessions';
import type { BookedSessions, SessionTimes } from '#shared/booking/booking';
import { firstOverlap, overlapParams } from '#shared/booking/overlaps';
import type { ClassSummary } from '#shared/classes/class';
import { isOffSale } from '#shared/classes/openings';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import { formatDeadline } from '#shared/lib/calendar';
import { type Instant, instantOf } from '#shared/lib/values';
import type { FamilyLedger } from '../ledger/ledger.ts';
import type { TimedDeps } from '../lib/deps.ts';
import { busy, type ProblemError, problem, tooManyInHour } from '../lib/http/problem-error.ts';
import type { Table } from '../lib/table.ts';
import { type Answer, storeNotComing } from './booking-changes.ts';
import { readBookedSlots } from './booking-details.ts';
import type { StoredBooking } from './bookings.ts';
import { readFamilyOpening } from './held-by-family.ts';

/** Refuses families a class off sale (OPS-08): the transaction requires the calendar that was read. @throws notOnSale */
export const checkOnSale = (cls: ClassSummary): void => {
  if (isOffSale(cls)) throw problem('notOnSale');
};

/** @throws ProblemError notOpenYet */
export const throwIfOpensLater = (opens: Instant | null, moment: BusinessMoment): void => {
  if (opens) throw problem('notOpenYet', { opens: formatDeadline(opens, moment) });
};

/**
 * Refuses a place, or a place on the list, in a class that is not open for the family yet (TRM-06, TRM-11). A change of the
 * openings raises the calendar of the class's slots, which the transaction requires as it was read.
 * @throws ProblemError notOpenYet
 */
export const checkOpening = async (
  cls: ClassSummary,
  ledger: FamilyLedger,
  moment: BusinessMoment,
  { table }: { readonly table: Table },
): Promise<void> => {
  throwIfOpensLater(await readFamilyOpening(table, cls, ledger, moment), moment);
};

/** A session of the child's other bookings is at the same time (BSK-04). */
export const overlapProblem = (
  { child_id, child_name }: Pick<StoredBooking, 'child_id' | 'child_name'>,
  cls: Pick<ClassSummary, 'class_type'>,
  sessions: readonly SessionTimes[],
  others: readonly BookedSessions[],
): ProblemError | undefined => {
  const overlap = firstOverlap(
    sessions,
    others.filter((other) => other.child_id === child_id),
  );
  return overlap && problem('sessionsOverlap', overlapParams(child_name, cls, overlap));
};

/**
 * Changes neither the place nor what it costs (ABS-01). One read and one transaction; a second one where the family has made
 * another change in this hour.
 * @throws ProblemError bookingNotFound, sessionNotFound, sessionBegun, tooManyChanges, busy
 */
export const setNotComing = async (
  booking: StoredBooking | undefined,
  { date, not_coming, by }: Pick<Answer, 'date' | 'by'> & { readonly not_coming: boolean },
  { table, clock, timeZone }: TimedDeps,
): Promise<void> => {
  const [booked] = await readBookedSlots(table, booking ? [booking] : []);
  if (!booking || !booked) throw problem('bookingNotFound');
  const slots = [booked.time_slot, ...booked.earlier_slots];
  const moment = businessMoment(clock(), timeZone);
  const refusal = notComingProblem(booked.class, booking, slots, date, moment);
  if (refusal) throw problem(refusal);
  const answer = { date, isNotComing: not_coming, at: instantOf(moment.now), by };
  const { outcome } = await storeNotComing(table, booking, answer);
  if (outcome === 'limited') throw tooManyInHour('changes', moment.now);
  if (outcome === 'busy') throw busy();
  if (outcome === 'gone') throw problem('bookingNotFound');
};
