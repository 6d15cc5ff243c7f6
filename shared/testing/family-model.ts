import { freeAfterChange } from '#shared/domain/bookings/cancellation-terms';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import type { TimedSession } from '#shared/domain/sessions/timed-session';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import type { CalendarDate } from '#shared/schemas/values';
import { FamilyBookings } from './family-model-bookings.ts';
import {
  after,
  asEndable,
  comingOf,
  hasPlace,
  type ModelBooking,
  type ModelClass,
  saturdays,
} from './family-model-state.ts';
import { bookingId, counter, lateCreditOf, sessionCreditOf } from './ledger-samples.ts';
import { sessionCredit } from './session-credit.ts';
import { instant } from './values.ts';

/** What the school does about the sessions and the money of a family, as well. */
export class FamilyModel extends FamilyBookings {
  readonly entries = new Map<string, LedgerEntry>();

  /** A session can be cancelled until a day after its start. */
  cancelSession(inClass: ModelClass, day: CalendarDate, remedy: 'credit' | 'later' | 'make-up'): boolean {
    const session = inClass.sessions.find((one) => one.date === day);
    if (inClass.cancelledBy.has(day) || !session || this.now > after(session.startsAt, 24)) return false;
    inClass.version += 1;
    inClass.cancelledBy.set(day, inClass.version);
    const weeksLater = (saturdays.length + inClass.version) * 7 * 24;
    this.#change(
      inClass,
      remedy === 'make-up'
        ? { ...session, startsAt: after(session.startsAt, weeksLater) }
        : { ...session, state: 'cancelled' },
    );
    const { live } = this;
    if (live?.terms.isTrial && live.inClass === inClass && live.dates.includes(day)) this.#moveTrial(live);
    if (remedy === 'credit') this.creditSession(inClass, day);
    return true;
  }

  /** Credits a cancelled session to those who had it, or a make-up to a family that cannot come. */
  creditSession(inClass: ModelClass, day: CalendarDate): boolean {
    const version = inClass.cancelledBy.get(day);
    const having = this.bookings.filter(
      (booking) => booking.inClass === inClass && booking.dates.includes(day) && hasPlace(booking),
    );
    if (version === undefined) return false;
    return having.some((booking) => {
      const amount = sessionCredit(asEndable(booking), day);
      if (amount === 0 || !this.#put(sessionCreditOf(booking.number, amount, day, version))) return false;
      booking.notComing.add(day);
      booking.credited += amount;
      return true;
    });
  }

  /** Until the session would have begun. */
  bringBack(inClass: ModelClass, day: CalendarDate): boolean {
    const version = inClass.cancelledBy.get(day);
    const startsAt = after(instant(`${day}T00:00:00.000Z`), 9 + this.classes.indexOf(inClass));
    if (version === undefined || this.now >= startsAt) return false;
    inClass.cancelledBy.delete(day);
    this.#change(inClass, { date: day, startsAt, state: 'on' });
    for (const entry of this.entries.values()) {
      const { cause } = entry;
      const booking = this.#bookingOf(entry);
      if (cause.type !== 'session' || cause.date !== day || cause.calendar_version !== version) continue;
      if (booking?.inClass !== inClass || !hasPlace(booking)) continue;
      booking.notComing.delete(day);
      this.takeBack(entry);
    }
    return true;
  }

  /** A change of the venue. */
  changeVenue(inClass: ModelClass): boolean {
    const { live } = this;
    if (live?.inClass !== inClass) return false;
    const changedUntil = freeAfterChange(this.now, live.bookedAt, asEndable(live).sessions);
    live.terms = { ...live.terms, changedUntil };
    return changedUntil !== null;
  }

  /** Credits what is suggested of a late cancellation. */
  creditLate(): boolean {
    const booking = this.bookings.findLast(({ ended }) => ended && ended.suggested > 0);
    if (!booking?.ended || !this.#put(lateCreditOf(booking.number, booking.ended.suggested))) return false;
    booking.credited += booking.ended.suggested;
    return true;
  }

  takeBack(entry: LedgerEntry | undefined): boolean {
    if (!entry || entry.kind === 'counter' || !this.#put(counter(entry))) return false;
    const booking = this.#bookingOf(entry);
    if (booking) booking.credited -= entry.amount;
    return true;
  }

  #bookingOf({ cause }: LedgerEntry): ModelBooking | undefined {
    return this.bookings.find(
      ({ number }) => 'booking_id' in cause && cause.booking_id === bookingId(number),
    );
  }

  #change(inClass: ModelClass, session: TimedSession): void {
    inClass.sessions = inClass.sessions.map((one) => (one.date === session.date ? session : one));
  }

  #moveTrial(trial: ModelBooking): void {
    const [next] = comingOf(trial.inClass, this.now).toSorted((one, other) =>
      one.startsAt < other.startsAt ? -1 : 1,
    );
    if (!next) {
      this.end({ reason: 'trial-over' });
      return;
    }
    trial.dates = [next.date];
    const changedUntil = freeAfterChange(this.now, trial.bookedAt, [next]);
    trial.terms = { ...trial.terms, firstStartsAt: next.startsAt, changedUntil };
  }

  /** Stores an entry once. */
  #put(entry: LedgerEntry): boolean {
    const key = ledgerEntryKey(entry.cause);
    if (this.entries.has(key)) return false;
    this.entries.set(key, entry);
    return true;
  }
}
