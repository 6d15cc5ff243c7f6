import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookedDates, bookedSessions } from '#shared/booking/booked-sessions';
import {
  cancelSession,
  chooseRemedy,
  findBookedSession,
  removableMakeUps,
  restoreSession,
} from '#shared/booking/session-changes';
import { businessMoment } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import type { CalendarDate } from '#shared/lib/values';
import { type ClassCalendar, sessionDates, sessionsOf } from '#shared/sessions/sessions';
import { cancelled, extra, morning, noon } from '#shared/testing/session-calendars';
import { cents, date } from '#shared/testing/values';
import { isInForce, sessionClaim } from './booked-sessions.ts';

const start = date('2025-09-06');
const moment = businessMoment(new Date('2025-09-01T08:00:00Z'), 'Europe/London');
const weekly = { start_date: start, end_date: addDays(start, 14), skipped_dates: [] };
const makeUp = (day: string) => ({ kind: 'make-up', date: date(day) }) as const;

const claimFor = (session_changes: ClassCalendar['session_changes']) => {
  const cls = { ...weekly, session_changes };
  const [part] = bookedSessions(cls, morning, { dates: [start], amount: cents(2_000) });
  return part ? sessionClaim(cls, part) : expect.unreachable();
};

describe('sessionClaim', () => {
  const first = cancelled('2025-09-06', { remedy: makeUp('2025-10-04') });
  const second = cancelled('2025-10-04', { kind: 'extra', calendar_version: 2 });

  it.each([
    ['a session that is on', [], [], null],
    ['one that is cancelled with a credit', [cancelled('2025-09-06')], [1], 1],
    ['one without a remedy', [cancelled('2025-09-06', { remedy: { kind: 'later' } })], [1], null],
    ['one with a make-up session', [first, extra('2025-10-04')], [1], null],
    ['one whose make-up session is cancelled with a credit', [first, second], [1, 2], 2],
    ['one that is on again while the make-up session is cancelled', [second], [], null],
    ['one of another slot', [{ ...cancelled('2025-09-06'), slot_id: noon.id }], [], null],
  ])('of %s', (_, changes, inForce, due) => {
    const claim = claimFor(changes);
    expect(claim.cancellations.map(({ calendar_version }) => calendar_version)).toEqual(inForce);
    expect(claim.due?.calendar_version ?? null).toBe(due);
  });

  it('keeps a credit for a cancellation in force, and none of another slot or time', () => {
    const claim = claimFor([cancelled('2025-09-06', { calendar_version: 3 })]);
    expect(isInForce(claim, { slot_id: morning.id, calendar_version: 3 })).toBe(true);
    expect(isInForce(claim, { slot_id: morning.id, calendar_version: 2 })).toBe(false);
    expect(isInForce(claim, { slot_id: noon.id, calendar_version: 3 })).toBe(false);
  });
});

type Remedy = 'credit' | 'make-up' | 'later';

/** A class of which some sessions were booked, what a school does about them, and the credits that follow. */
class School {
  calendar: ClassCalendar = { ...weekly, session_changes: [] };
  readonly booking: BookedDates & { readonly time_slot_id: typeof morning.id } = {
    dates: sessionDates(this.calendar, morning),
    amount: cents(6_000),
    time_slot_id: morning.id,
  };
  /** By the date agreed, the version of the cancellation that each credit in the account is for. */
  readonly credits = new Map<CalendarDate, number>();
  /** Credits that an administrator gave one by one, and that were not taken back: date and version. */
  readonly byHand = new Set<string>();
  /** The sessions that a message is about which waits to be handled. */
  readonly waiting: CalendarDate[] = [];
  #version = 0;

  pick(number: number, state: 'on' | 'cancelled'): CalendarDate | undefined {
    const dates = sessionsOf(this.calendar, morning).filter((session) => session.state === state);
    return dates[number % Math.max(1, dates.length)]?.date;
  }

  #change(session_changes: ClassCalendar['session_changes'], day: CalendarDate): void {
    this.calendar = { ...this.calendar, session_changes };
    this.#version += 1;
    this.waiting.push(day);
  }

  #makeUp() {
    return { kind: 'make-up', date: addDays(start, 70 + 7 * this.#version) } as const;
  }

  cancel(day: CalendarDate, kind: Remedy): void {
    const calendar_version = this.#version + 1;
    const order = {
      slot_id: morning.id,
      date: day,
      reason: 'weather',
      remedy: kind === 'make-up' ? this.#makeUp() : { kind },
    } as const;
    this.#change(cancelSession(this.calendar, { ...order, calendar_version }), day);
  }

  choose(day: CalendarDate, kind: Exclude<Remedy, 'later'>): void {
    const change = this.calendar.session_changes.find((one) => one.date === day);
    if (change?.state !== 'cancelled' || change.remedy.kind !== 'later') return;
    const remedy = kind === 'credit' ? { kind } : this.#makeUp();
    this.#change(chooseRemedy(this.calendar, morning, day, remedy), day);
  }

  bringBack(day: CalendarDate): void {
    const removed = removableMakeUps(this.calendar, morning, day, [this.booking], moment);
    this.#change(restoreSession(this.calendar, morning, day, { removed }), day);
  }

  handle(day: CalendarDate): void {
    const part = findBookedSession(this.calendar, morning, this.booking, day);
    if (!part) return;
    const claim = sessionClaim(this.calendar, part);
    const given = this.credits.get(part.agreed);
    if (given !== undefined && !isInForce(claim, { slot_id: morning.id, calendar_version: given }))
      this.credits.delete(part.agreed);
    if (claim.due && !this.credits.has(part.agreed))
      this.credits.set(part.agreed, claim.due.calendar_version);
  }

  /** An administrator credits a family that cannot come to a make-up session, or does not wait for a remedy. */
  credit(day: CalendarDate): void {
    this.handle(day);
    const part = findBookedSession(this.calendar, morning, this.booking, day);
    const change = this.calendar.session_changes.find((one) => one.date === day);
    if (!part || change?.state !== 'cancelled' || this.credits.has(part.agreed)) return;
    this.credits.set(part.agreed, change.calendar_version);
    this.byHand.add(`${day} ${change.calendar_version}`);
  }

  /** Whether a date that was agreed is to be credited, from the calendar as it is and the credits given by hand. */
  isOwed(agreed: CalendarDate): boolean {
    let day = agreed;
    let wasGivenByHand = false;
    for (;;) {
      const change = this.calendar.session_changes.find((one) => one.date === day);
      if (change?.state !== 'cancelled') return wasGivenByHand;
      wasGivenByHand ||= this.byHand.has(`${day} ${change.calendar_version}`);
      if (change.remedy.kind !== 'make-up') return change.remedy.kind === 'credit' || wasGivenByHand;
      day = change.remedy.date;
    }
  }
}

const remedies = ['credit', 'make-up', 'later'] as const;
const anyAct = fc.record({
  kind: fc.constantFrom('cancel', 'cancel', 'bringBack', 'bringBack', 'choose', 'credit', 'handle'),
  which: fc.nat(20),
  remedy: fc.constantFrom(...remedies),
});
const anyChain = fc.array(anyAct, { minLength: 1, maxLength: 14, size: 'max' });

const act = (school: School, { kind, which, remedy }: { kind: string; which: number; remedy: Remedy }) => {
  if (kind === 'handle') {
    const [day] = school.waiting.splice(which % Math.max(1, school.waiting.length), 1);
    if (day) school.handle(day);
    return;
  }
  const day = school.pick(which, kind === 'cancel' ? 'on' : 'cancelled');
  if (!day) return;
  if (kind === 'cancel') school.cancel(day, remedy);
  if (kind === 'bringBack') school.bringBack(day);
  if (kind === 'credit') school.credit(day);
  if (kind === 'choose' && remedy !== 'later') school.choose(day, remedy);
};

describe('sessions that are cancelled, made up for and brought back in any order', () => {
  it('are credited exactly as the calendar says in the end, whenever the messages about them are handled', () => {
    fc.assert(
      fc.property(anyChain, fc.infiniteStream(fc.nat(20)), (chain, order) => {
        const school = new School();
        for (const step of chain) act(school, step);
        while (school.waiting.length > 0)
          act(school, { kind: 'handle', which: order.next().value ?? 0, remedy: 'later' });
        const { dates } = school.booking;
        expect(dates.filter((day) => school.credits.has(day))).toEqual(
          dates.filter((day) => school.isOwed(day)),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('never leave a booking more sessions than it paid for: none that is on has a credit of the calendar', () => {
    fc.assert(
      fc.property(anyChain, (chain) => {
        const school = new School();
        for (const step of chain.filter(({ kind }) => kind !== 'credit')) act(school, step);
        while (school.waiting.length > 0) act(school, { kind: 'handle', which: 0, remedy: 'later' });
        for (const { agreed, sessions } of bookedSessions(school.calendar, morning, school.booking))
          expect(sessions.at(-1)?.state === 'on' && school.credits.has(agreed)).toBe(false);
        // No date is left over to which nobody goes.
        const taken = bookedSessions(school.calendar, morning, school.booking).map(
          ({ sessions }) => sessions.at(-1)?.date,
        );
        expect(sessionDates(school.calendar, morning).filter((day) => !taken.includes(day))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
