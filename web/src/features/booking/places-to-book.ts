import { type BookingTerms, bookingTerms } from '#shared/domain/bookings/booking-terms';
import { dueDates } from '#shared/domain/ledger/due-dates';
import { discountFor, noDiscount, withPlaces } from '#shared/domain/pricing/discounts';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { BookableSlot } from '#shared/schemas/bookable-slot';
import type { AskedPlace } from '#shared/schemas/booking-input';
import type { Child } from '#shared/schemas/child';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';

/** What a press books for one child. */
export interface PlaceToBook {
  readonly child: Child;
  /** Null when no session is left to come. */
  readonly terms: BookingTerms | null;
  readonly due_dates: readonly CalendarDate[] | undefined;
}

interface Press {
  readonly slot: TimeSlot;
  readonly isTrial: boolean;
  readonly moment: BusinessMoment;
}

/** The terms of a place in a slot, for a child or for none that is chosen yet. */
export const termsOf = (
  { class: cls, discounts, due_rule }: BookableSlot,
  { slot, isTrial, moment }: Press,
  child?: Child,
  before: readonly PlaceToBook[] = [],
): Omit<PlaceToBook, 'child'> => {
  const { today } = moment;
  const placed = before.map((place) => ({ child_id: place.child.id, discount: place.terms?.discount }));
  const discountOn = child
    ? discountFor({ cls, child_id: child.id, day: today }, withPlaces(discounts, slot, placed))
    : noDiscount;
  const terms = bookingTerms(cls, slot, isTrial, moment, discountOn);
  return { terms, due_dates: terms ? dueDates(due_rule, { ...terms, today, isTrial }) : undefined };
};

/**
 * What a press books for each child: each counts as booked for the prices of those after it (BSK-01). After a lost answer the
 * children may have their places already: these do not count, so that the press repeats what was asked for (BOK-49).
 */
export const placesToBook = (
  bookable: BookableSlot,
  press: Press,
  children: readonly Child[],
): PlaceToBook[] => {
  const isOwn = ({ time_slot_id, child_id }: BookableSlot['discounts']['places'][number]) =>
    time_slot_id === press.slot.id && children.some(({ id }) => id === child_id);
  const places = bookable.discounts.places.filter((place) => !isOwn(place));
  const before = { ...bookable, discounts: { ...bookable.discounts, places } };
  const booked: PlaceToBook[] = [];
  for (const child of children) booked.push({ child, ...termsOf(before, press, child, booked) });
  return booked;
};

/** What is asked for a child; undefined where nothing can be booked. */
export const askedPlace = (
  { family_sessions }: BookableSlot,
  { child, terms, due_dates }: PlaceToBook,
): AskedPlace | undefined =>
  terms
    ? {
        child_id: child.id,
        amount: terms.amount,
        due_dates: due_dates && [...due_dates],
        other_places: family_sessions
          .filter(({ child_id }) => child_id === child.id)
          .map(({ class_id, time_slot_id }) => ({ class_id, time_slot_id })),
      }
    : undefined;
