import { type CancellationTerms, freeUntil } from '#shared/domain/bookings/cancellation-terms';
import { type Ending, quoteEnding, sessionsLeftValue } from '#shared/domain/bookings/endings';
import { quoteMove } from '#shared/domain/bookings/moves';
import { keepPrice, sessionsToKeep, trialHeldUntil } from '#shared/domain/bookings/trials';
import type { Charge } from '#shared/domain/ledger/balance';
import type { TimedSession } from '#shared/domain/sessions/timed-session';
import type { Cents } from '#shared/schemas/values';
import {
  after,
  asEndable,
  comingOf,
  type ModelBooking,
  type ModelClass,
  priceOf,
  saturdays,
  weeklyRate,
} from './family-model-state.ts';
import { charge } from './ledger-samples.ts';
import { instant } from './values.ts';

/**
 * One child, two classes of six weekly sessions, and what its family does about its bookings, by the rules of
 * `shared/domain`. Operations say whether they did something.
 */
export class FamilyBookings {
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

  /** Ends the live booking. */
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

  /** Moves a full programme to the other class. */
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
    this.#store(target, coming, price, { keptUntil: freeUntil(live.terms) });
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
        keptUntil: null,
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
