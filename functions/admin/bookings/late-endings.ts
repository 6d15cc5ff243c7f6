import { businessMoment } from '#shared/domain/time/business-time';
import { auditEventPut } from '../../data/audit/activity.ts';
import { getEndedBooking } from '../../data/bookings/ended-bookings.ts';
import * as data from '../../data/endings/decide-late-ending.ts';
import { getActiveProfile } from '../../data/families/profiles.ts';
import { describeLateEndings } from '../../data/joins/late-endings.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** The late cancellations whose credit an administrator is to decide (END-07). */
export const listLateEndings: Operation<'listLateEndings', AdminDeps> = async (_request, { table }) => ({
  late_endings: await describeLateEndings(table),
});

/**
 * Gives the suggested credit for a late cancellation, or decides that there is none (END-07). A repeated request
 * credits nothing more.
 * @throws ProblemError bookingNotFound, busy
 */
export const decideLateEnding: Operation<'decideLateEnding', AdminDeps> = async (
  { caller, params, body },
  { table, clock, timeZone },
) => {
  const [profile, record] = await Promise.all([
    getActiveProfile(table, body.parent_id),
    getEndedBooking(table, body.parent_id, params.bookingId),
  ]);
  if (!profile || !record || record.ended.suggested === 0) throw problem('bookingNotFound');
  const moment = businessMoment(clock(), timeZone);
  const audit = auditEventPut(table, moment.now, {
    actor_id: caller.userId,
    action: 'booking.credited',
    subject_id: record.id,
    class_id: record.class_id,
    fields: body.credit ? [] : ['nothing'],
  });
  const decision = { record, credit: body.credit, moment, madeBy: caller.userId };
  if ((await data.decideLateEnding(table, decision, [audit])) === 'busy') throw busy();
};
