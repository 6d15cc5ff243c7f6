import { centsSchema } from '#shared/schemas/values';
import { bookingDelete, bookingReplace } from '../bookings/booking-writes.ts';
import { bookingPut, type StoredBooking } from '../bookings/bookings.ts';
import { endedBookingPut, type StoredEndedBooking } from '../bookings/ended-bookings.ts';
import { placeRelease } from '../bookings/place-release.ts';
import { placeReplace, placeTake } from '../bookings/place-writes.ts';
import type { StoredSlot } from '../classes/classes.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { endingWrites } from '../endings/end-booking.ts';
import type { FamilyChange } from '../ledger/change-limits.ts';
import { endingUpdate } from '../ledger/endings.ts';
import type { FamilyLedger } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';

/** A booking that leaves its slot. */
interface Leaving {
  readonly booking: StoredBooking;
  readonly slot: StoredSlot;
  /** As it was read with the booking. */
  readonly ledger: FamilyLedger;
}

const none = centsSchema.parse(0);

/**
 * The writes of a move within a class (MOV-03): the booking takes a place in the new slot and gives back its place in
 * the old one. A late retry of the request that made the booking does not book in the old slot again. Refused while the
 * family is being deleted: the deletion looks for its bookings slot by slot and would miss one that moves.
 */
export const moveWithinClassWrites = (
  table: Table,
  { booking, slot, ledger }: Leaving,
  moved: StoredBooking,
  change: FamilyChange,
): Write[] => [
  bookingDelete(table, booking),
  bookingPut(table, moved),
  placeTake(table, moved),
  placeRelease(table, slot, { amount: booking.amount, at: change.at }),
  endingUpdate(
    table,
    {
      ...booking,
      at: change.at,
      credit: none,
      next: { ...moved, amount: none, due_dates: undefined, created_at: change.at },
      change,
      trial_used: undefined,
    },
    ledger,
  ),
];

/** A new booking, and the record of the one that it replaces. */
interface Replacement {
  readonly record: StoredEndedBooking;
  readonly next: StoredBooking;
}

/** The writes of a move to another class (MOV-03): the old booking ends, and a new one takes a place. */
export const moveToClassWrites = (
  table: Table,
  leaving: Leaving,
  { record, next }: Replacement,
  change: FamilyChange,
): Write[] => [
  ...endingWrites(table, { ...leaving, record, next, change }),
  bookingPut(table, next),
  placeTake(table, next),
];

/**
 * The writes that turn a trial into a full programme (TRI-02). The programme's item replaces that of the trial, so the
 * number of bookings in the slot stays the same.
 */
export const upgradeWrites = (
  table: Table,
  { booking: trial, ledger }: Pick<Leaving, 'booking' | 'ledger'>,
  { record, next }: Replacement,
  change: FamilyChange,
): Write[] => [
  bookingReplace(table, trial, next),
  endedBookingPut(table, record),
  placeReplace(table, trial, next),
  endingUpdate(
    table,
    {
      ...trial,
      at: record.ended.at,
      credit: record.ended.credit,
      next,
      change,
      trial_used: record.trial_used,
    },
    ledger,
  ),
];
