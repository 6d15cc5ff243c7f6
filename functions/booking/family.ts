import type { TrialSession } from '#shared/booking/booking';
import type { UpgradeTrial } from '#shared/booking/booking-change';
import type { BookableSlot, MyBooking } from '#shared/booking/booking-input';
import { type DiscountOn, discountFor } from '#shared/booking/discounts';
import { isSameDates } from '#shared/booking/due-dates';
import { freeUntil, sessionsLeft } from '#shared/booking/endings';
import { type KeepTerms, keepTerms } from '#shared/booking/keep-terms';
import { timesIn } from '#shared/booking/overlaps';
import type { FamilyBookingRoutes } from '#shared/booking/routes';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import type { ClassId, FamilyId, IdempotencyKey, SlotId } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import type { SchoolSettings } from '#shared/school/settings';
import { nextUpcomingDate } from '#shared/sessions/sessions';
import { readChargeStates, readEndedBookings } from '../across/statement.ts';
import { getClass } from '../classes/classes.ts';
import { type FamilyWithChildren, getFamily } from '../families/families.ts';
import { hasReachedChangeLimit } from '../ledger/changes.ts';
import { trialKey } from '../ledger/charges.ts';
import { type FamilyLedger, getFamilyLedger, placesIn } from '../ledger/ledger.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { FamilyCaller } from '../lib/http/caller.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem, tooManyInHour } from '../lib/http/problem-error.ts';
import { newBookingId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { readAttendance } from '../registers/marks-of-family.ts';
import { auditEventPut } from '../school/activity.ts';
import { readSettings } from '../school/settings.ts';
import { movedFromDate } from './booking-changes.ts';
import { describeBooking, type MyBookingItems, readMyBookings } from './booking-details.ts';
import {
  bookedByAdult,
  listBookingsInSlot,
  listBookingsOfParent,
  readBookingsOfChildren,
  type StoredBooking,
} from './bookings.ts';
import { type BookingToFind, endableOf, endBooking, lateEndingPut, quoteLive } from './end-booking.ts';
import { endedBooking } from './ended-bookings.ts';
import {
  findHeldTrials,
  readDiscountFacts,
  readFamilyOpening,
  readFamilySessions,
  readOtherBookings,
} from './held-by-family.ts';
import { moveBooking } from './move-steps.ts';
import {
  changeDecided,
  type DecidedChange,
  type MoveItems,
  readMoveItems,
  type SlotOfClass,
  upgradeWrites,
} from './moves.ts';
import * as lib from './steps.ts';
import { overlapProblem } from './steps.ts';

const endingOf = (parts: MyBookingItems, deps: TimedDeps): MyBooking['ending'] => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  if (!nextUpcomingDate(parts.cls, parts.slot, moment)) return null;
  const { terms } = endableOf(parts, deps.timeZone);
  return { free_until: freeUntil(terms), credit: quoteLive(parts, { reason: 'cancelled' }, deps).credit };
};

/** Two round trips, and a third for a family with partial payments, credits or make-up sessions. */
export const listMyBookings: Operation<FamilyBookingRoutes['listMyBookings'], TimedDeps> = async (
  { caller },
  deps,
) => {
  const { table } = deps;
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const [bookings, ended] = await Promise.all([
    listBookingsOfParent(table, caller.familyId),
    readEndedBookings(table, caller.familyId),
    readSettings(table),
  ]);
  // The index may list a booking that has just ended.
  const endedIds = new Set(ended.map(({ id }) => id));
  const notEnded = bookings.filter(({ id }) => !endedIds.has(id));
  const [live, paymentOf, discounts, attendanceOf] = await Promise.all([
    readMyBookings(table, notEnded),
    readChargeStates(table, [...notEnded, ...ended], moment),
    readDiscountFacts(table, notEnded, moment),
    readAttendance(table, notEnded, moment.today),
  ]);
  return {
    discounts,
    bookings: live.map((parts) => ({
      ...describeBooking(
        parts.booking,
        { parent: parts.parent, time_slot: parts.slot, class: parts.cls },
        caller.userId,
      ),
      payment: paymentOf(parts.booking),
      ending: endingOf(parts, deps),
      sessions_left: sessionsLeft(parts, moment),
      credited_dates: [...parts.booking.credited_dates],
      not_coming: [...(parts.booking.not_coming ?? [])].toSorted(),
      attendance: attendanceOf(parts.booking),
      program_price: parts.booking.program_price,
      earlier_times: parts.earlier_slots.map(({ id, start_time, end_time }) => ({
        id,
        start_time,
        end_time,
      })),
      moved_from_date: movedFromDate(parts.booking),
    })),
    ended: ended.map((record) => ({ ...record, payment: paymentOf(record) })),
  };
};

const readTrials = async (
  table: Table,
  { family, children }: Pick<FamilyWithChildren, 'family' | 'children'>,
  class_id: ClassId,
  ledger: FamilyLedger | undefined,
): Promise<BookableSlot['trials']> => {
  const had = children.filter(({ id }) => ledger?.trials.has(trialKey({ class_id, child_id: id })));
  if (had.length === 0) return [];
  const held = await findHeldTrials(table, family.id, class_id);
  return had.map(({ id }) => ({ child_id: id, held: held.get(id) ?? null }));
};

/**
 * Reads what the booking screen shows in one round trip of four requests; the family's bookings follow where a child has had
 * a trial in the class, or other bookings. All but the last are consistent: a refusal due to old data has the screen read
 * again.
 * @throws ProblemError classNotFound, slotNotFound, profileNotFound
 */
export const readBookableSlot = async (
  parentId: FamilyId,
  params: { readonly classId: ClassId; readonly slotId: SlotId },
  { table, clock, timeZone }: TimedDeps,
): Promise<BookableSlot> => {
  const [cls, family, bookings, ledger, settings] = await Promise.all([
    getClass(table, params.classId, { consistent: true }),
    getFamily(table, parentId),
    listBookingsInSlot(table, params.slotId, parentId),
    getFamilyLedger(table, parentId, { consistent: true }),
    readSettings(table),
  ]);
  if (!family) throw problem('profileNotFound');
  if (!cls) throw problem('classNotFound');
  if (!cls.time_slots.some(({ id }) => id === params.slotId)) throw problem('slotNotFound');
  const moment = businessMoment(clock(), timeZone);
  const booked = new Set(bookings.map(({ child_id }) => child_id));
  const places = ledger ? placesIn(ledger) : [];
  const elsewhere = places.filter(({ time_slot_id }) => time_slot_id !== params.slotId);
  const [trials, discounts, opens_at, family_sessions] = await Promise.all([
    readTrials(table, family, cls.id, ledger),
    readDiscountFacts(table, places, moment, cls),
    readFamilyOpening(table, cls, ledger, moment),
    readFamilySessions(table, parentId, elsewhere, moment.today),
  ]);
  return {
    class: cls,
    children: family.children,
    due_rule: settings.due_rule,
    booked_child_ids: family.children.map(({ id }) => id).filter((id) => booked.has(id)),
    trials,
    discounts,
    opens_at,
    family_sessions: family_sessions.filter(({ sessions }) => sessions.length > 0),
  };
};

export const getBookableSlot: Operation<FamilyBookingRoutes['getBookableSlot'], TimedDeps> = (
  { caller, params },
  deps,
) => readBookableSlot(caller.familyId, params, deps);

interface UpgradeTrialRequest {
  readonly order: UpgradeTrial;
  readonly caller: FamilyCaller;
  readonly attempt: IdempotencyKey;
}

const none = centsSchema.parse(0);

// Refuses terms that differ from those that were shown.
const agreeKeeping = (
  trial: StoredBooking,
  { cls, slot }: SlotOfClass,
  order: UpgradeTrial,
  moment: BusinessMoment,
  { due_rule }: Pick<SchoolSettings, 'due_rule'>,
  discountOn: DiscountOn,
): KeepTerms => {
  const terms = keepTerms(trial, cls, slot, moment, { due_rule, discountOn });
  if (!terms) throw problem('programEnded');
  if (order.amount !== terms.amount) throw problem('priceChanged');
  if (!isSameDates(order.due_dates, terms.due_dates)) throw problem('dueDatesChanged');
  if (order.calendar_version !== slot.calendar_version) throw problem('calendarChanged');
  return terms;
};

// The session of a trial stays with the trial's charge, and is credited from that when it is cancelled later (TRI-04).
const trialSession = ({
  id,
  due_dates,
  trial_date,
  amount,
  calendar_version,
}: StoredBooking): TrialSession | undefined =>
  trial_date === null ? undefined : { booking_id: id, due_dates, date: trial_date, amount, calendar_version };

// The full programme that a trial becomes (TRI-02). It has a deadline of its own (END-05).
const upgradedBooking = (
  trial: StoredBooking,
  { dates, amount, discount, due_dates }: KeepTerms,
  { order: { calendar_version }, attempt, caller }: UpgradeTrialRequest,
  now: Date,
): StoredBooking => {
  const { parent_id, child_id, child_name, child_age, class_id, time_slot_id, sequence_base } = trial;
  return {
    id: newBookingId(now),
    parent_id,
    child_id,
    child_name,
    child_age,
    class_id,
    time_slot_id,
    is_trial: false,
    trial_date: null,
    dates: [...dates],
    amount,
    calendar_version,
    ...(due_dates && { due_dates }),
    ...(discount && { discount }),
    created_at: instantOf(now),
    idempotency_key: attempt,
    ...bookedByAdult(caller.userId),
    credited: none,
    credited_dates: trial.credited_dates,
    not_coming: trial.not_coming,
    not_coming_by: trial.not_coming_by,
    upgraded_from: trial.id,
    trial_session: trialSession(trial),
    // Keeps the iCalendar SEQUENCE of that session's event.
    sequence_base,
  };
};

const decideKeeping = async (
  { id }: BookingToFind,
  { booking: trial, there, to: place, record, ledger }: MoveItems,
  request: UpgradeTrialRequest,
  settings: SchoolSettings,
  { table, clock, timeZone }: TimedDeps,
): Promise<DecidedChange<StoredBooking>> => {
  if (there?.upgraded_from === id) return { writes: [], result: there };
  if (record?.ended.reason === 'trial-over') throw problem('trialOver');
  if (!trial?.is_trial) throw problem('bookingNotFound');
  if (!ledger || ledger.closing) throw problem('profileNotFound');
  if (!place) throw problem('slotNotFound');
  lib.checkOnSale(place.cls);
  const moment = businessMoment(clock(), timeZone);
  const facts = await readDiscountFacts(table, placesIn(ledger), moment, place.cls);
  const discountOn = discountFor({ cls: place.cls, child_id: trial.child_id, day: moment.today }, facts);
  const terms = agreeKeeping(trial, place, request.order, moment, settings, discountOn);
  const next = upgradedBooking(trial, terms, request, moment.now);
  const asked = { ...trial, child_ids: [trial.child_id], slot_ids: [trial.time_slot_id] };
  const others = await readOtherBookings(table, ledger, asked, moment.today);
  const refusal = overlapProblem(next, place.cls, timesIn(place.slot, next.dates), others);
  if (refusal) throw refusal;
  const change = { at: next.created_at, isCounted: true };
  if (hasReachedChangeLimit(ledger, change.at)) throw tooManyInHour('changes', moment.now);
  const ended = endedBooking(
    trial,
    { ...place.cls, ...place.slot },
    {
      ended: { reason: 'upgraded', at: next.created_at, by: 'parent', credit: none, suggested: none },
      tell: true,
      moved_to: next.id,
      ...(next.booked_by_adult && { ended_by_adult: next.booked_by_adult }),
    },
  );
  const writes = upgradeWrites(table, { booking: trial, ledger }, { record: ended, next }, change);
  return { writes, result: next };
};

/** One read and one transaction, again where something changed. A repeated request returns the first booking (TRI-02). */
export const upgradeTrial: Operation<FamilyBookingRoutes['upgradeTrial'], TimedDeps> = async (
  { caller, params, body, idempotencyKey },
  deps,
) => {
  const booking = { ...body.booking, id: params.bookingId, parent_id: caller.familyId };
  const upgraded = await changeDecided(deps.table, async () => {
    const [parts, settings] = await Promise.all([
      readMoveItems(deps.table, booking, booking, caller),
      readSettings(deps.table),
    ]);
    return decideKeeping(booking, parts, { order: body, attempt: idempotencyKey, caller }, settings, deps);
  });
  if (!upgraded) throw busy();
  return upgraded;
};

export const moveMyBooking: Operation<FamilyBookingRoutes['moveMyBooking'], TimedDeps> = (
  { caller, params, body, idempotencyKey },
  deps,
) =>
  moveBooking(
    {
      booking: { ...body.booking, id: params.bookingId, parent_id: caller.familyId },
      order: body,
      attempt: idempotencyKey,
      by: 'parent',
      caller,
      tell: true,
    },
    deps,
  );

export const cancelBooking: Operation<FamilyBookingRoutes['cancelBooking'], TimedDeps> = async (
  { caller, params, body },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const { credit, ...keyFields } = body;
  const booking = { id: params.bookingId, parent_id: caller.familyId, ...keyFields };
  const result = await endBooking(deps, booking, {
    ending: { reason: 'cancelled' },
    by: 'parent',
    adult: caller.userId,
    caller,
    tell: true,
    isCounted: true,
    extraWrites: (record, { cls, slot, ledger }) => {
      const now = clock();
      if (!nextUpcomingDate(cls, slot, businessMoment(now, timeZone))) throw problem('classEnded');
      if (record.ended.credit !== credit) throw problem('creditChanged');
      if (hasReachedChangeLimit(ledger, record.ended.at)) throw tooManyInHour('changes', now);
      const event = {
        actor_id: caller.userId,
        action: 'booking.cancelled',
        subject_id: record.id,
        class_id: record.class_id,
      } as const;
      const late = record.ended.suggested > 0 ? [lateEndingPut(table, record)] : [];
      return [auditEventPut(table, now, event), ...late];
    },
  });
  if (result.outcome === 'gone') throw problem('bookingNotFound');
  if (result.outcome === 'busy') throw busy();
  return result.record;
};

/** Another family's booking is not found: its key holds its parent's id (ABS-01). */
export const setNotComing: Operation<FamilyBookingRoutes['setNotComing'], TimedDeps> = async (
  { caller, params, body },
  deps,
) => {
  const { time_slot_id, child_id, ...said } = body;
  const answer = { ...said, by: caller.userId };
  const place = { time_slot_id, parent_id: caller.familyId };
  const [found] = await readBookingsOfChildren(deps.table, place, [child_id], caller);
  await lib.setNotComing(found?.id === params.bookingId ? found : undefined, answer, deps);
};
