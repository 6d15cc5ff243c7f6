import type { StoredBooking } from '#functions/data/bookings/bookings';
import { newBookingId } from '#functions/data/ids';
import { bookingTerms } from '#shared/domain/bookings/booking-terms';
import { slotPrice } from '#shared/domain/pricing/session-pricing';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { FootballClass } from '#shared/schemas/class';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { centsSchema } from '#shared/schemas/values';
import { sampleNow, sampleTimeZone, sampleToday } from './samples.ts';

const first = <Item>([item]: readonly Item[]): Item => {
  if (item === undefined) throw new Error('The sample needs at least one');
  return item;
};

/** A booking of a class's first slot for a family's first child, as the API stores it. */
export const sampleBooking = (
  cls: FootballClass,
  { profile, children }: Family,
  overrides: Partial<StoredBooking> = {},
): StoredBooking => {
  const child = first(children);
  const isTrial = overrides.is_trial ?? false;
  const slot = cls.time_slots.find(({ id }) => id === overrides.time_slot_id) ?? first(cls.time_slots);
  const terms = bookingTerms(cls, slot, isTrial, businessMoment(sampleNow, sampleTimeZone));
  if (!terms) throw new Error('The sample needs a session to come');
  return {
    id: newBookingId(sampleNow),
    parent_id: profile.id,
    class_id: cls.id,
    time_slot_id: slot.id,
    child_id: child.id,
    child_name: child.name,
    child_age: 7,
    is_trial: isTrial,
    ...terms,
    dates: [...terms.dates],
    created_at: instantOf(sampleNow),
    idempotency_key: idempotencyKeySchema.parse('sample-attempt-0001'),
    credited: centsSchema.parse(0),
    credited_dates: new Set(),
    ...(isTrial && { program_price: slotPrice(cls, slot, sampleToday) }),
    ...overrides,
  };
};
