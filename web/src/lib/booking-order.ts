import type { SessionTimes } from '#shared/booking/booking';
import type { AskedPlace, BookableSlot } from '#shared/booking/booking-input';
import { type BookingTerms, bookingTerms } from '#shared/booking/booking-terms';
import { discountFor, noDiscount, withPlaces } from '#shared/booking/discounts';
import { dueDates } from '#shared/booking/due-dates';
import { firstOverlap } from '#shared/booking/overlaps';
import type { Child } from '#shared/families/family';
import type { BusinessMoment } from '#shared/lib/business-time';
import type { CalendarDate } from '#shared/lib/values';
import type { TimeSlot } from '#shared/sessions/slot';

// Both the family's and the office's screen compute the price and the order of a booking here.

type Bookable = Pick<BookableSlot, 'class' | 'discounts' | 'due_rule' | 'family_sessions'>;
type BookedChild = Pick<Child, 'id'>;

export interface PlaceToBook<Booked extends BookedChild = Child> {
  readonly child: Booked;
  /** Null when no session is left to come. */
  readonly terms: BookingTerms | null;
  readonly due_dates: readonly CalendarDate[] | undefined;
}

interface Press {
  readonly slot: TimeSlot;
  readonly isTrial: boolean;
  readonly moment: BusinessMoment;
}

/** `child` is undefined while none is chosen. */
export const termsOf = (
  { class: cls, discounts, due_rule }: Bookable,
  { slot, isTrial, moment }: Press,
  child?: BookedChild & Partial<Child>,
  before: readonly PlaceToBook<BookedChild>[] = [],
): Omit<PlaceToBook, 'child'> => {
  const { today } = moment;
  const placed = before.map((place) => ({ child_id: place.child.id, discount: place.terms?.discount }));
  const discountOn = child
    ? discountFor({ cls, child_id: child.id, day: today }, withPlaces(discounts, slot, placed))
    : noDiscount;
  const terms = bookingTerms(cls, slot, isTrial, moment, discountOn);
  return { terms, due_dates: terms ? dueDates(due_rule, { ...terms, today, isTrial }) : undefined };
};

/** Prices each child after those before it (BSK-01). Own places do not count, because a press may repeat a lost one (BOK-49). */
export const placesToBook = <Booked extends BookedChild>(
  bookable: Bookable,
  press: Press,
  children: readonly Booked[],
): PlaceToBook<Booked>[] => {
  const isOwn = ({ time_slot_id, child_id }: Bookable['discounts']['places'][number]) =>
    time_slot_id === press.slot.id && children.some(({ id }) => id === child_id);
  const places = bookable.discounts.places.filter((place) => !isOwn(place));
  const before = { ...bookable, discounts: { ...bookable.discounts, places } };
  const booked: PlaceToBook<Booked>[] = [];
  for (const child of children) booked.push({ child, ...termsOf(before, press, child, booked) });
  return booked;
};

/** What is asked for a child; undefined where nothing can be booked. */
const askedPlace = (
  { family_sessions }: Bookable,
  { child, terms, due_dates }: PlaceToBook<BookedChild>,
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

/** The order that `bookSlotSchema` checks. @param terms without a child, so that the check says that one is missing */
export const orderOf = (
  bookable: Bookable,
  { slot, isTrial }: Press,
  terms: BookingTerms | null,
  chosen: readonly PlaceToBook<BookedChild>[],
) => {
  const [asked, ...others] = chosen.flatMap((place) => askedPlace(bookable, place) ?? []);
  return {
    ...(asked ?? { child_id: '', amount: terms?.amount }),
    class_id: slot.class_id,
    time_slot_id: slot.id,
    is_trial: isTrial,
    trial_date: terms?.trial_date,
    calendar_version: terms?.calendar_version,
    ...(others.length > 0 && { siblings: others }),
  };
};

/** Finds the first session that is at the time of another session of the child. */
export const overlapOf = (
  { family_sessions }: Pick<Bookable, 'family_sessions'>,
  childId: string,
  sessions: readonly SessionTimes[],
) =>
  firstOverlap(
    sessions,
    family_sessions.filter(({ child_id }) => child_id === childId),
  );
