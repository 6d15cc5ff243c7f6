import type { Booking } from '#shared/schemas/booking';
import type { TimeSlot } from '#shared/schemas/slot';
import { readPartsOfBooking } from '../data/joins/booking-parts.ts';
import { type NoMailReason, noMailReason } from '../lib/email/no-mail-reason.ts';
import type { ConfirmedBooking } from '../lib/email/templates/booking-confirmation.ts';
import type { MailerDeps } from './deps.ts';

/** A live booking whose family is told about it. */
interface BookingToTell {
  readonly to: string;
  readonly booking: ConfirmedBooking;
  /** The slots that it moved from and that have sessions of it. */
  readonly earlier_slots: readonly TimeSlot[];
}

type SkipReason = 'booking-gone' | 'class-gone' | NoMailReason;

/** Reads a booking again with what an email about it says, or why there is none. */
export const readBookingToTell = async (
  created: Booking,
  { table }: Pick<MailerDeps, 'table'>,
): Promise<BookingToTell | SkipReason> => {
  const { booking, class: cls, time_slot, earlier_slots, parent } = await readPartsOfBooking(table, created);
  // The key of an ended booking is used again when the child is booked again: that booking has its own emails.
  if (booking?.id !== created.id) return 'booking-gone';
  if (!cls || !time_slot) return 'class-gone';
  if (!parent) return 'account-gone';
  const reason = noMailReason(parent);
  if (reason) return reason;
  return {
    to: parent.email,
    booking: { ...booking, time_slot: { ...time_slot, class: cls } },
    earlier_slots,
  };
};
