import type { CancelledChange } from '#shared/booking/booked-sessions';
import { firstOverlap, timesIn } from '#shared/booking/overlaps';
import { findBookedSession } from '#shared/booking/session-changes';
import type { ManagedClass } from '#shared/classes/managed-class';
import { ageOn } from '#shared/families/children';
import type { Child } from '#shared/families/family';
import { businessMoment } from '#shared/lib/business-time';
import type { ChildId, FamilyId } from '#shared/lib/ids';
import type { CalendarDate, Cents } from '#shared/lib/values';
import type { CancelledSession } from '#shared/sessions/admin-routes';
import { changesOf, type SlotIdentity, upcomingDates } from '#shared/sessions/sessions';
import type { Remedy, TimeSlot } from '#shared/sessions/slot';
import { cancellationKey, trialMove } from '../booking/booking-changes.ts';
import { listBookingsOfSlots, type StoredBooking } from '../booking/bookings.ts';
import { endedRecord, endingWrites } from '../booking/end-booking.ts';
import { readOtherBookings } from '../booking/held-by-family.ts';
import { sameCalendar, slotIn } from '../classes/change-sessions.ts';
import { getManagedClass } from '../classes/classes.ts';
import { childRef } from '../families/children.ts';
import { raiseVersionOfChild } from '../ledger/charges.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { ContentionError } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { endedTrialUpdate, noteSettled, type StoredCancellation } from './cancellations.ts';
import { type CreditableSession, isCreditDue, settleCredit } from './credit-booking.ts';

interface Context {
  readonly cancellation: StoredCancellation;
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly deps: TimedDeps;
}

// A step that was done before, or that is not due any more, is refused and left out.
const take = async (table: Table, writes: readonly Write[]): Promise<void> => {
  const { outcome } = await sendTransaction(table, writes);
  if (outcome === 'busy') throw new ContentionError('Contention on a cancelled session persisted');
};

// A trial moves to the next session that is on and free for the child (BSK-04); without any it ends, credited (CAN-08).
const settleTrial = async (booking: StoredBooking, context: Context): Promise<void> => {
  const { cancellation, cls, slot, deps } = context;
  const { table, clock, timeZone } = deps;
  const moment = businessMoment(clock(), timeZone);
  const ledger = await getFamilyLedger(table, booking.parent_id, { consistent: true });
  if (!ledger) throw new Error('The family of a booking has no ledger');
  const { parent_id, child_id, time_slot_id } = booking;
  const asked = { parent_id, child_ids: [child_id], slot_ids: [time_slot_id] };
  const others = await readOtherBookings(table, ledger, asked, moment.today);
  const to = upcomingDates(cls, slot, moment).find((date) => !firstOverlap(timesIn(slot, [date]), others));
  if (to) {
    const movedBy = cancellationKey(cancellation);
    // Another cancellation of the date to which the trial moves has another calendar, and finds the trial on its old date.
    const writes = [trialMove(table, booking, { to, movedBy }), sameCalendar(table, slot)];
    return take(table, [...writes, raiseVersionOfChild(table, parent_id, child_id, ledger)]);
  }
  const record = endedRecord(
    // A trial has one session, in its slot.
    { booking, cls, slot, earlier_slots: [], ledger },
    { ending: { reason: 'trial-over' }, by: 'system', tell: false },
    deps,
  );
  const { id: booking_id, ended } = record;
  await take(table, [
    ...endingWrites(table, { booking, slot, record, ledger }),
    endedTrialUpdate(table, cancellation, { booking_id, parent_id, child_id, amount: ended.credit }),
  ]);
};

/** Undefined for a booking that never had the session, and for a trial. */
export const creditableSession = (
  cls: ManagedClass,
  slot: SlotIdentity,
  booking: StoredBooking,
  date: CalendarDate,
): CreditableSession | undefined => {
  const part = booking.is_trial ? undefined : findBookedSession(cls, slot, booking, date);
  return part && { cls, booking, part };
};

/**
 * Settles the credits of all bookings that have or had a session (`settleCredit`), whatever was cancelled, replaced and
 * brought back.
 * @param bookings of all slots of the class
 * @throws ContentionError where contention persisted
 */
export const settleCredits = async (
  { table, clock, timeZone }: TimedDeps,
  {
    cls,
    slot,
    date,
  }: { readonly cls: ManagedClass; readonly slot: SlotIdentity; readonly date: CalendarDate },
  bookings: readonly StoredBooking[],
): Promise<void> => {
  const moment = businessMoment(clock(), timeZone);
  for (const booking of bookings) {
    const session = creditableSession(cls, slot, booking, date);
    if (session) await settleCredit(table, session, moment);
  }
};

/**
 * The bookings stored before a cancellation and not ended since (CAN-07). A booking that moved to another slot of the class
 * after it had the session is among them (MOV-03).
 * @param bookings of all slots of the class
 */
export const bookingsInCancelled = (
  bookings: readonly StoredBooking[],
  cls: ManagedClass,
  { slot_id, date, calendar_version }: StoredCancellation,
): StoredBooking[] => {
  return bookings.filter((booking) => {
    const part = findBookedSession(cls, { id: slot_id }, booking, date);
    if (!part) return false;
    // A booking has the calendar version of its present slot.
    const hasMoved = booking.earlier_slots?.[part.agreed] !== undefined;
    const booked = part.trial ?? booking;
    return hasMoved || booked.calendar_version < calendar_version;
  });
};

export const changeOf = (
  cls: ManagedClass,
  { slot_id, date, calendar_version }: StoredCancellation,
): CancelledChange | undefined => {
  const change = changesOf(cls, { id: slot_id }).get(date);
  return change?.state === 'cancelled' && change.calendar_version === calendar_version ? change : undefined;
};

/**
 * Moves the trials of a cancelled session, and gives credits where that is the remedy. Each step is one transaction keyed by
 * its cause: the whole may be interrupted anywhere and called again (CAN-06). A cancellation that was taken back has nothing
 * left to settle.
 * @throws ContentionError where contention persisted
 */
export const settleCancellation = async (
  cancellation: StoredCancellation,
  deps: TimedDeps,
): Promise<void> => {
  const { table } = deps;
  const cls = await getManagedClass(table, cancellation.class_id);
  const slot = cls && slotIn(cls, cancellation.slot_id);
  const change = cls && changeOf(cls, cancellation);
  if (cls && slot && change) {
    const { date } = cancellation;
    const read = () => listBookingsOfSlots(table, cls.time_slots);
    const inCancelled = async () => bookingsInCancelled(await read(), cls, cancellation);
    await settleCredits(deps, { cls, slot, date }, await read());
    for (const booking of await inCancelled())
      if (booking.is_trial) await settleTrial(booking, { cancellation, cls, slot, deps });
    const isLeft = (booking: StoredBooking): boolean => {
      const session = creditableSession(cls, slot, booking, date);
      return booking.is_trial || (session !== undefined && isCreditDue(session));
    };
    // A step was refused because the calendar or the credits of the booking changed since they were read.
    if ((await inCancelled()).some(isLeft))
      throw new ContentionError('The calendar or the credits changed meanwhile');
  }
  await noteSettled(table, cancellation);
};

export type PlaceOutcome =
  | { readonly kind: 'make-up' | 'moved'; readonly date: CalendarDate }
  | { readonly kind: 'credit' | 'ended'; readonly amount: Cents }
  | { readonly kind: 'later' };

export interface CancelledPlace {
  readonly parentId: FamilyId;
  readonly child: string;
  /** In years: the age of the booking, or of an ended trial on the day of the session. */
  readonly age: number;
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly date: CalendarDate;
  readonly outcome: PlaceOutcome;
}

const outcomeOf = (
  booking: StoredBooking,
  remedy: Remedy,
  { cls, slot, date }: { readonly cls: ManagedClass; readonly slot: TimeSlot; readonly date: CalendarDate },
): PlaceOutcome => {
  if (remedy.kind !== 'credit') return remedy;
  const part = findBookedSession(cls, slot, booking, date);
  return part ? { kind: 'credit', amount: part.value } : { kind: 'later' };
};

// The children of ended trials, without those that were removed.
const readEnded = async (
  table: Table,
  { ended_trials }: StoredCancellation,
): Promise<(id: ChildId) => Child | undefined> => {
  const refs = new Map(
    ended_trials.map(({ parent_id, child_id }) => [child_id, childRef(parent_id, child_id)] as const),
  );
  if (refs.size === 0) return () => undefined;
  const read = await batchRead(table, [...refs.values()], { consistent: false });
  return (id) => {
    const ref = refs.get(id);
    return ref && read(ref);
  };
};

export interface CancelledInClass {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly date: CalendarDate;
  readonly remedy: Remedy;
}

export const readCancelledSession = async (
  table: Table,
  cancellation: StoredCancellation,
): Promise<CancelledInClass | undefined> => {
  const cls = await getManagedClass(table, cancellation.class_id);
  const slot = cls && slotIn(cls, cancellation.slot_id);
  const change = cls && changeOf(cls, cancellation);
  if (!cls || !slot || !change) return undefined;
  return { cls, slot, date: cancellation.date, remedy: change.remedy };
};

/** The places of bookings that are still live, of trials that moved, and of trials that ended. One Query of each slot. */
export const listCancelledPlaces = async (
  table: Table,
  cancellation: StoredCancellation,
  { cls, slot, date, remedy }: CancelledInClass,
): Promise<CancelledPlace[]> => {
  const session = { cls, slot, date };
  const bookings = await listBookingsOfSlots(table, cls.time_slots);
  const inSession = bookingsInCancelled(bookings, cls, cancellation).map((booking) => ({
    booking,
    outcome: outcomeOf(booking, remedy, session),
  }));
  const mark = cancellationKey(cancellation);
  const moved = bookings.flatMap((booking) =>
    booking.time_slot_id === slot.id && booking.moved_by === mark && booking.dates[0]
      ? [{ booking, outcome: { kind: 'moved', date: booking.dates[0] } as const }]
      : [],
  );
  const childOf = await readEnded(table, cancellation);
  return [
    ...[...inSession, ...moved].map(({ booking: { parent_id, child_name, child_age }, outcome }) => ({
      ...session,
      parentId: parent_id,
      child: child_name,
      age: child_age,
      outcome,
    })),
    ...cancellation.ended_trials.flatMap(({ parent_id, child_id, amount }) => {
      const child = childOf(child_id);
      const outcome = { kind: 'ended', amount } as const;
      if (!child) return [];
      const age = ageOn(child.date_of_birth, date);
      return [{ ...session, parentId: parent_id, child: child.name, age, outcome }];
    }),
  ];
};

/** Full bookings to which the session is worth something, by name. One consistent Query for each slot of the class. */
export const listCreditable = async (
  table: Table,
  cls: ManagedClass,
  cancellation: StoredCancellation,
): Promise<CancelledSession['bookings']> => {
  const { slot_id, date } = cancellation;
  const bookings = await listBookingsOfSlots(table, cls.time_slots);
  return bookingsInCancelled(bookings, cls, cancellation)
    .flatMap((booking) => {
      const part = creditableSession(cls, { id: slot_id }, booking, date)?.part;
      if (!part || part.value === 0) return [];
      const { id, child_name, credited_dates } = booking;
      return [{ id, child_name, value: part.value, is_credited: credited_dates.has(part.agreed) }];
    })
    .toSorted((one, other) => one.child_name.localeCompare(other.child_name));
};
