import { counted } from '#shared/domain/text/counted';
import { businessMoment } from '#shared/domain/time/business-time';
import { removeChild as removeStoredChild } from '../data/deletions/remove-child.ts';
import { dropEntriesOfChild } from '../data/waiting/drop-entry.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { tooManyInHour } from '../lib/http/too-many-attempts.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Removes one of the caller's children (API-26, KID-03). Another family's child is not found: its key holds its
 * parent's id.
 * @throws ProblemError childNotFound, childHasBookings, profileNotFound, tooManyChanges, busy
 */
export const removeChild: Operation<'removeChild', TimedDeps> = async (
  { caller, params },
  { table, clock, timeZone },
) => {
  const moment = businessMoment(clock(), timeZone);
  const result = await removeStoredChild(table, caller.userId, params.childId, moment);
  switch (result.outcome) {
    case 'done':
      await dropEntriesOfChild({ table, clock }, caller.userId, params.childId);
      return undefined;
    case 'no-child':
      // An earlier request may have been interrupted after it removed the child.
      await dropEntriesOfChild({ table, clock }, caller.userId, params.childId);
      throw problem('childNotFound');
    case 'has-bookings':
      throw problem('childHasBookings', {
        name: result.name,
        bookings: counted(result.bookings, 'booking', 'bookings'),
      });
    case 'no-profile':
      throw problem('profileNotFound');
    case 'limited':
      throw tooManyInHour('changes', moment.now);
    case 'busy':
      throw busy();
  }
};
