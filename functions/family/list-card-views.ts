import { toCalendarDate } from '#shared/domain/time/business-time';
import { listBookingsOfParent } from '../data/bookings/bookings.ts';
import { listEndedBookings } from '../data/bookings/ended-bookings.ts';
import { getFamily } from '../data/families/families.ts';
import { readCardViews } from '../data/joins/card-views.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Who read the cards of the caller's children (SEE-02).
 * @throws ProblemError profileNotFound
 */
export const listCardViews: Operation<'listCardViews', TimedDeps> = async (
  { caller: { userId } },
  { table, clock, timeZone },
) => {
  const [family, live, ended] = await Promise.all([
    getFamily(table, userId),
    listBookingsOfParent(table, userId),
    listEndedBookings(table, userId),
  ]);
  if (!family) throw problem('profileNotFound');
  const today = toCalendarDate(clock(), timeZone);
  return { views: await readCardViews(table, userId, family.children, [...live, ...ended], today) };
};
