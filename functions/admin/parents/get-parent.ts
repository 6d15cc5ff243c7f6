import { businessMoment } from '#shared/domain/time/business-time';
import { listBookingsOfParent } from '../../data/bookings/bookings.ts';
import { getFamily } from '../../data/families/families.ts';
import { describeBookings } from '../../data/joins/booking-details.ts';
import { readEndedBookings } from '../../data/joins/ended-bookings.ts';
import { readDiscountFacts } from '../../data/joins/family-places.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import { recordCardView } from '../../lib/record-card-view.ts';
import type { AdminDeps } from '../deps.ts';
import { toManagedProfile } from '../to-managed-profile.ts';

/**
 * What the page of a parent shows: profile, children by name (API-23), live and ended bookings, newest first. Without a
 * record of who read the cards nothing is shown (SEE-01).
 */
export const getParent: Operation<'getParent', AdminDeps> = async ({ caller, params }, deps) => {
  const { table, clock, timeZone } = deps;
  const [family, bookings, ended] = await Promise.all([
    getFamily(table, params.parentId),
    listBookingsOfParent(table, params.parentId),
    readEndedBookings(table, params.parentId),
  ]);
  if (!family) throw problem('parentNotFound');
  const shown = family.children.map(({ parent_id, id }) => ({ parent_id, child_id: id }));
  const [, described, discounts] = await Promise.all([
    recordCardView(deps, caller, params, shown),
    describeBookings(table, bookings),
    readDiscountFacts(table, bookings, businessMoment(clock(), timeZone)),
  ]);
  return {
    profile: toManagedProfile(family.profile),
    children: family.children.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    bookings: described,
    discounts,
    ended,
  };
};
