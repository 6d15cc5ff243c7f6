import { familyRoutes } from '#shared/contract/family-routes';
import { withKeys } from '../lib/http/with-keys.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { addChildren } from './add-children.ts';
import { bookSlot } from './book-slot.ts';
import { createCalendarFeed, getBookingCalendar } from './calendars.ts';
import { cancelBooking } from './cancel-booking.ts';
import { exportMyData } from './export-my-data.ts';
import { getBookableSlot } from './get-bookable-slot.ts';
import { getMyFamily } from './get-my-family.ts';
import { getMyLedger } from './get-my-ledger.ts';
import { keepPlace } from './keep-trial.ts';
import { listCardViews } from './list-card-views.ts';
import { listMyBookings } from './list-my-bookings.ts';
import { moveMyBooking } from './move-my-booking.ts';
import { declineMyOffer, moveMyOffer, takeMyOffer } from './offers.ts';
import { removeChild } from './remove-child.ts';
import { setNotComing } from './set-not-coming.ts';
import { updateCard } from './update-card.ts';
import { updateChild } from './update-child.ts';
import { updateMyProfile } from './update-my-profile.ts';
import { getMyWaiting, joinWaitingList, leaveWaitingList } from './waiting.ts';

export const familyOperations = withKeys<'family', TimedDeps>(familyRoutes, {
  getMyFamily,
  updateMyProfile,
  addChildren,
  updateChild,
  updateCard,
  removeChild,
  listCardViews,
  exportMyData,
  listMyBookings,
  getMyLedger,
  getBookableSlot,
  getMyWaiting,
  joinWaitingList,
  leaveWaitingList,
  takeMyOffer,
  declineMyOffer,
  moveMyOffer,
  bookSlot,
  cancelBooking,
  setNotComing,
  moveMyBooking,
  keepPlace,
  getBookingCalendar,
  createCalendarFeed,
});
