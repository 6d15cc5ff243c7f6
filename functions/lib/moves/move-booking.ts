import { isFull } from '#shared/domain/classes/capacity';
import { type DiscountOn, discountFor, noDiscount, withoutPlace } from '#shared/domain/pricing/discounts';
import { datesIn } from '#shared/domain/sessions/booked-sessions';
import { timesIn } from '#shared/domain/sessions/overlaps';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { StoredBooking } from '../../data/bookings/bookings.ts';
import { holdsTrial } from '../../data/bookings/held-trials.ts';
import { readDiscountFacts } from '../../data/joins/family-places.ts';
import { readOtherBookings } from '../../data/joins/family-sessions.ts';
import { hasChangedEnough } from '../../data/ledger/change-limits.ts';
import { hasEnded } from '../../data/ledger/charges.ts';
import { placesIn } from '../../data/ledger/places.ts';
import { changeDecided, type DecidedChange } from '../../data/moves/change-decided.ts';
import { type MoveParts, readMoveParts } from '../../data/moves/move-parts.ts';
import { moveToClassWrites, moveWithinClassWrites } from '../../data/moves/move-writes.ts';
import type { Table } from '../../data/table.ts';
import { dropEntryOfChild } from '../../data/waiting/drop-entry.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { checkOpening } from '../check-opening.ts';
import { overlapProblem } from '../check-overlaps.ts';
import { busy, problem } from '../http/problem-error.ts';
import { tooManyInHour } from '../http/too-many-attempts.ts';
import { agreeMove, type Move, type MoveRequest, toMove } from './agree-move.ts';
import { movedRecord, movedToClass, movedWithinClass } from './moved-booking.ts';

/** The booking that an earlier request of the same attempt moved. */
const movedBefore = (
  { booking, attempt }: MoveRequest,
  { there, record }: MoveParts,
): StoredBooking | undefined => {
  if (there?.last_move?.attempt !== attempt) return undefined;
  return there.id === booking.id || there.id === record?.moved_to ? there : undefined;
};

/** Refuses a move to another class in which the child's trial can be kept instead. @throws ProblemError trialHeld */
const checkHeldTrial = async ({ live, from, to, ledger }: Move, table: Table): Promise<void> => {
  if (from.cls.id === to.cls.id) return;
  if (await holdsTrial(table, { ...live, class_id: to.cls.id }, ledger))
    throw problem('trialHeld', { child: live.child_name });
};

/** Within the class no price changes. The place that the move gives back does not count (DIS-03). */
const discountOfMove = async (
  { live, from, to, ledger, moment }: Move,
  table: Table,
): Promise<DiscountOn> => {
  if (from.cls.id === to.cls.id) return noDiscount;
  const facts = await readDiscountFacts(table, placesIn(ledger), moment, to.cls);
  const place = { cls: to.cls, child_id: live.child_id, day: moment.today };
  return discountFor(place, withoutPlace(facts, live));
};

/**
 * Refuses a move that gives a session at the time of another one of the child (BSK-04). The place that is left does not
 * count.
 * @throws ProblemError sessionsOverlap
 */
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
  parts: MoveParts,
  { table, clock, timeZone }: TimedDeps,
): Promise<DecidedChange<StoredBooking>> => {
  const before = movedBefore(request, parts);
  if (before) return { writes: [], result: before };
  if (parts.ledger && hasEnded(parts.ledger, request.attempt)) throw problem('movedBefore');
  const move = toMove(request, parts, businessMoment(clock(), timeZone));
  // The office may move a booking before the class opens.
  if (request.by === 'parent') await checkOpening(move.to.cls, move.ledger, move.moment, { table });
  const terms = agreeMove(move, await discountOfMove(move, table));
  const change = {
    attempt: request.attempt,
    at: instantOf(move.moment.now),
    isCounted: request.by === 'parent',
  };
  if (change.isCounted && hasChangedEnough(move.ledger, change.at))
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
 * Moves a booking to another slot: one transaction takes the new place and gives the old one back (MOV-02). A repeated
 * request gets the booking that the first one moved. Costs one read and one transaction, which are repeated if
 * something changed between them; one more Query if the child has had a trial in the new class.
 * @param extraWrites writes that are stored in the same transaction
 * @throws ProblemError as `toMove` and `agreeMove` do; movedBefore, tooManyChanges, trialHeld, slotFull, sessionsOverlap, busy
 */
export const moveBooking = async (
  request: MoveRequest,
  deps: TimedDeps,
  extraWrites: DecidedChange<unknown>['writes'] = [],
): Promise<StoredBooking> => {
  const moved = await changeDecided(deps.table, async () => {
    const parts = await readMoveParts(deps.table, request.booking, request.order);
    const { writes, result: booking } = await decideMove(request, parts, deps);
    const hasList = parts.to !== undefined && parts.to.slot.list_version > 0;
    return { writes: writes.length > 0 ? [...writes, ...extraWrites] : [], result: { booking, hasList } };
  });
  if (!moved) throw busy();
  // The child has a place in the new slot, so it leaves that slot's waiting list.
  if (moved.hasList) await dropEntryOfChild(deps, moved.booking);
  return moved.booking;
};
