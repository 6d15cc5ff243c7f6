import { bookableDates } from '#shared/booking/booked-sessions';
import type { Booking, SessionTimes } from '#shared/booking/booking';
import { isSameTime, timesIn } from '#shared/booking/overlaps';
import { type ClassSummary, type FootballClass, isFull } from '#shared/classes/class';
import { slotPrice } from '#shared/classes/pricing';
import { type BusinessMoment, toInstant } from '#shared/lib/business-time';
import { hourMs } from '#shared/lib/durations';
import { ascending } from '#shared/lib/text';
import { type Instant, instantOf } from '#shared/lib/values';
import { policies } from '#shared/policies';
import type { ClassCalendar, SlotStart } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import type { OfferedPlaces } from '#shared/waiting/offers';
import type { OfferView } from '#shared/waiting/waiting-view';
import { opensForCurrent } from '../classes/openings.ts';

type Times = Pick<TimeSlot, 'start_time' | 'end_time'>;

/**
 * Maps each slot of the class before to the slot of the same time (TRM-03). Of several slots at one time, the first goes
 * with the first. A slot without one is left out.
 */
export const followingSlots = <Before extends Times, Next extends Times>(
  before: readonly Before[],
  next: readonly Next[],
): ReadonlyMap<Before, Next> => {
  const free = [...next];
  const pairs = new Map<Before, Next>();
  for (const slot of before) {
    const sameStart = free.filter(({ start_time }) => start_time === slot.start_time);
    const found = sameStart.find(({ end_time }) => end_time === slot.end_time) ?? sameStart[0];
    if (!found) continue;
    pairs.set(slot, found);
    free.splice(free.indexOf(found), 1);
  }
  return pairs;
};

type Renewable = Pick<Booking, 'id' | 'is_trial'>;

export interface RenewalShares<Held extends Renewable> {
  readonly held: readonly Held[];
  readonly without: readonly Held[];
}

/** The bookings whose children may keep their place: full ones, oldest first (TRM-03). */
export const renewable = <Held extends Renewable>(bookings: readonly Held[]): Held[] =>
  bookings.filter(({ is_trial }) => !is_trial).toSorted((one, other) => ascending(one.id, other.id));

/** Holds as many as there are places. @param places of the slot of the next term; undefined without such a slot */
export const shareRenewals = <Held extends Renewable>(
  bookings: readonly Held[],
  places: number | undefined,
): RenewalShares<Held> => {
  const full = renewable(bookings);
  return { held: full.slice(0, places ?? 0), without: full.slice(places ?? 0) };
};

/**
 * A kept place gives every session to come, at the price of today. It ends at the deadline, or shortly before the first
 * session where that is earlier.
 * @returns null where no session is left, or the offer would have ended
 */
export const renewalPlaces = (
  cls: ClassCalendar & Pick<ClassSummary, 'weekly_rate'>,
  slot: SlotStart,
  deadline: Instant,
  moment: BusinessMoment,
): OfferedPlaces | null => {
  const dates = bookableDates(cls, slot, false, moment);
  const [from_session] = dates;
  if (!from_session) return null;
  const start = toInstant(from_session, slot.start_time, moment.timeZone);
  const latest = new Date(start.getTime() - policies.waitingList.hoursBeforeSession * hourMs);
  const until = latest < new Date(deadline) ? latest : new Date(deadline);
  if (until <= moment.now) return null;
  return { until: instantOf(until), from_session, dates, price: slotPrice(cls, slot, moment.today) };
};

export interface OtherTime {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly places: OfferedPlaces;
}

type RenewalOffer = Pick<OfferView, 'time_slot_id' | 'until' | 'from_session' | 'venue_details' | 'renewal'>;

/**
 * The slots that a family can choose instead (TRM-04): with places, of classes that are open for current families and do not
 * end before the next term, and not at the time of another session of the child. The programmes of the child's age come
 * first, then the same venue, then the earlier day (TRM-07).
 */
export const otherTimes = (
  classes: readonly FootballClass[],
  { time_slot_id, until, from_session, venue_details, renewal }: RenewalOffer,
  moment: BusinessMoment,
): OtherTime[] => {
  const rank = ({ cls }: OtherTime): string =>
    [
      renewal?.suited_types.includes(cls.class_type) ? 0 : 1,
      cls.venue_details.id === venue_details.id ? 0 : 1,
      cls.start_date,
    ].join();
  const isBusy = (session: SessionTimes) => renewal?.busy.some((other) => isSameTime(session, other));
  return classes
    .filter((cls) => cls.end_date >= from_session && opensForCurrent(cls, moment.now) === null)
    .flatMap((cls) =>
      cls.time_slots.flatMap((slot): OtherTime[] => {
        if (slot.id === time_slot_id || isFull(slot)) return [];
        const places = renewalPlaces(cls, slot, until, moment);
        const isFree = !timesIn(slot, places?.dates ?? []).some(isBusy);
        return places && isFree ? [{ cls, slot, places }] : [];
      }),
    )
    .toSorted((one, other) => ascending(rank(one), rank(other)));
};
