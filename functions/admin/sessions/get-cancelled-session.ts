import { presetMakeUpDate } from '#shared/domain/sessions/calendar-rules';
import { businessMoment } from '#shared/domain/time/business-time';
import { listCreditable } from '../../data/cancellations/list-creditable.ts';
import { readRemovableMakeUps } from '../../data/cancellations/restore-session.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { findCancelled } from './find-cancelled.ts';

/**
 * What the page of a class shows of a cancelled session (CAN-10 to CAN-12).
 * @throws ProblemError classNotFound, sessionNotFound
 */
export const getCancelledSession: Operation<'getCancelledSession', AdminDeps> = async (
  { params: { classId, slotId, date } },
  { table, clock, timeZone },
) => {
  const { cls, slot, current } = await findCancelled(table, { class_id: classId, slot_id: slotId, date });
  if (!current) throw problem('sessionNotFound');
  const { change, cancellation } = current;
  const moment = businessMoment(clock(), timeZone);
  const [removed, bookings] = await Promise.all([
    readRemovableMakeUps(table, cls, slot, date, moment),
    listCreditable(table, cls, cancellation),
  ]);
  return {
    ...{ reason: change.reason, remedy: change.remedy, message_id: cancellation.message_id },
    make_up_date: presetMakeUpDate(cls, slot, moment.today),
    removable_make_up: removed.present,
    bookings,
  };
};
