import type { ServiceOperations } from '../http/create-handler.ts';
import { createClass } from './create-class.ts';
import { deleteBooking } from './delete-booking.ts';
import { deleteClass } from './delete-class.ts';
import type { AdminDeps } from './deps.ts';
import { getClassImpact } from './get-class-impact.ts';
import { getRoster } from './get-roster.ts';
import { listManagedClasses } from './list-managed-classes.ts';
import { searchBookings } from './search-bookings.ts';
import { updateBooking } from './update-booking.ts';
import { updateClass } from './update-class.ts';

export const adminOperations: ServiceOperations<'admin', AdminDeps> = {
  listManagedClasses,
  createClass,
  updateClass,
  getClassImpact,
  deleteClass,
  getRoster,
  searchBookings,
  updateBooking,
  deleteBooking,
};
