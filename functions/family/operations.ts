import type { ServiceOperations } from '../lib/http/create-handler.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { addChildren } from './add-children.ts';
import { bookSlot } from './book-slot.ts';
import { cancelBooking } from './cancel-booking.ts';
import { createCalendarFeed } from './create-calendar-feed.ts';
import { declineMyOffer } from './decline-my-offer.ts';
import { exportMyData } from './export-my-data.ts';
import { getBookableSlot } from './get-bookable-slot.ts';
import { getBookingCalendar } from './get-booking-calendar.ts';
import { getMyFamily } from './get-my-family.ts';
import { getMyLedger } from './get-my-ledger.ts';
import { getMyWaiting } from './get-my-waiting.ts';
import { joinWaitingList } from './join-waiting-list.ts';
import { keepPlace } from './keep-place.ts';
import { leaveWaitingList } from './leave-waiting-list.ts';
import { listMyBookings } from './list-my-bookings.ts';
import { moveMyBooking } from './move-my-booking.ts';
import { removeChild } from './remove-child.ts';
import { takeMyOffer } from './take-my-offer.ts';
import { updateCard } from './update-card.ts';
import { updateChild } from './update-child.ts';
import { updateMyProfile } from './update-my-profile.ts';

export const familyOperations: ServiceOperations<'family', TimedDeps> = {
  getMyFamily,
  updateMyProfile,
  addChildren,
  updateChild,
  updateCard,
  removeChild,
  exportMyData,
  listMyBookings,
  getMyLedger,
  getBookableSlot,
  getMyWaiting,
  joinWaitingList,
  leaveWaitingList,
  takeMyOffer,
  declineMyOffer,
  bookSlot,
  cancelBooking,
  moveMyBooking,
  keepPlace,
  getBookingCalendar,
  createCalendarFeed,
};
