import { type KeepTerms, keepTerms } from '#shared/domain/bookings/keep-terms';
import { isSameDates } from '#shared/domain/ledger/due-dates';
import { type DiscountOn, discountFor } from '#shared/domain/pricing/discounts';
import { timesIn } from '#shared/domain/sessions/overlaps';
import { type BusinessMoment, businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { TrialSession } from '#shared/schemas/booking';
import type { KeepPlace } from '#shared/schemas/booking-change';
import type { IdempotencyKey } from '#shared/schemas/ids';
import type { SchoolSettings } from '#shared/schemas/school-settings';
import { centsSchema } from '#shared/schemas/values';
import type { StoredBooking } from '../data/bookings/bookings.ts';
import { endedBooking } from '../data/bookings/ended-bookings.ts';
import type { BookingToFind } from '../data/endings/end-booking.ts';
import { newBookingId } from '../data/ids.ts';
import { readDiscountFacts } from '../data/joins/family-places.ts';
import { readOtherBookings } from '../data/joins/family-sessions.ts';
import { hasChangedEnough } from '../data/ledger/change-limits.ts';
import { placesIn } from '../data/ledger/places.ts';
import { changeDecided, type DecidedChange } from '../data/moves/change-decided.ts';
import { type MoveParts, readMoveParts, type StoredPlace } from '../data/moves/move-parts.ts';
import { upgradeWrites } from '../data/moves/move-writes.ts';
import { readSettings } from '../data/settings/settings.ts';
import { overlapProblem } from '../lib/check-overlaps.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { tooManyInHour } from '../lib/http/too-many-attempts.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** What was asked for. */
interface KeepPlaceRequest {
  readonly order: KeepPlace;
  readonly attempt: IdempotencyKey;
}

const none = centsSchema.parse(0);

/**
 * The terms of keeping the place, which are those that were shown.
 * @throws ProblemError programEnded, priceChanged, dueDatesChanged, calendarChanged
 */
const agreeKeeping = (
  trial: StoredBooking,
  { cls, slot }: StoredPlace,
  order: KeepPlace,
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

/** The session of a trial, which stays with its charge (TRI-04). Cancelled later, it is credited as the trial's. */
const trialSession = ({
  id,
  due_dates,
  trial_date,
  amount,
  calendar_version,
}: StoredBooking): TrialSession | undefined =>
  trial_date === null ? undefined : { booking_id: id, due_dates, date: trial_date, amount, calendar_version };

/** The full programme that a trial becomes (TRI-02). Its terms are its own: the trial's deadline is not kept (END-05). */
const keptBooking = (
  trial: StoredBooking,
  { dates, amount, discount, due_dates }: KeepTerms,
  { order: { calendar_version }, attempt }: KeepPlaceRequest,
  now: Date,
): StoredBooking => {
  const { parent_id, child_id, child_name, child_age, class_id, time_slot_id, sequence_base } = trial;
  return {
    id: newBookingId(now),
    ...{ parent_id, child_id, child_name, child_age, class_id, time_slot_id },
    is_trial: false,
    trial_date: null,
    dates: [...dates],
    ...{ amount, calendar_version },
    ...(due_dates && { due_dates }),
    ...(discount && { discount }),
    created_at: instantOf(now),
    idempotency_key: attempt,
    credited: none,
    credited_dates: trial.credited_dates,
    not_coming: trial.not_coming,
    upgraded_from: trial.id,
    trial_session: trialSession(trial),
    // Keeps the iCalendar SEQUENCE of that session's event.
    sequence_base,
  };
};

/** @throws ProblemError trialOver, bookingNotFound, profileNotFound, slotNotFound, sessionsOverlap, tooManyChanges, and as `agreeKeeping` does */
const decideKeeping = async (
  { id }: BookingToFind,
  { booking: trial, there, to: place, record, ledger }: MoveParts,
  request: KeepPlaceRequest,
  settings: SchoolSettings,
  { table, clock, timeZone }: TimedDeps,
): Promise<DecidedChange<StoredBooking>> => {
  if (there?.upgraded_from === id) return { writes: [], result: there };
  if (record?.ended.reason === 'trial-over') throw problem('trialOver');
  if (!trial?.is_trial) throw problem('bookingNotFound');
  if (!ledger || ledger.closing) throw problem('profileNotFound');
  if (!place) throw problem('slotNotFound');
  const moment = businessMoment(clock(), timeZone);
  const facts = await readDiscountFacts(table, placesIn(ledger), moment, place.cls);
  const discountOn = discountFor({ cls: place.cls, child_id: trial.child_id, day: moment.today }, facts);
  const terms = agreeKeeping(trial, place, request.order, moment, settings, discountOn);
  const next = keptBooking(trial, terms, request, moment.now);
  const asked = { ...trial, child_ids: [trial.child_id], slot_ids: [trial.time_slot_id] };
  const others = await readOtherBookings(table, ledger, asked, moment.today);
  const refusal = overlapProblem(next, place.cls, timesIn(place.slot, next.dates), others);
  if (refusal) throw refusal;
  const change = { at: next.created_at, isCounted: true };
  if (hasChangedEnough(ledger, change.at)) throw tooManyInHour('changes', moment.now);
  const kept = endedBooking(
    trial,
    { ...place.cls, ...place.slot },
    {
      ended: { reason: 'upgraded', at: next.created_at, by: 'parent', credit: none, suggested: none },
      tell: true,
      moved_to: next.id,
    },
  );
  const writes = upgradeWrites(table, { booking: trial, ledger }, { record: kept, next }, change);
  return { writes, result: next };
};

/**
 * Turns a trial into a full programme in the place that it holds, for as long as the trial is stored (TRI-02). A
 * repeated request from any screen returns the booking that the first one made. One read and one transaction; both are
 * repeated where something changed between them.
 * @throws ProblemError as `decideKeeping` does; busy
 */
export const keepPlace: Operation<'keepPlace', TimedDeps> = async (
  { caller, params, body, idempotencyKey },
  deps,
) => {
  const booking = { ...body.booking, id: params.bookingId, parent_id: caller.userId };
  const kept = await changeDecided(deps.table, async () => {
    const [parts, settings] = await Promise.all([
      readMoveParts(deps.table, booking, booking),
      readSettings(deps.table),
    ]);
    return decideKeeping(booking, parts, { order: body, attempt: idempotencyKey }, settings, deps);
  });
  if (!kept) throw busy();
  return kept;
};
