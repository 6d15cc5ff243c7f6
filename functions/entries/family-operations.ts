import { familyRoutes } from '#shared/contract/family-routes';
import {
  cancelBooking,
  getBookableSlot,
  keepPlace,
  listMyBookings,
  moveMyBooking,
  setNotComing,
} from '../booking/family.ts';
import { bookSlot } from '../booking/family-book-slot.ts';
import {
  addChildren,
  chooseMoneyMails,
  exportMyData,
  getMyFamily,
  listCardViews,
  removeChild,
  updateCard,
  updateChild,
  updateMyProfile,
} from '../families/family.ts';
import { getMyLedger } from '../ledger/family.ts';
import type { TimedDeps } from '../lib/deps.ts';
import { withKeys } from '../lib/http/with-keys.ts';
import { probe } from '../lib/probe.ts';
import { createCalendarFeed, getBookingCalendar } from '../sessions/family.ts';
import {
  declineMyOffer,
  getMyWaiting,
  joinWaitingList,
  leaveWaitingList,
  moveMyOffer,
  takeMyOffer,
} from '../waiting/family.ts';

export const familyOperations = withKeys<'family', TimedDeps>(familyRoutes, {
  getMyFamily,
  updateMyProfile,
  chooseMoneyMails,
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
  probeFamily: probe('family'),
});
