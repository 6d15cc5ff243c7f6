import { datesIn } from '#shared/booking/booked-sessions';
import type { BookingEnd } from '#shared/booking/booking';
import type { MoveOrder } from '#shared/booking/booking-change';
import { type DiscountOn, discountFor, noDiscount, withoutPlace } from '#shared/booking/discounts';
import { type EndableBooking, endableBooking, freeUntil, sessionsLeftValue } from '#shared/booking/endings';
import { isMovable, type MoveTerms, moveTerms } from '#shared/booking/move-terms';
import { timesIn } from '#shared/booking/overlaps';
import { isFull } from '#shared/classes/class';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import type { IdempotencyKey, UserId } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import { hasReachedChangeLimit } from '../ledger/changes.ts';
import { hasEnded } from '../ledger/charges.ts';
import { type FamilyLedger, placesIn } from '../ledger/ledger.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { FamilyCaller } from '../lib/http/caller.ts';
import { busy, problem, tooManyInHour } from '../lib/http/problem-error.ts';
import { newBookingId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { dropApplicationOfChild } from '../waiting/end-offer.ts';
import { bookedByAdult, lastMoveSchema, type StoredBooking } from './bookings.ts';
import type { BookingToFind } from './end-booking.ts';
import { endedBooking, type StoredEndedBooking } from './ended-bookings.ts';
import { holdsTrial, readDiscountFacts, readOtherBookings } from './held-by-family.ts';
import {
  changeDecided,
  type DecidedChange,
  type MoveItems,
  moveToClassWrites,
  moveWithinClassWrites,
  readMoveItems,
  type SlotOfClass,
} from './moves.ts';
import { checkOnSale, checkOpening, overlapProblem } from './steps.ts';

interface MoveRequest {
  readonly booking: BookingToFind;
  readonly order: MoveOrder;
  readonly attempt: IdempotencyKey;
  readonly by: Extract<BookingEnd['by'], 'parent' | 'admin'>;
  readonly caller?: FamilyCaller;
  readonly made_by?: UserId;
  readonly tell: boolean;
}

interface Move extends MoveRequest {
  readonly live: StoredBooking;
  readonly from: SlotOfClass;
  readonly to: SlotOfClass;
  readonly ledger: FamilyLedger;
  readonly endable: EndableBooking;
  readonly moment: BusinessMoment;
}

const toMove = (request: MoveRequest, parts: MoveItems, moment: BusinessMoment): Move => {
  const { booking: live, from, to, there, ledger } = parts;
  if (!live || !from) throw problem('bookingNotFound');
  if (there) throw problem('alreadyBooked', { child: live.child_name });
  if (!ledger || ledger.closing) throw problem('profileNotFound');
  if (!to) throw problem('slotNotFound');
  const endable = endableBooking({ ...from, booking: live }, moment.timeZone);
  return { ...request, live, from, to, ledger, endable, moment };
};

// Refuses terms that differ from those that were shown.
const agreeMove = ({ live, from, to, order, endable, moment }: Move, discountOn: DiscountOn): MoveTerms => {
  if (!isMovable(live, from, moment)) throw problem(live.is_trial ? 'trialNotMovable' : 'classEnded');
  if (live.is_trial && from.cls.id !== to.cls.id) throw problem('trialNotMovable');
  const sessions_left = sessionsLeftValue(endable, instantOf(moment.now));
  const terms = moveTerms({ ...live, sessions_left }, from, to, moment, discountOn);
  if (!terms) throw problem('programEnded');
  const { quote } = terms;
  if (order.credit !== quote.credit || order.charge !== quote.charge) throw problem('priceChanged');
  if (live.is_trial && order.trial_date !== terms.trial_date) throw problem('trialDateChanged');
  if (order.calendar_version !== terms.calendar_version) throw problem('calendarChanged');
  return terms;
};

const timesOf = ({ from: { slot } }: Move) => ({ start_time: slot.start_time, end_time: slot.end_time });

const nowOf = ({ moment }: Move) => instantOf(moment.now);

const traceOf = (move: Move, { quote }: MoveTerms): Pick<StoredBooking, 'kept_until' | 'last_move'> => ({
  kept_until: freeUntil(move.endable.terms),
  last_move: lastMoveSchema.parse({
    attempt: move.attempt,
    at: nowOf(move),
    ...(move.caller && { by_adult: move.caller.userId }),
    tell: move.tell,
    from: { ...move.from.cls, ...timesOf(move), trial_date: move.live.trial_date },
    credit: move.from.cls.id === move.to.cls.id ? null : quote.credit,
  }),
});

// The booking stays the same one (MOV-03).
const movedWithinClass = (move: Move, terms: MoveTerms): StoredBooking => {
  // What a change by the school allows is in `kept_until` from now on.
  const { moved_by: _, ...booking } = move.live;
  return {
    ...booking,
    time_slot_id: move.to.slot.id,
    dates: [...terms.dates],
    trial_date: terms.trial_date,
    ...(terms.trial_session && { trial_session: terms.trial_session }),
    calendar_version: terms.calendar_version,
    sequence_base: (booking.sequence_base ?? 0) + move.from.slot.calendar_version + 1,
    ...(terms.earlier_slots && { earlier_slots: { ...terms.earlier_slots } }),
    ...traceOf(move, terms),
  };
};

// The booking that follows the ended one in another class (MOV-03).
const movedToClass = (move: Move, terms: MoveTerms): StoredBooking => {
  const { parent_id, child_id, child_name, child_age, id } = move.live;
  return {
    id: newBookingId(move.moment.now),
    parent_id,
    child_id,
    child_name,
    child_age,
    class_id: move.to.cls.id,
    time_slot_id: move.to.slot.id,
    is_trial: false,
    trial_date: null,
    dates: [...terms.dates],
    amount: terms.quote.charge,
    ...(terms.due_dates && { due_dates: [...terms.due_dates] }),
    ...(terms.discount && { discount: terms.discount }),
    calendar_version: terms.calendar_version,
    created_at: nowOf(move),
    idempotency_key: move.attempt,
    ...bookedByAdult(move.made_by ?? move.caller?.userId),
    credited: centsSchema.parse(0),
    credited_dates: new Set(),
    moved_from: id,
    ...traceOf(move, terms),
  };
};

const movedRecord = (move: Move, { quote }: MoveTerms, next: StoredBooking): StoredEndedBooking =>
  endedBooking(
    move.live,
    { ...move.from.cls, ...timesOf(move) },
    {
      ended: {
        reason: 'moved',
        at: nowOf(move),
        by: move.by,
        credit: quote.credit,
        suggested: centsSchema.parse(0),
      },
      tell: false,
      ...(move.made_by && { made_by: move.made_by }),
      moved_to: next.id,
      ...(move.caller && { ended_by_adult: move.caller.userId }),
    },
  );

const movedBefore = (
  { booking, attempt }: MoveRequest,
  { there, record }: MoveItems,
): StoredBooking | undefined => {
  if (there?.last_move?.attempt !== attempt) return undefined;
  return there.id === booking.id || there.id === record?.moved_to ? there : undefined;
};

// Refuses a move to another class in which the child's held trial can be upgraded.
const checkHeldTrial = async ({ live, from, to, ledger }: Move, table: Table): Promise<void> => {
  if (from.cls.id === to.cls.id) return;
  if (await holdsTrial(table, { ...live, class_id: to.cls.id }, ledger))
    throw problem('trialHeld', { child: live.child_name });
};

// Within the class no price changes. The place that the move gives back does not count (DIS-03).
const discountOfMove = async (
  { live, from, to, ledger, moment }: Move,
  table: Table,
): Promise<DiscountOn> => {
  if (from.cls.id === to.cls.id) return noDiscount;
  const facts = await readDiscountFacts(table, placesIn(ledger), moment, to.cls);
  const place = { cls: to.cls, child_id: live.child_id, day: moment.today };
  return discountFor(place, withoutPlace(facts, live));
};

// Refuses a session at the time of another one of the child (BSK-04); the place that is left does not count.
const checkOverlaps = async (
  { live, to, ledger, moment }: Move,
  moved: StoredBooking,
  table: Table,
): Promise<void> => {
  const { parent_id, child_id } = moved;
  const asked = { parent_id, child_ids: [child_id], slot_ids: [live.time_slot_id, moved.time_slot_id] };
  const others = await readOtherBookings(table, ledger, asked, moment.today);
  const dates = datesIn(to.cls, moved, to.slot, moment.today);
  const refusal = overlapProblem(moved, to.cls, timesIn(to.slot, dates), others);
  if (refusal) throw refusal;
};

const decideMove = async (
  request: MoveRequest,
  parts: MoveItems,
  { table, clock, timeZone }: TimedDeps,
): Promise<DecidedChange<StoredBooking>> => {
  const before = movedBefore(request, parts);
  if (before) return { writes: [], result: before };
  if (parts.ledger && hasEnded(parts.ledger, request.attempt)) throw problem('movedBefore');
  const move = toMove(request, parts, businessMoment(clock(), timeZone));
  // The office may move a booking before the class opens, and while it is off sale.
  if (request.by === 'parent') {
    checkOnSale(move.to.cls);
    await checkOpening(move.to.cls, move.ledger, move.moment, { table });
  }
  const terms = agreeMove(move, await discountOfMove(move, table));
  const change = {
    attempt: request.attempt,
    at: instantOf(move.moment.now),
    isCounted: request.by === 'parent',
  };
  if (change.isCounted && hasReachedChangeLimit(move.ledger, change.at))
    throw tooManyInHour('changes', move.moment.now);
  await checkHeldTrial(move, table);
  const { live: booking, from, to, ledger } = move;
  const leaving = { booking, slot: from.slot, ledger };
  if (isFull(to.slot)) throw problem('slotFull');
  if (from.cls.id === to.cls.id) {
    const result = movedWithinClass(move, terms);
    await checkOverlaps(move, result, table);
    return { writes: moveWithinClassWrites(table, leaving, result, change), result };
  }
  const next = movedToClass(move, terms);
  await checkOverlaps(move, next, table);
  const record = movedRecord(move, terms, next);
  return { writes: moveToClassWrites(table, leaving, { record, next }, change), result: next };
};

/**
 * Takes the new place and gives the old one back in one transaction (MOV-02). A repeated request gets the moved booking. One
 * read and one transaction, both again where something changed between them; another Query where the child has had a trial
 * in the new class.
 * @throws ProblemError as `toMove` and `agreeMove` do; movedBefore, tooManyChanges, trialHeld, slotFull, sessionsOverlap,
 * busy
 */
export const moveBooking = async (
  request: MoveRequest,
  deps: TimedDeps,
  extraWrites: DecidedChange<unknown>['writes'] = [],
): Promise<StoredBooking> => {
  const moved = await changeDecided(deps.table, async () => {
    const parts = await readMoveItems(deps.table, request.booking, request.order, request.caller);
    const { writes, result: booking } = await decideMove(request, parts, deps);
    const hasList = parts.to !== undefined && parts.to.slot.list_version > 0;
    return { writes: writes.length > 0 ? [...writes, ...extraWrites] : [], result: { booking, hasList } };
  });
  if (!moved) throw busy();
  // The child has a place in the new slot, so it leaves that slot's waiting list.
  if (moved.hasList) await dropApplicationOfChild(deps, moved.booking);
  return moved.booking;
};
