import { instantSchema } from '#shared/schemas/values';
import { listBookingsOfParent } from '../data/bookings/bookings.ts';
import { describeBookings } from '../data/families/booking-details.ts';
import { getFamily } from '../data/families/families.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { FamilyDeps } from './deps.ts';

export const exportMyData: Operation<'exportMyData', FamilyDeps> = async ({ caller }, { table, clock }) => {
  const [family, bookings] = await Promise.all([
    getFamily(table, caller.userId),
    listBookingsOfParent(table, caller.userId),
  ]);
  if (!family) throw problem('profileNotFound');
  const { profile, children } = family;
  return {
    profile,
    children,
    child_names: [...profile.child_names].toSorted(),
    email_problem: profile.email_problem,
    bookings: await describeBookings(table, bookings),
    exported_at: instantSchema.parse(clock().toISOString()),
  };
};
