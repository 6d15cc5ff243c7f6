import { nextUpcomingDate } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import { auditEventPut } from '../data/audit/activity.ts';
import { endBooking } from '../data/endings/end-booking.ts';
import { lateEndingPut } from '../data/endings/late-endings.ts';
import { hasChangedEnough } from '../data/ledger/change-limits.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { tooManyInHour } from '../lib/http/too-many-attempts.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Cancels one of the caller's bookings by its terms (END-04, END-05), in one read and one transaction. Sent again it
 * answers the same (END-13). Another family's booking is not found: its key holds its parent's id.
 * @throws ProblemError bookingNotFound, classEnded, creditChanged, tooManyChanges, busy
 */
export const cancelBooking: Operation<'cancelBooking', TimedDeps> = async (
  { caller, params, body },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const { credit, ...keyParts } = body;
  const booking = { id: params.bookingId, parent_id: caller.userId, ...keyParts };
  const result = await endBooking(deps, booking, {
    ending: { reason: 'cancelled' },
    by: 'parent',
    tell: true,
    isCounted: true,
    extraWrites: (record, { cls, slot, ledger }) => {
      const now = clock();
      if (!nextUpcomingDate(cls, slot, businessMoment(now, timeZone))) throw problem('classEnded');
      if (record.ended.credit !== credit) throw problem('creditChanged');
      if (hasChangedEnough(ledger, record.ended.at)) throw tooManyInHour('changes', now);
      const event = {
        actor_id: caller.userId,
        action: 'booking.cancelled',
        subject_id: record.id,
        class_id: record.class_id,
      } as const;
      const late = record.ended.suggested > 0 ? [lateEndingPut(table, record)] : [];
      return [auditEventPut(table, now, event), ...late];
    },
  });
  if (result.outcome === 'gone') throw problem('bookingNotFound');
  if (result.outcome === 'busy') throw busy();
  return result.record;
};
