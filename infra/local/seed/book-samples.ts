import { randomUUID } from 'node:crypto';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { bookSlot } from '#functions/booking/family-book-slot';
import { listClasses } from '#functions/classes/classes';
import { recordAllowance, recordPayment } from '#functions/ledger/admin';
import { getFamilyLedger } from '#functions/ledger/ledger';
import type { AdminDeps, TimedDeps } from '#functions/lib/deps';
import { joinList } from '#functions/waiting/steps';
import type { BookingDetails } from '#shared/booking/booking';
import { bookingTerms } from '#shared/booking/booking-terms';
import { trialHeldUntil } from '#shared/booking/keep-terms';
import { type FootballClass, isFull } from '#shared/classes/class';
import type { Child } from '#shared/families/family';
import { balanceOf } from '#shared/ledger/balance';
import { businessMoment, toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { hourMs } from '#shared/lib/durations';
import { idempotencyKeySchema, type UserId } from '#shared/lib/ids';
import { type CalendarDate, centsSchema, wallTimeSchema } from '#shared/lib/values';
import { nextUpcomingDate, weeklyDates } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { asAdmin, asHolder } from './put.ts';
import type { SampleFamily } from './world.ts';

interface Place {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
}

/** Books by the product's own operation in the past, so that amount, age, trial date and counters are right. */
const bookSample = async (
  { cls, slot }: Place,
  child: Child,
  isTrial: boolean,
  { families, ...deps }: Booking,
): Promise<BookingDetails> => {
  const terms = bookingTerms(cls, slot, isTrial, businessMoment(deps.clock(), deps.timeZone));
  if (!terms) throw new Error('A sample class is booked before its last session');
  const { amount, trial_date, calendar_version } = terms;
  const target = { class_id: cls.id, time_slot_id: slot.id, child_id: child.id };
  const body = { ...target, is_trial: isTrial, amount, trial_date, calendar_version };
  return bookSlot({ ...asHolder(familyOf(child, families), deps.clock()), body }, deps);
};

interface Booking extends TimedDeps {
  readonly families: readonly SampleFamily[];
}

const familyOf = (
  { parent_id }: Pick<Child, 'parent_id'>,
  families: readonly SampleFamily[],
): SampleFamily => {
  const family = families.find(({ id }) => id === parent_id);
  if (!family) throw new Error('A sample child has a family');
  return family;
};

const noon = wallTimeSchema.parse('12:00');

/** Books two trials: one that ended last week, and one of yesterday, whose place is held. */
export const bookTrials = async (
  place: Place,
  [over, held]: readonly Child[],
  booking: Booking,
): Promise<void> => {
  const { clock, timeZone } = booking;
  const { today } = businessMoment(clock(), timeZone);
  const before = weeklyDates(place.cls).filter((date) => date < today);
  const [lastWeek, yesterday] = before.slice(-2);
  if (!over || !held || !lastWeek || !yesterday) throw new Error('The sample has no such trials');
  const at = (now: Date): Booking => ({ ...booking, clock: () => now });
  const bookBefore = (child: Child, date: CalendarDate) =>
    bookSample(place, child, true, at(toInstant(addDays(date, -2), noon, timeZone)));

  const ended = await bookBefore(over, lastWeek);
  const ending = { ending: { reason: 'trial-over' }, by: 'system', tell: false } as const;
  await endBooking(at(new Date(trialHeldUntil({ date: lastWeek }, timeZone))), ended, ending);
  await bookBefore(held, yesterday);
};

const trialEvery = 4;

const bookedAt = (cls: FootballClass, now: Date, position: number): Date => {
  const beforeStart = Date.parse(cls.start_date) - 24 * hourMs;
  return new Date(Math.min(beforeStart, now.getTime() - hourMs) - position * 7 * hourMs);
};

/** Books a class's places one after the other. @param booked of each slot @param players who are booked in rotation */
export const fillSlots = async (
  cls: FootballClass,
  booked: readonly number[],
  players: readonly Child[],
  booking: Booking,
): Promise<void> => {
  const now = booking.clock();
  const { today } = businessMoment(now, booking.timeZone);
  let next = 0;
  for (const [at, count] of booked.entries()) {
    const slot = cls.time_slots[at];
    for (let position = 0; slot && position < count; position++, next++) {
      const child = players[next % players.length];
      if (!child) throw new Error(`No sample child suits ${cls.class_type}`);
      const moment = bookedAt(cls, now, next);
      const isTrial = next % trialEvery === trialEvery - 1 && cls.start_date > today;
      await bookSample({ cls, slot }, child, isTrial, { ...booking, clock: () => moment });
    }
  }
};

const waitingFamilies = 3;

/** Each full slot has some families on its list, the last one with all of its children. */
export const joinLists = async (families: readonly SampleFamily[], deps: TimedDeps): Promise<void> => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  for (const cls of await listClasses(deps.table)) {
    const full = cls.time_slots.filter(
      (slot) => isFull(slot) && nextUpcomingDate(cls, slot, moment) !== null,
    );
    for (const slot of full) {
      const booked = await listBookingsOfSlot(deps.table, slot.id, { consistent: true });
      const waiting = families
        .filter(
          ({ id, children }) => children.length > 0 && !booked.some(({ parent_id }) => parent_id === id),
        )
        .slice(0, waitingFamilies);
      for (const [at, { id: parentId, profile, children }] of waiting.entries()) {
        const child_ids = children.slice(0, at === waitingFamilies - 1 ? undefined : 1).map(({ id }) => id);
        const order = { class_id: cls.id, time_slot_id: slot.id, child_ids };
        const attempt = idempotencyKeySchema.parse(randomUUID());
        await joinList({ parentId, actor: profile.id, order, attempt }, deps);
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

/** Settles what each family owes, in part, whole or not. */
export const recordEntries = async (
  families: readonly SampleFamily[],
  admin: UserId,
  deps: AdminDeps,
): Promise<void> => {
  const { today } = businessMoment(deps.clock(), deps.timeZone);
  for (const [at, { id: parentId }] of families.entries()) {
    const state = states[at % states.length];
    const account = await getFamilyLedger(deps.table, parentId);
    const amount = centsSchema.parse(
      state && account ? Math.max(0, Math.round(balanceOf(account) * state.share)) : 0,
    );
    if (!state || amount === 0) continue;
    const request = { ...asAdmin(admin, deps.clock()), params: { parentId } };
    if (state.by === 'payment') {
      const how = { method: 'bank-transfer', note: null, booking_id: null } as const;
      const body = { ...how, amount, day: addDays(today, -(at % 14)), receipt: at === 0 };
      await recordPayment({ ...request, body }, deps);
    } else {
      const note = state.by === 'credit' ? 'Thank you for helping at the club day' : 'Agreed by phone';
      await recordAllowance({ ...request, body: { kind: state.by, amount, note } }, deps);
    }
  }
};
