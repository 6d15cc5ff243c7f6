import type { ServiceOperations } from '../http/create-handler.ts';
import { addChildren } from './add-children.ts';
import { bookSlot } from './book-slot.ts';
import { cancelBooking } from './cancel-booking.ts';
import { createCalendarFeed } from './create-calendar-feed.ts';
import type { FamilyDeps } from './deps.ts';
import { exportMyData } from './export-my-data.ts';
import { getBookingCalendar } from './get-booking-calendar.ts';
import { getBookingOffer } from './get-booking-offer.ts';
import { getMyFamily } from './get-my-family.ts';
import { keepPlace } from './keep-place.ts';
import { listMyBookings } from './list-my-bookings.ts';
import { moveMyBooking } from './move-my-booking.ts';
import { removeChild } from './remove-child.ts';
import { updateChild } from './update-child.ts';
import { updateMyProfile } from './update-my-profile.ts';

export const familyOperations: ServiceOperations<'family', FamilyDeps> = {
  getMyFamily,
  updateMyProfile,
  addChildren,
  updateChild,
  removeChild,
  exportMyData,
  listMyBookings,
  getBookingOffer,
  bookSlot,
  cancelBooking,
  moveMyBooking,
  keepPlace,
  getBookingCalendar,
  createCalendarFeed,
};
