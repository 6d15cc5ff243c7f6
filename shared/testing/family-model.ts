import {
  type CancellationTerms,
  type EndableBooking,
  type Ending,
  type EndingQuote,
  freeAfterChange,
  freeUntil,
  quoteEnding,
  sessionsLeftValue,
} from '#shared/booking/endings';
import { keepPrice, sessionsToKeep, trialHeldUntil } from '#shared/booking/keep-terms';
import { quoteMove } from '#shared/booking/move-terms';
import type { Charge } from '#shared/ledger/balance';
import { type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import { hourMs } from '#shared/lib/durations';
import type { CalendarDate, Cents, Instant } from '#shared/lib/values';
import type { TimedSession } from '#shared/sessions/sessions';
import { bookingId, charge, counter, lateCreditOf, sessionCreditOf } from './ledgers.ts';
import { billedWeeks, sessionCredit } from './session-calendars.ts';
import { cents, date, instant } from './values.ts';

const saturdays = ['2025-09-06', '2025-09-13', '2025-09-20', '2025-09-27', '2025-10-04', '2025-10-11'].map(
  date,
);

/** A prime: divided by a number of sessions it leaves a remainder. */
const weeklyRate = cents(1_009);
const priceOf = (sessions: number): Cents => cents(billedWeeks(sessions) * weeklyRate);

const after = (moment: Instant, hours: number): Instant =>
  instant(new Date(Date.parse(moment) + hours * hourMs).toISOString());

interface ModelClass {
  sessions: readonly TimedSession[];
  /** Grows with each cancellation; by date the one that is in force. */
  version: number;
  readonly cancelledBy: Map<CalendarDate, number>;
}

export interface ModelBooking {
  readonly number: number;
  readonly inClass: ModelClass;
  readonly bookedAt: Instant;
  readonly amount: Cents;
  readonly programPrice: Cents;
  dates: readonly CalendarDate[];
  terms: CancellationTerms;
  credited: number;
  /** Dates whose make-up the family cannot come to. */
  readonly notComing: Set<CalendarDate>;
  ended?: EndingQuote & {
    readonly ending: Ending;
    readonly held: readonly CalendarDate[];
  };
  keptAs?: ModelBooking;
}

const asEndable = ({ amount, credited, dates, inClass, notComing, terms }: ModelBooking): EndableBooking => {
  const covered = inClass.sessions
    .filter((session) => dates.includes(session.date))
    .map(
      (session): TimedSession => (notComing.has(session.date) ? { ...session, state: 'cancelled' } : session),
    );
  return { amount, credited: cents(credited), sessions: covered, terms };
};

/** Whether the child has the place of a booking; of a trial also by the programme that it became. */
export const hasPlace = ({ ended, keptAs }: ModelBooking): boolean =>
  !ended || (keptAs !== undefined && !keptAs.ended);

const comingOf = (inClass: ModelClass, now: Instant): TimedSession[] =>
  inClass.sessions.filter(({ state, startsAt }) => state === 'on' && startsAt > now);

/**
 * One child, two classes of six weekly sessions, and what its family does about its bookings, by the rules of
 * `shared/booking`. Operations say whether they did something.
 */
class FamilyBookings {
  now = instant('2025-08-30T08:00:00.000Z');
  readonly bookings: ModelBooking[] = [];
  readonly classes: readonly ModelClass[] = [9, 10].map((hour) => ({
    sessions: saturdays.map((day) => ({
      date: day,
      startsAt: after(instant(`${day}T00:00:00.000Z`), hour),
      state: 'on',
    })),
    version: 0,
    cancelledBy: new Map(),
  }));

  get live(): ModelBooking | undefined {
    return this.bookings.find(({ ended }) => !ended);
  }

  get charges(): Charge[] {
    return this.bookings.map(({ number, amount, ended }) => charge(number, amount, ended?.credit));
  }

  wait(hours: number): boolean {
    this.now = after(this.now, hours);
    return true;
  }

  book(inClass: ModelClass, isTrial: boolean): boolean {
    const coming = comingOf(inClass, this.now);
    if (this.live || coming.length === 0) return false;
    if (isTrial) this.#store(inClass, coming.slice(0, 1), weeklyRate, { isTrial });
    else this.#store(inClass, coming, priceOf(coming.length));
    return true;
  }

  end(ending: Ending): boolean {
    const { live } = this;
    if (!live) return false;
    const endable = asEndable(live);
    const held = endable.sessions.filter(({ state, startsAt }) => state === 'on' && startsAt <= this.now);
    live.ended = {
      ...quoteEnding(endable, ending, this.now),
      ending,
      held: held.map((session) => session.date),
    };
    live.credited += live.ended.credit;
    return true;
  }

  /** Waits until the trial is over. */
  endTrial(): boolean {
    const [day] = this.live?.terms.isTrial ? this.live.dates : [];
    if (!day) return false;
    const until = trialHeldUntil({ date: day }, 'UTC');
    if (this.now < until) this.now = until;
    return this.end({ reason: 'trial-over' });
  }

  keepTrial(): boolean {
    const { live } = this;
    const [day] = live?.terms.isTrial ? live.dates : [];
    if (!live || !day || this.now >= trialHeldUntil({ date: day }, 'UTC')) return false;
    const kept = sessionsToKeep({ date: day }, live.inClass.sessions, this.now);
    if (kept.length === 0) return false;
    this.end({ reason: 'upgraded' });
    live.keptAs = this.#store(
      live.inClass,
      kept,
      keepPrice(priceOf(comingOf(live.inClass, this.now).length), live),
    );
    return true;
  }

  move(): boolean {
    const { live } = this;
    const target = this.classes.find((one) => one !== live?.inClass);
    const coming = target ? comingOf(target, this.now) : [];
    if (!live || !target || live.terms.isTrial || coming.length === 0) return false;
    const { credit, charge: price } = quoteMove(
      sessionsLeftValue(asEndable(live), this.now),
      priceOf(coming.length),
    );
    this.end({ reason: 'moved' });
    if (live.ended?.credit !== credit) throw new Error('The credit is not the one that was shown');
    this.#store(target, coming, price, { agreedUntil: freeUntil(live.terms) });
    return true;
  }

  #store(
    inClass: ModelClass,
    sessions: readonly TimedSession[],
    amount: Cents,
    terms: Partial<CancellationTerms> = {},
  ): ModelBooking {
    const booking: ModelBooking = {
      number: this.bookings.length + 1,
      inClass,
      bookedAt: this.now,
      amount,
      programPrice: priceOf(comingOf(inClass, this.now).length),
      dates: sessions.map((session) => session.date),
      terms: {
        isTrial: false,
        firstStartsAt: sessions[0]?.startsAt ?? this.now,
        agreedUntil: null,
        changedUntil: null,
        ...terms,
      },
      credited: 0,
      notComing: new Set(),
    };
    this.bookings.push(booking);
    return booking;
  }
}

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

  changeVenue(inClass: ModelClass): boolean {
    const { live } = this;
    if (live?.inClass !== inClass) return false;
    const changedUntil = freeAfterChange(this.now, live.bookedAt, asEndable(live).sessions);
    live.terms = { ...live.terms, changedUntil };
    return changedUntil !== null;
  }

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

  #put(entry: LedgerEntry): boolean {
    const key = ledgerEntryKey(entry.cause);
    if (this.entries.has(key)) return false;
    this.entries.set(key, entry);
    return true;
  }
}
