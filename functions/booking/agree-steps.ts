import type { Booking, DiscountFacts } from '#shared/booking/booking';
import type { AskedPlace, BookSlot } from '#shared/booking/booking-input';
import { type BookingTerms, bookingTerms } from '#shared/booking/booking-terms';
import {
  type ChildWithPlace,
  type DiscountOn,
  discountFor,
  noDiscount,
  withPlaces,
} from '#shared/booking/discounts';
import { dueDates, isSameDates } from '#shared/booking/due-dates';
import { slotBookingAmount } from '#shared/classes/pricing';
import { ageOn } from '#shared/families/children';
import type { Child } from '#shared/families/family';
import type { BusinessMoment } from '#shared/lib/business-time';
import type { FamilyId, IdempotencyKey, UserId } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import type { SchoolSettings } from '#shared/school/settings';
import type { TimeSlot } from '#shared/sessions/slot';
import type { FamilyCaller } from '../lib/http/caller.ts';
import { problem } from '../lib/http/problem-error.ts';
import { newBookingId } from '../lib/ids.ts';
import type { BookingReferences } from './booking-details.ts';
import { type Bookings, bookedByAdult, confirmedTogether, type StoredBooking } from './bookings.ts';

export interface Attempt {
  readonly parentId: FamilyId;
  readonly order: BookSlot;
  readonly idempotencyKey: IdempotencyKey;
  /** The adult of the family who books. */
  readonly member?: FamilyCaller;
  /** Set where the office books for the family (BHF-01). */
  readonly office?: OfficeBooks | undefined;
}

interface OfficeBooks {
  readonly by: UserId;
  /** The reason for a booking in a full slot; null where the slot must have a place. */
  readonly aboveCapacity: string | null;
}

export interface ChildToBook {
  readonly child: Child;
  readonly asked: AskedPlace;
}

export interface ToBook extends Pick<BookingReferences, 'class'> {
  readonly time_slot: TimeSlot;
  readonly children: readonly [ChildToBook, ...ChildToBook[]];
}

// What an order says of all its children. What it says of each child is its `AskedPlace`.
type SharedOrder = Omit<BookSlot, keyof AskedPlace | 'siblings'>;

// Refuses an order whose terms differ from the present ones: the parent has to agree again.
const checkAgreed = (
  order: SharedOrder,
  asked: AskedPlace,
  terms: BookingTerms,
  due_dates: Booking['due_dates'],
): void => {
  if (asked.amount !== terms.amount) throw problem('priceChanged');
  if (!isSameDates(asked.due_dates, due_dates)) throw problem('dueDatesChanged');
  if (order.is_trial && order.trial_date !== terms.trial_date) throw problem('trialDateChanged');
  if (order.calendar_version !== terms.calendar_version) throw problem('calendarChanged');
};

/** Makes the booking to store. @throws ProblemError programEnded, and as `checkAgreed` does */
export const agreeBooking = (
  {
    order,
    parentId,
    idempotencyKey,
    office,
    member,
  }: Omit<Attempt, 'order'> & { readonly order: SharedOrder },
  { class: cls, time_slot, child, asked }: Omit<ToBook, 'children'> & ChildToBook,
  { due_rule }: Pick<SchoolSettings, 'due_rule'>,
  moment: BusinessMoment,
  discountOn: DiscountOn = noDiscount,
): StoredBooking => {
  const terms = bookingTerms(cls, time_slot, order.is_trial, moment, discountOn);
  if (!terms) throw problem('programEnded');
  const due_dates = dueDates(due_rule, { ...terms, today: moment.today, isTrial: order.is_trial });
  checkAgreed(order, asked, terms, due_dates);
  return {
    id: newBookingId(moment.now),
    parent_id: parentId,
    class_id: cls.id,
    time_slot_id: order.time_slot_id,
    child_id: child.id,
    child_name: child.name,
    child_age: ageOn(child.date_of_birth, moment.today),
    is_trial: order.is_trial,
    trial_date: terms.trial_date,
    dates: [...terms.dates],
    amount: terms.amount,
    ...(due_dates && { due_dates }),
    ...(terms.discount && { discount: terms.discount }),
    calendar_version: terms.calendar_version,
    created_at: instantOf(moment.now),
    idempotency_key: idempotencyKey,
    credited: centsSchema.parse(0),
    credited_dates: new Set(),
    ...(office && { booked_by: office.by }),
    ...bookedByAdult(member?.userId),
    ...(order.is_trial && { program_price: slotBookingAmount(cls, time_slot, false, moment.today) }),
  };
};

/** Each child counts as booked for the prices of those after it (DIS-02). @throws ProblemError as `agreeBooking` does */
export const agreeTogether = (
  attempt: Attempt,
  { class: cls, time_slot, children: [first, ...others] }: ToBook,
  settings: Pick<SchoolSettings, 'due_rule'>,
  moment: BusinessMoment,
  facts: DiscountFacts,
): Bookings => {
  const agree = (child: ChildToBook, before: readonly ChildWithPlace[]): StoredBooking => {
    const place = { cls, child_id: child.child.id, day: moment.today };
    const discountOn = discountFor(place, withPlaces(facts, time_slot, before));
    return agreeBooking(attempt, { class: cls, time_slot, ...child }, settings, moment, discountOn);
  };
  const booking = agree(first, []);
  const siblings: StoredBooking[] = [];
  for (const other of others)
    siblings.push(
      agree(
        other,
        [booking, ...siblings].map(({ child_id, discount }) => ({ child_id, discount })),
      ),
    );
  return confirmedTogether([booking, ...siblings]);
};
