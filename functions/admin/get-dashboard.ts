import { addDays, toCalendarDate } from '#shared/domain/calendar';
import { sessionDatesFrom } from '#shared/domain/schedule';
import type { ManagedClass } from '#shared/schemas/class-input';
import { type Dashboard, dashboardDays } from '#shared/schemas/dashboard';
import type { CalendarDate } from '#shared/schemas/values';
import { readFigures } from '../data/classes/figures.ts';
import { getProfileCounts } from '../data/families/profile-counts.ts';
import type { Operation } from '../http/create-handler.ts';
import type { AdminDeps } from './deps.ts';

const upcomingOf = (classes: readonly ManagedClass[], today: CalendarDate): Dashboard['upcoming'] => {
  const until = addDays(today, dashboardDays - 1);
  return classes
    .map((cls) => ({ ...cls, dates: sessionDatesFrom(cls, today).filter((date) => date <= until) }))
    .filter(({ dates }) => dates.length > 0)
    .toSorted((one, other) => String(one.dates[0]).localeCompare(String(other.dates[0])));
};

/** Reads counters only: it costs the same with 50 and with 50,000 bookings (ADM-05 to ADM-09). */
export const getDashboard: Operation<'getDashboard', AdminDeps> = async (
  _request,
  { table, clock, timeZone },
) => {
  const [{ classes, bookings, revenue }, { parents }] = await Promise.all([
    readFigures(table),
    getProfileCounts(table),
  ]);
  const upcoming = upcomingOf(classes, toCalendarDate(clock(), timeZone));
  return { classes: classes.length, bookings, members: parents, revenue, upcoming };
};
