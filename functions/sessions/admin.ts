import { isDeepStrictEqual } from 'node:util';
import type { CoachAdminRoutes } from '#shared/accounts/admin-routes';
import type { CancelledChange } from '#shared/booking/booked-sessions';
import type { ManagedClass } from '#shared/classes/managed-class';
import { businessMoment, toCalendarDate } from '#shared/lib/business-time';
import { instantOf } from '#shared/lib/values';
import { coverChange } from '#shared/messages/changes';
import type { SessionKey, SessionRoutes } from '#shared/sessions/admin-routes';
import { makeUpDateIssue, presetMakeUpDate } from '#shared/sessions/calendar-rules';
import { changesOf, hasBegun, sessionsOf } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { checkCoaches } from '../accounts/steps.ts';
import { describeRoster, listRosterBookings } from '../across/roster.ts';
import { findBooking, listBookingsInSlot } from '../booking/bookings.ts';
import { slotIn } from '../classes/change-sessions.ts';
import { getManagedClass } from '../classes/classes.ts';
import { recordCardView } from '../families/steps.ts';
import { retryRefused } from '../lib/contention.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation, OperationRequest } from '../lib/http/operation.ts';
import { applyEdit, busy, problem } from '../lib/http/problem-error.ts';
import type { Table } from '../lib/table.ts';
import { sessionChangeAttempts } from '../limits.ts';
import { coachingMessage, messageIdOf, messagePut } from '../messages/messages.ts';
import { auditEventPut } from '../school/activity.ts';
import {
  chooseInClass,
  listCancellations,
  readRemovableMakeUps,
  restoreInClass,
  type StoredCancellation,
} from './cancellations.ts';
import * as covers from './covers.ts';
import { creditAmount, creditBooking, takeBackStale } from './credit-booking.ts';
import { changeOf, creditableSession, listCreditable } from './settle-cancellation.ts';

/** Without a record of who read the cards nothing is shown (SEE-01). */
export const getRoster: Operation<SessionRoutes['getRoster'], AdminDeps> = async (
  { caller, params, query },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const cls = await getManagedClass(table, params.classId);
  if (!cls || cls.deleting) throw problem('classNotFound');
  const slot = query.slot ? cls.time_slots.find(({ id }) => id === query.slot) : cls.time_slots[0];
  if (!slot) {
    if (query.slot) throw problem('slotNotFound');
    return { class: cls, time_slot_id: null, bookings: [] };
  }
  const moment = businessMoment(clock(), timeZone);
  const bookings = await listRosterBookings(table, { cls, slot }, moment);
  const described = await describeRoster(table, { cls, slot, bookings }, moment);
  await recordCardView(deps, caller, { cls, slot, date: null }, described);
  return { class: cls, time_slot_id: slot.id, bookings: described };
};

export const listCovers: Operation<CoachAdminRoutes['listCovers'], AdminDeps> = async ({ params }, deps) => {
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  const all = await covers.listCovers(deps.table, today);
  return { covers: all.filter(({ class_id }) => class_id === params.classId) };
};

const changeCover = async (
  { caller, params, body }: OperationRequest<CoachAdminRoutes['setCover']>,
  { table, clock, timeZone }: AdminDeps,
): Promise<'done' | undefined> => {
  const now = clock();
  const key = { class_id: params.classId, slot_id: body.slot_id, date: body.date };
  const [cls, before] = await Promise.all([
    getManagedClass(table, params.classId),
    covers.getCover(table, key),
  ]);
  if (!cls || cls.deleting) throw problem('classNotFound');
  const slot = cls.time_slots.find(({ id }) => id === body.slot_id);
  if (!slot || !sessionsOf(cls, slot).some(({ date }) => date === body.date))
    throw problem('sessionNotFound');
  const named = before?.coach_ids ?? [];
  const { coach_ids } = applyEdit({ coach_ids: named }, body);
  if (JSON.stringify(named) === JSON.stringify(coach_ids)) return 'done';
  await checkCoaches(table, named, coach_ids);
  const auditEvent = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'cover.set',
    subject_id: cls.id,
    class_id: cls.id,
    fields: [body.date],
  });
  const { date } = body;
  const isToCome = date >= toCalendarDate(now, timeZone);
  const facts = isToCome ? coverChange(cls, { slot, date }, { before: named, after: coach_ids }) : null;
  const { outcome } = await covers.storeCover(table, { ...key, coach_ids }, before, [
    auditEvent,
    ...coachingMessage(table, facts, {
      classId: cls.id,
      cause: [slot.id, date, now.getTime(), named, '', coach_ids].join('#'),
      by: caller.userId,
      at: instantOf(now),
    }),
  ]);
  if (outcome === 'busy') throw busy();
  return outcome === 'done' ? 'done' : undefined;
};

export const setCover: Operation<CoachAdminRoutes['setCover'], AdminDeps> = async (request, deps) => {
  await retryRefused(() => changeCover(request, deps));
};

interface FoundSession {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  /** The cancellation in effect; undefined where the session was brought back. */
  readonly current:
    | { readonly cancellation: StoredCancellation; readonly change: CancelledChange }
    | undefined;
}

// Two consistent reads. @throws classNotFound; sessionNotFound also where the session was never cancelled
const findCancelled = async (table: Table, session: SessionKey): Promise<FoundSession> => {
  const cls = await getManagedClass(table, session.class_id);
  if (!cls || cls.deleting) throw problem('classNotFound');
  const slot = slotIn(cls, session.slot_id);
  const all = slot ? await listCancellations(table, session) : [];
  if (!slot || all.length === 0) throw problem('sessionNotFound');
  const [current] = all.flatMap((cancellation) => {
    const change = changeOf(cls, cancellation);
    return change ? [{ cancellation, change }] : [];
  });
  return { cls, slot, current };
};

export const getCancelledSession: Operation<SessionRoutes['getCancelledSession'], AdminDeps> = async (
  { params: { classId, slotId, date } },
  { table, clock, timeZone },
) => {
  const { cls, slot, current } = await findCancelled(table, { class_id: classId, slot_id: slotId, date });
  if (!current) throw problem('sessionNotFound');
  const { change, cancellation } = current;
  const moment = businessMoment(clock(), timeZone);
  const [removed, bookings] = await Promise.all([
    readRemovableMakeUps(table, cls, slot, date, moment),
    listCreditable(table, cls, cancellation),
  ]);
  return {
    reason: change.reason,
    remedy: change.remedy,
    message_id: cancellation.message_id,
    make_up_date: presetMakeUpDate(cls, slot, moment.today),
    removable_make_up: removed.present,
    bookings,
  };
};

/** One transaction with the message that tells the families. The messenger gives the credits. */
export const chooseRemedy: Operation<SessionRoutes['chooseRemedy'], AdminDeps> = async (
  { caller, body },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const { remedy, ...session } = body;
  const now = clock();
  for (let attempt = 0; attempt < sessionChangeAttempts; attempt += 1) {
    const { cls, slot, current } = await findCancelled(table, session);
    if (!current) throw problem('sessionNotFound');
    const { change, cancellation } = current;
    if (isDeepStrictEqual(change.remedy, remedy)) return undefined;
    if (change.remedy.kind !== 'later') throw problem('remedyChosen');
    const message =
      remedy.kind === 'make-up' && makeUpDateIssue(cls, slot, remedy.date, toCalendarDate(now, timeZone));
    if (message) throw problem('invalidRequest', {}, { issues: [{ field: 'remedy.date', message }] });
    const { message_id, calendar_version } = cancellation;
    const cause = [message_id, slot.id, session.date, String(calendar_version)] as const;
    const { outcome } = await chooseInClass(table, { cls, slot, date: session.date, remedy }, [
      messagePut(table, {
        id: messageIdOf('remedy-chosen', ...cause),
        created_at: instantOf(now),
        made_by: caller.userId,
        kind: 'remedy-chosen',
        audience: { kind: 'sessions', sessions: [session] },
        facts: { calendar_version },
      }),
      auditEventPut(table, now, {
        actor_id: caller.userId,
        action: 'session.remedied',
        subject_id: slot.id,
        class_id: cls.id,
        fields: [session.date],
      }),
    ]);
    if (outcome === 'done') return undefined;
    if (outcome === 'busy') throw busy();
  }
  throw busy();
};

/** For a family that cannot come to the make-up session, for example (CAN-10). A repeated request credits nothing more. */
export const creditSession: Operation<SessionRoutes['creditSession'], AdminDeps> = async (
  { caller, body },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const { booking_id, date } = body;
  const now = clock();
  const moment = businessMoment(now, timeZone);
  for (let attempt = 0; attempt < sessionChangeAttempts; attempt += 1) {
    const found = await findBooking(table, booking_id);
    const cls = found && (await getManagedClass(table, found.class_id));
    const own = found && (await listBookingsInSlot(table, found.time_slot_id, found.parent_id));
    const stored = own?.find(({ id }) => id === booking_id);
    if (!stored || !cls) throw problem('bookingNotFound');
    // The booking may have moved to another slot of the class since it had the session.
    const [session] = cls.time_slots.flatMap((slot) => creditableSession(cls, slot, stored, date) ?? []);
    const change = session && changesOf(cls, { id: session.part.slot_id }).get(date);
    if (!session || change?.state !== 'cancelled') throw problem('sessionNotFound');
    const booking = await takeBackStale(table, session, moment);
    const amount = creditAmount({ ...session, booking });
    if (amount === 0) throw problem('sessionNotFound');
    if (booking.credited_dates.has(session.part.agreed)) return { amount };
    const audit = auditEventPut(table, now, {
      actor_id: caller.userId,
      action: 'session.credited',
      subject_id: booking.id,
      class_id: cls.id,
      fields: [date],
    });
    const by = { moment, madeBy: caller.userId };
    const { outcome } = await creditBooking(table, { ...session, booking }, change, by, [audit]);
    if (outcome === 'done') return { amount };
    if (outcome === 'busy') throw busy();
  }
  throw busy();
};

/** Possible until the session begins (CAN-11). One transaction with the message that tells the families. */
export const restoreSession: Operation<SessionRoutes['restoreSession'], AdminDeps> = async (
  { caller, body },
  deps,
) => {
  const { table, clock, timeZone } = deps;
  const now = clock();
  const moment = businessMoment(now, timeZone);
  for (let attempt = 0; attempt < sessionChangeAttempts; attempt += 1) {
    const { cls, slot, current } = await findCancelled(table, body);
    if (!current) return { removed_make_up: null };
    const { cancellation } = current;
    if (hasBegun(body.date, slot, moment)) throw problem('sessionOver');
    const removed = await readRemovableMakeUps(table, cls, slot, body.date, moment);
    const messageId = messageIdOf('session-restored', cancellation.message_id, slot.id, body.date);
    const { outcome } = await restoreInClass(table, { cls, slot, cancellation, removed, messageId }, [
      messagePut(table, {
        id: messageId,
        created_at: instantOf(now),
        made_by: caller.userId,
        kind: 'session-restored',
        audience: { kind: 'sessions', sessions: [body] },
        facts: { removed_make_up: removed.present },
      }),
      auditEventPut(table, now, {
        actor_id: caller.userId,
        action: 'session.restored',
        subject_id: slot.id,
        class_id: cls.id,
        fields: [body.date],
      }),
    ]);
    if (outcome === 'done') return { removed_make_up: removed.present };
    if (outcome === 'busy') throw busy();
  }
  throw busy();
};
