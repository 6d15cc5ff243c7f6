import { findBookingByName } from '../../data/bookings/bookings.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

export const lookUpBooking: Operation<'lookUpBooking', AdminDeps> = async (
  { body: { time_slot_id, parent_id, child_name } },
  { table },
) => ({ booking: (await findBookingByName(table, time_slot_id, parent_id, child_name)) ?? null });
