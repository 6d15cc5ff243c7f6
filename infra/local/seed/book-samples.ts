import { randomUUID } from 'node:crypto';
import { getStoredFamily, holderOf } from '#functions/accounts/stored-families';
import { endBooking } from '#functions/booking/end-booking';
import { listMyBookings, upgradeTrial } from '#functions/booking/family';
import { bookSlot } from '#functions/booking/family-book-slot';
import { listClasses } from '#functions/classes/classes';
import { recordAllowance, recordPayment } from '#functions/ledger/admin';
import { getFamilyLedger } from '#functions/ledger/ledger';
import type { AdminDeps, TimedDeps } from '#functions/lib/deps';
import { ProblemError } from '#functions/lib/http/problem-error';
import type { Table } from '#functions/lib/table';
import { joinList } from '#functions/waiting/steps';
import type { BookingDetails } from '#shared/booking/booking';
import { bookingTerms } from '#shared/booking/booking-terms';
import { keepTerms, trialHeldUntil } from '#shared/booking/keep-terms';
import { type FootballClass, isFull } from '#shared/classes/class';
import type { Child } from '#shared/families/family';
import { balanceOf } from '#shared/ledger/balance';
import { businessMoment, toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { hourMs } from '#shared/lib/durations';
import { type FamilyId, idempotencyKeySchema, type UserId } from '#shared/lib/ids';
import { type CalendarDate, centsSchema, wallTimeSchema } from '#shared/lib/values';
import { nextUpcomingDate, weeklyDates } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import type { SampleClass } from './sample-classes.ts';
import { playersOf, type SampleFamily } from './world.ts';

interface SampleBooking {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly child: Child;
  readonly isTrial: boolean;
}

const callerOf = async (table: Table, familyId: FamilyId, now: Date) => {
  const family = await getStoredFamily(table, familyId);
  const holder = family && holderOf(family);
  if (!holder) throw new Error('A sample family has a holder');
  return { userId: holder.id, familyId, role: 'parent', signedInAt: now } as const;
};

/**
 * Books by the product's own operation in the past, so that amount, age and counters are right.
 * @throws Error without a session
 */
const bookSample = async (
  table: Table,
  { cls, slot, child, isTrial }: SampleBooking,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<BookingDetails> => {
  const terms = bookingTerms(cls, slot, isTrial, businessMoment(now, timeZone));
  if (!terms) throw new Error('A sample class is booked before its last session');
  const { amount, trial_date, calendar_version } = terms;
  return bookSlot(
    {
      caller: await callerOf(table, child.parent_id, now),
      idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
      body: {
        class_id: cls.id,
        time_slot_id: slot.id,
        child_id: child.id,
        is_trial: isTrial,
        amount,
        trial_date,
        calendar_version,
      },
    },
    { table, clock: () => now, timeZone },
  );
};

interface TrialSample {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly children: readonly Child[];
}

interface Moment {
  readonly today: CalendarDate;
  readonly timeZone: string;
}

const noon = wallTimeSchema.parse('12:00');

const keepTrial = async (
  table: Table,
  { id, parent_id, class_id, time_slot_id, child_id }: BookingDetails,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<void> => {
  const deps = { table, clock: () => now, timeZone };
  const caller = await callerOf(table, parent_id, now);
  const trial = (await listMyBookings({ caller }, deps)).bookings.find((booking) => booking.id === id);
  const terms =
    trial && keepTerms(trial, trial.time_slot.class, trial.time_slot, businessMoment(now, timeZone));
  if (!terms) throw new Error('A sample trial is kept while sessions are left');
  await upgradeTrial(
    {
      caller,
      params: { bookingId: id },
      body: {
        booking: { class_id, time_slot_id, child_id },
        amount: terms.amount,
        calendar_version: 0,
      },
      idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
    },
    deps,
  );
};

/** Books three trials: one that ended last week, one that was kept then, and one of yesterday, whose place is held. */
export const bookTrials = async (
  table: Table,
  { cls, slot, children }: TrialSample,
  { today, timeZone }: Moment,
): Promise<void> => {
  const [over, kept, held] = children;
  const [lastWeek, yesterday] = weeklyDates(cls)
    .filter((date) => date < today)
    .slice(-2);
  if (!over || !kept || !held || !lastWeek || !yesterday) throw new Error('The sample has no such trials');
  const noonAfter = (date: CalendarDate, days: number) => ({
    now: toInstant(addDays(date, days), noon, timeZone),
    timeZone,
  });
  const bookBefore = (child: Child, date: CalendarDate) =>
    bookSample(table, { cls, slot, child, isTrial: true }, noonAfter(date, -2));

  const ended = await bookBefore(over, lastWeek);
  await endBooking(
    { table, clock: () => new Date(trialHeldUntil({ date: lastWeek }, timeZone)), timeZone },
    ended,
    { ending: { reason: 'trial-over' }, by: 'system', tell: false },
  );
  await keepTrial(table, await bookBefore(kept, lastWeek), noonAfter(lastWeek, 1));
  await bookBefore(held, yesterday);
};

const trialEvery = 4;

const bookedAt = (cls: FootballClass, now: Date, position: number): Date => {
  const beforeStart = Date.parse(cls.start_date) - 24 * hourMs;
  return new Date(Math.min(beforeStart, now.getTime() - hourMs) - position * 7 * hourMs);
};

/** Books a class's places at times in the past, so that amounts, ages, trial dates and counters are right. */
export const fillSlots = async (
  table: Table,
  { cls, sample, children }: { cls: FootballClass; sample: SampleClass; children: readonly Child[] },
  { now, today, timeZone }: { now: Date; today: CalendarDate; timeZone: string },
): Promise<void> => {
  const players = playersOf(cls.class_type, children, today);
  let next = 0;
  for (const [at, { booked }] of sample.slots.entries()) {
    const slot = cls.time_slots[at];
    for (let position = 0; slot && position < booked; position++, next++) {
      const child = players[next % players.length];
      if (!child) throw new Error(`No sample child suits ${cls.class_type}`);
      const moment = { now: bookedAt(cls, now, next), timeZone };
      const isTrial = next % trialEvery === trialEvery - 1 && cls.start_date > today;
      await bookSample(table, { cls, slot, child, isTrial }, moment);
    }
  }
};

const waitingFamilies = 3;

/** Joins a list. @returns whether the family joined: not where one of the children is booked */
const join = (joining: Parameters<typeof joinList>[0], deps: TimedDeps): Promise<boolean> =>
  joinList(joining, deps).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ProblemError && error.code === 'alreadyBooked') return false;
      throw error;
    },
  );

export const joinLists = async (families: readonly SampleFamily[], deps: TimedDeps): Promise<void> => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const withChildren = families.filter(({ children }) => children.length > 0);
  for (const cls of await listClasses(deps.table)) {
    const full = cls.time_slots.filter(
      (slot) => isFull(slot) && nextUpcomingDate(cls, slot, moment) !== null,
    );
    for (const slot of full) {
      let joined = 0;
      for (const { id: parentId, profile, children } of withChildren) {
        if (joined === waitingFamilies) break;
        const waiting = joined === waitingFamilies - 1 ? children : children.slice(0, 1);
        const child_ids = waiting.map(({ id }) => id);
        const isJoined = await join(
          {
            parentId,
            actor: profile.id,
            order: { class_id: cls.id, time_slot_id: slot.id, child_ids },
            attempt: idempotencyKeySchema.parse(`${slot.id}-${joined}`),
          },
          deps,
        );
        if (isJoined) joined += 1;
      }
    }
  }
};

const states = [
  { share: 0.5, by: 'payment' },
  { share: 1, by: 'payment' },
  { share: 0, by: 'payment' },
  { share: 1, by: 'credit' },
  { share: 1.25, by: 'payment' },
  { share: 0.1, by: 'waiver' },
] as const;

interface Sample {
  readonly families: readonly SampleFamily[];
  readonly admin: UserId;
  readonly today: CalendarDate;
}

export const recordEntries = async ({ families, admin, today }: Sample, deps: AdminDeps): Promise<void> => {
  for (const [at, { id: parentId }] of families.entries()) {
    const state = states[at % states.length];
    const account = await getFamilyLedger(deps.table, parentId);
    const amount = state && account ? Math.round(balanceOf(account) * state.share) : 0;
    if (!state || amount <= 0) continue;
    const request = {
      caller: { userId: admin, role: 'admin', signedInAt: deps.clock() } as const,
      params: { parentId },
      idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
    };
    const settled = centsSchema.parse(amount);
    if (state.by === 'payment') {
      const day = addDays(today, -(at % 14));
      const payment = {
        amount: settled,
        day,
        method: 'bank-transfer',
        note: null,
        booking_id: null,
      } as const;
      await recordPayment({ ...request, body: { ...payment, receipt: at === 0 } }, deps);
    } else {
      const note = state.by === 'credit' ? 'Thank you for helping at the club day' : 'Agreed by phone';
      await recordAllowance({ ...request, body: { kind: state.by, amount: settled, note } }, deps);
    }
  }
};
