import { sessionsOf } from '#shared/domain/sessions';
import { trialHeldUntil } from '#shared/domain/trials';
import type { CalendarDate } from '#shared/schemas/values';
import { ContentionError } from '../../contention-error.ts';
import { listBookingsOfSlot, type StoredBooking } from '../../data/bookings/bookings.ts';
import { listManagedClasses } from '../../data/classes/managed-classes.ts';
import { endBooking } from '../../data/endings/end-booking.ts';
import { log } from '../../log.ts';
import type { TimerDeps } from '../deps.ts';
import type { Recurring } from './recurring.ts';

/** The trial is on another day than when the roster was read. */
class OtherDayError extends Error {
  override readonly name = 'OtherDayError';
}

const tryToEnd = async (trial: StoredBooking, deps: TimerDeps) => {
  try {
    return await endBooking(deps, trial, {
      ending: { reason: 'trial-over' },
      by: 'system',
      tell: false,
      extraWrites: (_, { booking }) => {
        if (booking.trial_date !== trial.trial_date) throw new OtherDayError();
        return [];
      },
    });
  } catch (error) {
    if (error instanceof OtherDayError) return { outcome: 'gone' } as const;
    throw error;
  }
};

/**
 * Ends a trial that was held long enough, which gives its place back. Ended before, kept or moved, it is left alone.
 * @throws ContentionError where contention persisted
 */
export const endTrial = async (trial: StoredBooking, deps: TimerDeps): Promise<void> => {
  const { outcome } = await tryToEnd(trial, deps);
  if (outcome === 'busy') throw new ContentionError('Contention on the slot of a trial persisted');
  if (outcome === 'ended') log.info('trial.ended', { booking: trial.id });
  else log.info('due.dropped', { kind: 'trial-end', booking: trial.id, reason: 'kept or moved meanwhile' });
};

/** The trials of a day, of all slots that have a session on it, cancelled or not. One Query for each of these. */
const trialsOn = async (day: CalendarDate, { table }: TimerDeps): Promise<StoredBooking[]> => {
  const classes = await listManagedClasses(table, { consistent: true });
  const slots = classes.flatMap((cls) =>
    cls.time_slots.filter((slot) => sessionsOf(cls, slot).some(({ date }) => date === day)),
  );
  const trials: StoredBooking[] = [];
  for (const { id } of slots) {
    const bookings = await listBookingsOfSlot(table, id, { consistent: true });
    trials.push(...bookings.filter(({ trial_date }) => trial_date === day));
  }
  return trials;
};

/** The trials of a day end when their places are not held any more, however late that is (TRI-01). */
export const trialEnds: Recurring = {
  firstDay: (today) => today,
  dueAt: (day, timeZone) => new Date(trialHeldUntil({ date: day }, timeZone)),
  isOver: () => false,
  perform: async (day, deps) => {
    for (const trial of await trialsOn(day, deps)) await endTrial(trial, deps);
    return [];
  },
};
