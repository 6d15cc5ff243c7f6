import { listBookingsOfParent } from '../data/bookings/bookings.ts';
import { describeBookings } from '../data/families/booking-details.ts';
import type { Operation } from '../http/create-handler.ts';
import type { FamilyDeps } from './deps.ts';

export const listMyBookings: Operation<'listMyBookings', FamilyDeps> = async ({ caller }, { table }) => ({
  bookings: await describeBookings(table, await listBookingsOfParent(table, caller.userId)),
});
