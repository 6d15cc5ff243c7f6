import { findBookedSession } from '#shared/booking/session-changes';
import { byStartTime } from '#shared/classes/class';
import type { ManagedClass } from '#shared/classes/managed-class';
import { businessMoment, toCalendarDate } from '#shared/lib/business-time';
import type { IdempotencyKey, MessageId, UserId } from '#shared/lib/ids';
import { type Instant, instantOf } from '#shared/lib/values';
import type { MessageContent, MessageOf } from '#shared/messages/message';
import type {
  CancellationResult,
  CancellationTarget,
  CancelSessions,
  SessionKey,
  SessionRoutes,
} from '#shared/sessions/admin-routes';
import { makeUpDateIssue, presetMakeUpDate } from '#shared/sessions/calendar-rules';
import { hasBegun, isMarkable, type Session, type SlotIdentity, sessionsOf } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { listBookingsOfSlots } from '../booking/bookings.ts';
import { getManagedClass, listManagedClasses } from '../classes/classes.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Operation } from '../lib/http/operation.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { Table } from '../lib/table.ts';
import { cancellationCompletionMs, sessionChangeAttempts } from '../limits.ts';
import { getMessage, messageIdOf, messagePut } from '../messages/messages.ts';
import { auditEventPut } from '../school/activity.ts';
import { cancelInClass, listCancellations } from './cancellations.ts';

export type CancellationDeps = Pick<AdminDeps, 'table' | 'clock' | 'timeZone'>;

interface TargetSlot {
  readonly slot: TimeSlot;
  readonly state: Session['state'];
}

interface TargetClass {
  readonly cls: ManagedClass;
  readonly slots: readonly TargetSlot[];
}

const openSlots = ({ slots }: TargetClass): readonly TargetSlot[] =>
  slots.filter(({ state }) => state === 'on');

const slotsMeant = (cls: ManagedClass, target: CancellationTarget): readonly TimeSlot[] =>
  target.kind === 'session' ? cls.time_slots.filter(({ id }) => id === target.slot_id) : cls.time_slots;

// Includes cancelled sessions, by start time.
const targetOfClass = (cls: ManagedClass, target: CancellationTarget): TargetClass => ({
  cls,
  slots: slotsMeant(cls, target)
    .toSorted(byStartTime)
    .flatMap((slot) => {
      const session = sessionsOf(cls, slot).find(({ date }) => date === target.date);
      return session ? [{ slot, state: session.state }] : [];
    }),
});

const classesMeant = async (
  target: CancellationTarget,
  { table }: CancellationDeps,
): Promise<readonly ManagedClass[]> => {
  if (target.kind === 'venue-day') {
    const classes = await listManagedClasses(table, { consistent: true });
    return classes.filter(({ venue_details, deleting }) => venue_details.id === target.venue_id && !deleting);
  }
  const cls = await getManagedClass(table, target.class_id);
  if (!cls || cls.deleting) throw problem('classNotFound');
  return [cls];
};

// The sessions that a cancellation concerns, by class. Sessions that have begun are left out while another one of the day is
// still to come: they take place (CAN-05).
// @param ordered for a repeated request: the sessions that it concerned the first time
// @throws ProblemError classNotFound, sessionNotFound, sessionOver
const findTarget = async (
  target: CancellationTarget,
  deps: CancellationDeps,
  ordered?: readonly SessionKey[],
): Promise<{ readonly classes: readonly TargetClass[]; readonly hasBegun: boolean }> => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const onDay = (await classesMeant(target, deps)).map((cls) => targetOfClass(cls, target));
  const slots = onDay.flatMap((cls) => cls.slots);
  if (slots.length === 0) throw problem('sessionNotFound');
  if (!isMarkable(target.date, moment.today)) throw problem('sessionOver');
  const isBegun = ({ slot }: TargetSlot) => hasBegun(target.date, slot, moment);
  const isDayOver = slots.every(isBegun);
  const isNamed = (one: TargetSlot) =>
    ordered ? ordered.some(({ slot_id }) => slot_id === one.slot.id) : isDayOver || !isBegun(one);
  const classes = onDay
    .map(({ cls, slots }) => ({ cls, slots: slots.filter(isNamed) }))
    .filter(({ slots }) => slots.length > 0);
  const open = classes.flatMap(openSlots);
  return { classes, hasBegun: open.length > 0 && open.every(isBegun) };
};

/** For CAN-04. One Query for each slot of the classes. */
export const previewCancellation: Operation<SessionRoutes['previewCancellation'], CancellationDeps> = async (
  { body },
  deps,
) => {
  const { date } = body.target;
  const { classes, hasBegun } = await findTarget(body.target, deps);
  const sessions = classes.flatMap((target) =>
    openSlots(target).map(({ slot }) => ({ cls: target.cls, slot })),
  );
  const bookings = await Promise.all(
    classes.map(async ({ cls, slots }) =>
      (await listBookingsOfSlots(deps.table, cls.time_slots)).filter((booking) =>
        slots.some(({ slot, state }) => state === 'on' && findBookedSession(cls, slot, booking, date)),
      ),
    ),
  );
  const reached = bookings.flat();
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  const presets = sessions.flatMap(({ cls, slot }) => presetMakeUpDate(cls, slot, today) ?? []);
  return {
    sessions: sessions.map(({ cls, slot }) => ({
      class_id: cls.id,
      slot_id: slot.id,
      date,
      class_type: cls.class_type,
      venue: cls.venue,
      start_time: slot.start_time,
    })),
    children: new Set(reached.map(({ child_id }) => child_id)).size,
    families: new Set(reached.map(({ parent_id }) => parent_id)).size,
    // A week after the last session of all slots, the date is free in every slot.
    make_up_date: presets.toSorted().at(-1) ?? null,
    has_begun: hasBegun,
  };
};

// A repeated request has the same key.
interface CancellationRequest {
  readonly by: UserId;
  readonly key: IdempotencyKey;
}

type CancellationMessage = MessageOf<'session-cancelled'>;

interface RequestMessages {
  readonly stored: readonly CancellationMessage[];
  /** The id of the request's next message. */
  readonly next: MessageId;
}

const isCancellation = (message: MessageContent): message is CancellationMessage =>
  message.kind === 'session-cancelled';

// The messages of a request: one for all classes, and one more for each later repetition that cancelled sessions left out
// before. One consistent read for each message, and one more.
const listRequestMessages = async (
  table: Table,
  { by, key }: CancellationRequest,
): Promise<RequestMessages> => {
  const stored: CancellationMessage[] = [];
  for (;;) {
    const number = stored.length === 0 ? [] : [String(stored.length)];
    const id = messageIdOf('session-cancelled', by, key, ...number);
    const message = await getMessage(table, id);
    if (!message || !isCancellation(message)) return { stored, next: id };
    stored.push(message);
  }
};

// The message for the sessions that a request cancels now. All classes share it, so that a family gets one email (CAN-07).
const currentMessage = async (
  table: Table,
  request: CancellationRequest,
  now: Date,
): Promise<{ readonly id: MessageId; readonly isStored: boolean }> => {
  const { stored, next } = await listRequestMessages(table, request);
  const last = stored.at(-1);
  const isOpen = last && now.getTime() - Date.parse(last.created_at) < cancellationCompletionMs;
  // After that time the emails of the last message are being sent.
  return isOpen ? { id: last.id, isStored: true } : { id: next, isStored: false };
};

interface Order extends CancellationRequest {
  readonly body: CancelSessions;
  readonly at: Instant;
  readonly isPast: boolean;
  readonly sessions: readonly SessionKey[];
}

const names = (sessions: readonly SessionKey[], { id }: SlotIdentity): boolean =>
  sessions.some(({ slot_id }) => slot_id === id);

const keysOf = ({ cls, slots }: TargetClass, date: SessionKey['date']): SessionKey[] =>
  slots.map(({ slot }) => ({ class_id: cls.id, slot_id: slot.id, date }));

// @throws ProblemError invalidRequest where a slot cannot have a session on the make-up date (CAN-03)
const checkMakeUp = (
  { remedy }: CancelSessions,
  classes: readonly TargetClass[],
  sessions: readonly SessionKey[],
  today: SessionKey['date'],
) => {
  if (remedy.kind !== 'make-up') return;
  for (const { cls, slots } of classes) {
    for (const { slot } of slots) {
      const message = names(sessions, slot) && makeUpDateIssue(cls, slot, remedy.date, today);
      if (message) throw problem('invalidRequest', {}, { issues: [{ field: 'remedy.date', message }] });
    }
  }
};

const writesOf = (
  { cls, slots }: TargetClass,
  message: { readonly id: MessageId; readonly isStored: boolean },
  { body, by, at, isPast, sessions }: Order,
  { table, clock }: CancellationDeps,
): ExtraWrites => {
  const { reason, note, remedy, target } = body;
  const put = messagePut(table, {
    id: message.id,
    created_at: at,
    made_by: by,
    kind: 'session-cancelled',
    audience: { kind: 'sessions', sessions: [...sessions] },
    facts: { reason, note, remedy, is_past: isPast },
  });
  const audit = auditEventPut(table, clock(), {
    actor_id: by,
    action: 'session.cancelled',
    subject_id: slots[0]?.slot.id ?? cls.id,
    class_id: cls.id,
    fields: [target.date],
  });
  return message.isStored ? [audit] : [put, audit];
};

// One transaction. A cancelled session stays as it is: the first administrator cancels it. @returns whether all are cancelled
const cancelClass = async (
  classId: TargetClass['cls']['id'],
  order: Order,
  deps: CancellationDeps,
): Promise<boolean> => {
  const { table } = deps;
  const { target, reason, remedy } = order.body;
  for (let attempt = 0; attempt < sessionChangeAttempts; attempt += 1) {
    const cls = await getManagedClass(table, classId);
    if (!cls || cls.deleting) return false;
    const on = openSlots(targetOfClass(cls, target)).filter(({ slot }) => names(order.sessions, slot));
    if (on.length === 0) return true;
    const message = await currentMessage(table, order, deps.clock());
    const { outcome } = await cancelInClass(
      table,
      {
        cls,
        date: target.date,
        reason,
        remedy,
        messageId: message.id,
        at: order.at,
        slots: on.map(({ slot }) => slot),
      },
      writesOf({ cls, slots: on }, message, order, deps),
    );
    if (outcome === 'done') return true;
    if (outcome === 'busy') return false;
  }
  return false;
};

// The sessions that are on, without those that this request cancelled before and that were brought back (CAN-06).
const sessionsLeft = async (
  classes: readonly TargetClass[],
  date: SessionKey['date'],
  earlier: readonly { readonly id: MessageId }[],
  table: Table,
): Promise<SessionKey[]> => {
  const open = classes.flatMap((target) => keysOf({ ...target, slots: openSlots(target) }, date));
  if (earlier.length === 0) return open;
  const own = new Set(earlier.map(({ id }) => id));
  const cancellations = await Promise.all(open.map((session) => listCancellations(table, session)));
  return open.filter((_, index) => !cancellations[index]?.some(({ message_id }) => own.has(message_id)));
};

/**
 * Cancels sessions in one transaction for each class (CAN-01 to CAN-09). The stored message starts the messenger, which
 * tells the families and gives the credits. A class whose transaction fails is in `failed`; a repeated request completes it.
 * @returns the sessions that this request cancelled, followed by those that were cancelled before it
 */
export const cancelSessions: Operation<SessionRoutes['cancelSessions'], CancellationDeps> = async (
  { caller, body, idempotencyKey },
  deps,
) => {
  const request: CancellationRequest = { by: caller.userId, key: idempotencyKey };
  const { stored } = await listRequestMessages(deps.table, request);
  const { classes, hasBegun } = await findTarget(body.target, deps, stored.at(-1)?.audience.sessions);
  const now = deps.clock();
  const { date } = body.target;
  const sessions = await sessionsLeft(classes, date, stored, deps.table);
  checkMakeUp(body, classes, sessions, toCalendarDate(now, deps.timeZone));
  const order: Order = { ...request, body, isPast: hasBegun, sessions, at: instantOf(now) };
  const [own, before, failed]: [SessionKey[], SessionKey[], CancellationResult['failed']] = [[], [], []];
  for (const { cls, slots } of classes) {
    if (await cancelClass(cls.id, order, deps)) {
      own.push(...sessions.filter(({ class_id }) => class_id === cls.id));
      before.push(...keysOf({ cls, slots: slots.filter(({ state }) => state === 'cancelled') }, date));
    } else failed.push({ class_id: cls.id, venue: cls.venue });
  }
  return { cancelled: [...own, ...before], failed };
};
