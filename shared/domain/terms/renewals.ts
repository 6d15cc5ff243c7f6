import { ascending } from '#shared/domain/lists/ascending';
import { slotPrice } from '#shared/domain/pricing/session-pricing';
import { bookableDates } from '#shared/domain/sessions/booked-sessions';
import type { ClassCalendar, SlotStart } from '#shared/domain/sessions/sessions';
import { type BusinessMoment, toInstant } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { hourMs } from '#shared/domain/time/milliseconds';
import type { OfferedPlaces } from '#shared/domain/waiting/offered-places';
import { policies } from '#shared/policies';
import type { Booking } from '#shared/schemas/booking';
import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { Instant } from '#shared/schemas/values';

type Times = Pick<TimeSlot, 'start_time' | 'end_time'>;

/**
 * The slot of a class for each slot of the class before it: the one of the same time (TRM-03). Of several slots at one time,
 * the first goes with the first. A slot without one is left out.
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

/** For whom places of a slot are kept, and who finds no room. */
export interface KeptPlaces<Held extends Renewable> {
  readonly held: readonly Held[];
  readonly without: readonly Held[];
}

/** The bookings of a slot whose children may keep their place: full ones, those that were made first (TRM-03). */
export const renewable = <Held extends Renewable>(bookings: readonly Held[]): Held[] =>
  bookings.filter(({ is_trial }) => !is_trial).toSorted((one, other) => ascending(one.id, other.id));

/**
 * The bookings of a slot whose children have a place kept in the slot of the next term: as many as there are places.
 * @param places of the slot of the next term; undefined where there is none
 */
export const keptPlaces = <Held extends Renewable>(
  bookings: readonly Held[],
  places: number | undefined,
): KeptPlaces<Held> => {
  const full = renewable(bookings);
  return { held: full.slice(0, places ?? 0), without: full.slice(places ?? 0) };
};

/**
 * What a kept place gives: every session to come, at the price of today. It ends at the deadline, or shortly before the first
 * session where that is earlier.
 * @returns null where no session is left to come, or it would have ended
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
