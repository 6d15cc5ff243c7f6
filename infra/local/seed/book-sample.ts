import { randomUUID } from 'node:crypto';
import type { Table } from '#functions/data/table';
import { bookSlot } from '#functions/family/book-slot';
import { bookingTerms } from '#shared/domain/bookings/booking-terms';
import { businessMoment } from '#shared/domain/time/business-time';
import type { BookingDetails } from '#shared/schemas/booking';
import type { Child } from '#shared/schemas/child';
import type { FootballClass } from '#shared/schemas/class';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';

interface SampleBooking {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly child: Child;
  readonly isTrial: boolean;
}

/**
 * Books a place by the product's own operation at a moment in the past, so that amount, age, trial date and counters are
 * right.
 * @throws Error where no session was left to book
 */
export const bookSample = async (
  table: Table,
  { cls, slot, child, isTrial }: SampleBooking,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<BookingDetails> => {
  const terms = bookingTerms(cls, slot, isTrial, businessMoment(now, timeZone));
  if (!terms) throw new Error('A sample class is booked before its last session');
  const { amount, trial_date, calendar_version } = terms;
  return bookSlot(
    {
      caller: { userId: child.parent_id, role: 'parent', signedInAt: now },
      idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
      body: {
        ...{ class_id: cls.id, time_slot_id: slot.id, child_id: child.id, is_trial: isTrial },
        ...{ amount, trial_date, calendar_version },
      },
    },
    { table, clock: () => now, timeZone },
  );
};
