import type { ServiceOperations } from '../http/create-handler.ts';
import { bookSlot } from './book-slot.ts';
import type { FamilyDeps } from './deps.ts';
import { getMyFamily } from './get-my-family.ts';
import { listMyBookings } from './list-my-bookings.ts';

export const familyOperations: ServiceOperations<'family', FamilyDeps> = {
  getMyFamily,
  listMyBookings,
  bookSlot,
};
