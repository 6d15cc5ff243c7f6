import { trialHeldUntil } from '#shared/booking/keep-terms';
import { addDays } from '#shared/lib/calendar';
import type { CalendarDate } from '#shared/lib/values';
import { policies } from '#shared/policies';
import { sessionsOf } from '#shared/sessions/sessions';
import { listManagedClasses } from '../classes/classes.ts';
import { ContentionError } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Recurring } from '../lib/due-work.ts';
import { log } from '../lib/log.ts';
import { listBookingsOfSlot, type StoredBooking } from './bookings.ts';
import { endBooking } from './end-booking.ts';

class OtherDayError extends Error {
  override readonly name = 'OtherDayError';
}

const tryToEnd = async (trial: StoredBooking, deps: TimedDeps) => {
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

/** Leaves alone a trial that ended, was upgraded or moved meanwhile. @throws ContentionError where contention persisted */
export const endTrial = async (trial: StoredBooking, deps: TimedDeps): Promise<void> => {
  const result = await tryToEnd(trial, deps);
  if (result.outcome === 'busy') throw new ContentionError('Contention on the slot of a trial persisted');
  if (result.outcome === 'ended' && !result.isRepeated) log.info('trial.ended', { booking: trial.id });
  else {
    const reason = 'ended, kept or moved meanwhile';
    log.info('due.dropped', { kind: 'trial-end', booking: trial.id, reason });
  }
};

// Includes slots whose session is cancelled. One Query for each slot with a session on the day.
const trialsOn = async (day: CalendarDate, { table }: TimedDeps): Promise<StoredBooking[]> => {
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

/** A trial ends when its place is not held any more, however late that is (TRI-01). */
export const trialEnds: Recurring = {
  firstDay: (today) => addDays(today, -policies.trial.heldDays),
  dueAt: (day, timeZone) => new Date(trialHeldUntil({ date: day }, timeZone)),
  isOver: () => false,
  perform: async (day, deps) => {
    for (const trial of await trialsOn(day, deps)) {
      await endTrial(trial, deps);
      if (deps.isTimeOver()) return { goesOn: {} };
    }
    return [];
  },
};
