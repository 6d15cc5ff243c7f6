import { listBookingsOfParent } from '../../data/bookings/bookings.ts';
import { describeBookings } from '../../data/joins/booking-details.ts';
import { findFamilies } from '../../data/joins/find-families.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { findLimits } from '../../limits.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Finds families by the beginnings of words: of the parent's name, email and phone, and of the children's names. Reads
 * what it finds: these families, the bookings of the first of them, and what these refer to.
 */
export const searchEverything: Operation<'searchEverything', AdminDeps> = async ({ body }, { table }) => {
  const families = await findFamilies(table, body.query, findLimits.families);
  const bookings = await Promise.all(
    families.slice(0, findLimits.familiesWithBookings).map(({ id }) => listBookingsOfParent(table, id)),
  );
  return {
    families: families.map(({ id, full_name, email, phone_number, child_names }) => ({
      id,
      full_name,
      email,
      phone_number,
      children: [...child_names],
    })),
    bookings: await describeBookings(table, bookings.flat().slice(0, findLimits.bookings)),
  };
};
