import { firstOverlap, overlapParams } from '#shared/domain/sessions/overlaps';
import type { BookedSessions, SessionTimes } from '#shared/schemas/booked-sessions';
import type { ClassSummary } from '#shared/schemas/class';
import type { StoredBooking } from '../data/bookings/bookings.ts';
import { type ProblemError, problem } from './http/problem-error.ts';

/** Why a child cannot have a place: a session of it is at the time of another one of the child (BSK-04). */
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
