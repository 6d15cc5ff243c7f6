import { makeUpDateIssue } from '#shared/domain/sessions/calendar-rules';
import type { SlotIdentity } from '#shared/domain/sessions/sessions';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { CancellationResult, CancelSessions, SessionKey } from '#shared/schemas/cancellation';
import type { MessageId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { auditEventPut } from '../../data/audit/activity.ts';
import { cancelInClass } from '../../data/cancellations/cancel-in-class.ts';
import { listCancellations } from '../../data/cancellations/cancellations.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import type { ExtraWrites } from '../../data/extra-writes.ts';
import { messagePut } from '../../data/messages/messages.ts';
import type { Table } from '../../data/table.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import { sessionChangeAttempts } from '../../limits.ts';
import { type CancellationRequest, currentMessage, listRequestMessages } from './cancellation-messages.ts';
import {
  type CancellationDeps,
  findTarget,
  openSlots,
  type TargetClass,
  targetOfClass,
} from './cancellation-target.ts';

interface Order extends CancellationRequest {
  readonly body: CancelSessions;
  readonly at: Instant;
  readonly isPast: boolean;
  /** All sessions that the request cancels, of all classes. */
  readonly sessions: readonly SessionKey[];
}

const names = (sessions: readonly SessionKey[], { id }: SlotIdentity): boolean =>
  sessions.some(({ slot_id }) => slot_id === id);

const keysOf = ({ cls, slots }: TargetClass, date: SessionKey['date']): SessionKey[] =>
  slots.map(({ slot }) => ({ class_id: cls.id, slot_id: slot.id, date }));

/** @throws ProblemError invalidRequest where a slot cannot have a session on the make-up date (CAN-03) */
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
    ...{ id: message.id, created_at: at, made_by: by, kind: 'session-cancelled' },
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

/**
 * Cancels the sessions of one class, in one transaction. A session that is already cancelled stays as it is: if two
 * administrators cancel it at the same time, the first one does.
 * @returns whether all of them are cancelled now
 */
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
        ...{ cls, date: target.date, reason, remedy, messageId: message.id, at: order.at },
        slots: on.map(({ slot }) => slot),
      },
      writesOf({ cls, slots: on }, message, order, deps),
    );
    if (outcome === 'done') return true;
    if (outcome === 'busy') return false;
  }
  return false;
};

/** The sessions that are on, without those that this request cancelled before and that were brought back (CAN-06). */
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
 * Cancels sessions (CAN-01 to CAN-09): one transaction for each class. It stores a message, which starts the messenger:
 * that tells the families and gives the credits. A class whose transaction fails is reported in `failed`; a repeated
 * request completes it.
 * @returns the sessions that this request cancelled, followed by those that were cancelled before it
 * @throws ProblemError classNotFound, sessionNotFound, sessionOver, invalidRequest
 */
export const cancelSessions: Operation<'cancelSessions', CancellationDeps> = async (
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
