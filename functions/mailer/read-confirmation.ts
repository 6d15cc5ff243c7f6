import type { Booking } from '#shared/schemas/booking';
import { bookingFromItem } from '../data/bookings/bookings.ts';
import { classFromItem, slotFromItem } from '../data/classes/classes.ts';
import { batchGet } from '../data/dynamo/batch-get.ts';
import { bookingKey, classKey, profileKey, slotKey } from '../data/dynamo/keys.ts';
import type { Table } from '../data/dynamo/table.ts';
import { emailProblemFromItem } from '../data/families/email-problems.ts';
import type { ConfirmedBooking } from '../email/booking-confirmation.ts';

/** What is to be confirmed and to whom, or why there is nothing to confirm. */
export type Confirmation =
  | { readonly to: string; readonly booking: ConfirmedBooking }
  | { readonly nothing: 'booking-gone' | 'class-gone' | 'account-gone' | 'no-email' | 'email-problem' };

/**
 * Reads a new booking with its class, slot and parent as they are now: one round trip. Consistently, since a reading
 * that lags behind would take a booking just made for one that was deleted.
 */
export const readConfirmation = async (table: Table, created: Booking): Promise<Confirmation> => {
  const keys = {
    booking: bookingKey(created.time_slot_id, created.parent_id, created.child_name),
    class: classKey(created.class_id),
    slot: slotKey(created.class_id, created.time_slot_id),
    profile: profileKey(created.parent_id),
  };
  const item = await batchGet(table, Object.values(keys), { consistent: true });
  const stored = item(keys.booking);
  const cls = item(keys.class);
  const slot = item(keys.slot);
  const profile = item(keys.profile);
  // A key is taken again when the child is booked anew: that is another booking, with a confirmation of its own.
  if (stored?.id !== created.id) return { nothing: 'booking-gone' };
  if (!cls || !slot) return { nothing: 'class-gone' };
  if (!profile) return { nothing: 'account-gone' };
  // Read without the rules for profiles: to have no email is no fault here (BOK-35).
  if (typeof profile.email !== 'string' || profile.email === '') return { nothing: 'no-email' };
  if (emailProblemFromItem(profile)) return { nothing: 'email-problem' };
  return {
    to: profile.email,
    booking: { ...bookingFromItem(stored), time_slot: { ...slotFromItem(slot), class: classFromItem(cls) } },
  };
};
