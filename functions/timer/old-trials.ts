import { sessionsOf } from '#shared/domain/sessions/sessions';
import type { CalendarDate } from '#shared/schemas/values';
import { listBookingsOfSlot, type StoredBooking } from '../data/bookings/bookings.ts';
import { listManagedClasses } from '../data/classes/managed-classes.ts';
import type { DueWork } from '../data/due/due-work.ts';
import { forgetOldTrials, noteOldTrials, oldTrialsFromItem } from '../data/due/old-trials.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { endTrial } from './daily/end-trial.ts';

/** The live trials with dates before a day: one Query for each slot that had a session before it. */
const listOldTrials = async (before: CalendarDate, { table }: TimedDeps): Promise<StoredBooking[]> => {
  const classes = await listManagedClasses(table, { consistent: true });
  const trials: StoredBooking[] = [];
  for (const cls of classes) {
    for (const slot of cls.time_slots) {
      if (!sessionsOf(cls, slot).some(({ date }) => date < before)) continue;
      const bookings = await listBookingsOfSlot(table, slot.id, { consistent: true });
      trials.push(...bookings.filter(({ trial_date }) => trial_date !== null && trial_date < before));
    }
  }
  return trials;
};

/** Notes the trials that no daily work ends, for an administrator to confirm (TRI-01). */
export const findOldTrials = async (before: CalendarDate, deps: TimedDeps): Promise<void> => {
  const { length } = await listOldTrials(before, deps);
  if (length > 0) await noteOldTrials(deps.table, length, before);
};

/** Ends the trials that an administrator confirmed, without email, one line of the log each (TRI-01). */
export const endOldTrials = async ({ item }: DueWork, deps: TimedDeps): Promise<void> => {
  const { before } = oldTrialsFromItem(item);
  for (const trial of await listOldTrials(before, deps)) await endTrial(trial, deps);
  await forgetOldTrials(deps.table);
};
