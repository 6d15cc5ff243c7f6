import type { Booking, DiscountFacts } from '#shared/booking/booking';
import { discountFor, discountText, withoutPlace } from '#shared/booking/discounts';
import { dueParts } from '#shared/booking/due-dates';
import { type MovableBooking, type MoveTerms, moveTerms } from '#shared/booking/move-terms';
import { type ClassSummary, type FootballClass, isFull } from '#shared/classes/class';
import { dueText } from '#shared/ledger/payment-link';
import type { BusinessMoment } from '#shared/lib/business-time';
import { classTypeName, everyWeekday, formatLongDate, formatTimeRange } from '#shared/lib/format';
import type { SlotId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import { centsSchema } from '#shared/lib/values';
import type { SlotStart } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';

interface BookingToMove {
  readonly booking: MovableBooking & Pick<Booking, 'time_slot_id' | 'child_id'>;
  readonly cls: ClassSummary;
  readonly slot: SlotStart;
}

export interface MoveOption {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly terms: MoveTerms;
  /** The difference in sessions for the booking's price, below 0 for fewer. It is 0 for another class, which has its own price. */
  readonly sessions_more: number;
}

/**
 * Slots with places to which a booking can move: first in its class, then in classes of the same programme (MOV-01).
 * @param taken slots in which the child has a place
 * @param facts inputs of the family's discounts (DIS-03)
 */
export const moveOptions = (
  { booking, cls: own, slot: ownSlot }: BookingToMove,
  classes: readonly FootballClass[],
  taken: ReadonlySet<SlotId>,
  moment: BusinessMoment,
  facts: DiscountFacts,
): MoveOption[] => {
  const rankOf = (cls: FootballClass): number => {
    if (cls.id === own.id) return 0;
    return cls.class_type === own.class_type ? 1 : 2;
  };
  return classes
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.venue.localeCompare(other.venue))
    .flatMap((cls) =>
      cls.time_slots.flatMap((slot) => {
        if (slot.id === ownSlot.id || taken.has(slot.id) || isFull(slot)) return [];
        const place = { cls, child_id: booking.child_id, day: moment.today };
        const discountOn = discountFor(place, withoutPlace(facts, booking));
        const terms = moveTerms(booking, { cls: own, slot: ownSlot }, { cls, slot }, moment, discountOn);
        const sessions_more = terms && cls.id === own.id ? terms.dates.length - booking.dates.length : 0;
        return terms ? [{ cls, slot, terms, sessions_more }] : [];
      }),
    );
};

/** "First session: Saturday, September 27, 2025". */
export const firstSessionText = ({ terms }: MoveOption): string =>
  `First session: ${formatLongDate(terms.first_session)}`;

/** "Same price", "$20.00 more", "$14.50 less". */
export const differenceText = ({ terms }: MoveOption): string => {
  const { difference } = terms.quote;
  if (difference === 0) return 'Same price';
  const amount = formatCents(centsSchema.parse(Math.abs(difference)));
  return `${amount} ${difference > 0 ? 'more' : 'less'}`;
};

/** A slot of the class can have more or fewer sessions left: some were cancelled, or are extra. */
const sessionsText = ({ sessions_more: more }: MoveOption): string =>
  more === 0
    ? ''
    : ` This time has ${counted(Math.abs(more), 'session', 'sessions')} ${more > 0 ? 'more' : 'fewer'}.`;

export const moveEffect = (child: string, option: MoveOption, isSameClass: boolean): string => {
  const { cls, slot, terms } = option;
  const { credit, charge } = terms.quote;
  const [day] = terms.due_dates ?? [];
  const due = day ? ` ${dueText(dueParts({ day, amount: charge, due_dates: terms.due_dates }))}.` : '';
  const reduced = terms.discount ? ` (${discountText(terms.discount)})` : '';
  const when = `${formatTimeRange(slot)}, from ${formatLongDate(terms.first_session)} on`;
  if (isSameClass) return `${child} moves to ${when}. The price stays the same.${sessionsText(option)}`;
  const where = `${classTypeName(cls.class_type)}, ${cls.venue}, ${everyWeekday(cls.start_date)}`;
  return `${child} moves to ${where}, ${when}. ${formatCents(credit)} is credited for the sessions left, and ${formatCents(charge)} is charged${reduced}.${due}`;
};
