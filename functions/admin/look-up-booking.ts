import { getBookingOfChild } from '../data/bookings/bookings.ts';
import type { Operation } from '../http/create-handler.ts';
import type { AdminDeps } from './deps.ts';

export const lookUpBooking: Operation<'lookUpBooking', AdminDeps> = async ({ body }, { table }) => {
  const booking = await getBookingOfChild(table, body);
  return { booking: booking ?? null };
};
