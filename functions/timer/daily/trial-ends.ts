import { trialHeldUntil } from '#shared/domain/bookings/trials';
import { sessionsOf } from '#shared/domain/sessions/sessions';
import { addDays } from '#shared/domain/time/calendar';
import { policies } from '#shared/policies';
import type { CalendarDate } from '#shared/schemas/values';
import { listBookingsOfSlot, type StoredBooking } from '../../data/bookings/bookings.ts';
import { listManagedClasses } from '../../data/classes/managed-classes.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { endTrial } from './end-trial.ts';
import type { Recurring } from './recurring.ts';

/** The trials of a day, of all slots that have a session on it, cancelled or not. One Query for each of these. */
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

/** The trials of a day end when their places are not held any more, however late that is (TRI-01). */
export const trialEnds: Recurring = {
  firstDay: (today) => addDays(today, -policies.trial.heldDays),
  dueAt: (day, timeZone) => new Date(trialHeldUntil({ date: day }, timeZone)),
  isOver: () => false,
  perform: async (day, deps) => {
    for (const trial of await trialsOn(day, deps)) await endTrial(trial, deps);
    return [];
  },
};
