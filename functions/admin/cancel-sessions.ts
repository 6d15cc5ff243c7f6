import { toCalendarDate } from '#shared/domain/calendar';
import { makeUpDateIssue } from '#shared/domain/calendar-rules';
import { instantOf } from '#shared/domain/instant-of';
import type { CancellationResult, CancelSessions, SessionKey } from '#shared/schemas/cancellation';
import type { MessageId, UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { auditEventPut } from '../data/audit/activity.ts';
import { cancelInClass } from '../data/cancellations/cancel-in-class.ts';
import { getManagedClass } from '../data/classes/managed-classes.ts';
import { messageIdOf } from '../data/messages/message-id.ts';
import { getMessage, messagePut } from '../data/messages/messages.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import { cancellationCompletionMs } from '../limits.ts';
import type { CancellationDeps } from './cancellation-target.ts';
import { findTarget, type TargetClass, targetOfClass } from './cancellation-target.ts';

/** How often a class is read again that others change at the same time. */
const attempts = 4;

interface Order {
  readonly body: CancelSessions;
  readonly by: UserId;
  readonly at: Instant;
  readonly isPast: boolean;
  /** All sessions that the request cancels, of all classes. */
  readonly sessions: readonly SessionKey[];
}

const keysOf = ({ cls, slots }: TargetClass, date: SessionKey['date']): SessionKey[] =>
  slots.map(({ slot }) => ({ class_id: cls.id, slot_id: slot.id, date }));

/** @throws ProblemError invalidRequest where a slot cannot have a session on the make-up date (CAN-03) */
const checkMakeUp = (
  { remedy }: CancelSessions,
  classes: readonly TargetClass[],
  today: SessionKey['date'],
) => {
  if (remedy.kind !== 'make-up') return;
  for (const { cls, slots } of classes) {
    for (const { slot, state } of slots) {
      const message = state === 'on' && makeUpDateIssue(cls, slot, remedy.date, today);
      if (message) throw problem('invalidRequest', {}, { issues: [{ field: 'remedy.date', message }] });
    }
  }
};

/** The message of a request: one for all classes, so that a family gets one email (CAN-07). */
const messageOf = async (
  key: string,
  by: UserId,
  { table, clock }: CancellationDeps,
): Promise<{ readonly id: MessageId; readonly isStored: boolean }> => {
  const id = messageIdOf('session-cancelled', by, key);
  const stored = await getMessage(table, id);
  const isOpen = !stored || clock().getTime() - Date.parse(stored.created_at) < cancellationCompletionMs;
  if (isOpen) return { id, isStored: stored !== undefined };
  // The emails of the first request are on their way: what it left out has a message of its own.
  return { id: messageIdOf('session-cancelled', by, key, clock().toISOString()), isStored: false };
};

const writesOf = (
  { cls, slots }: TargetClass,
  message: { readonly id: MessageId; readonly isStored: boolean },
  { body, by, at, isPast, sessions }: Order,
  { table, clock }: CancellationDeps,
): Parameters<typeof cancelInClass>[2] => {
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
 * Cancels the sessions of one class, in one transaction. A session that is cancelled already stays as it is: of two
 * administrators at once, one cancels it.
 * @returns whether they are cancelled now
 */
const cancelClass = async (
  classId: TargetClass['cls']['id'],
  key: string,
  order: Order,
  deps: CancellationDeps,
): Promise<boolean> => {
  const { table } = deps;
  const { target, reason, remedy } = order.body;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const cls = await getManagedClass(table, classId);
    if (!cls || cls.deleting) return false;
    const { slots } = targetOfClass(cls, target);
    const on = slots.filter(({ state }) => state === 'on');
    if (on.length === 0) return true;
    const message = await messageOf(key, order.by, deps);
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

/**
 * Cancels sessions (CAN-01 to CAN-09): one transaction for each class. What follows is done by the messenger, which the
 * message starts. Each class is done or reported; sent again, the request completes.
 * @throws ProblemError classNotFound, sessionNotFound, sessionOver, invalidRequest
 */
export const cancelSessions: Operation<'cancelSessions', CancellationDeps> = async (
  { caller, body, idempotencyKey },
  deps,
) => {
  const { classes, hasBegun } = await findTarget(body.target, deps);
  const now = deps.clock();
  checkMakeUp(body, classes, toCalendarDate(now, deps.timeZone));
  const { date } = body.target;
  const open = classes.flatMap(({ cls, slots }) =>
    keysOf({ cls, slots: slots.filter(({ state }) => state === 'on') }, date),
  );
  const order: Order = {
    ...{ body, by: caller.userId, isPast: hasBegun, sessions: open },
    at: instantOf(now),
  };
  const result: CancellationResult = { cancelled: [], failed: [] };
  for (const target of classes) {
    const { id, venue } = target.cls;
    if (await cancelClass(id, idempotencyKey, order, deps)) result.cancelled.push(...keysOf(target, date));
    else result.failed.push({ class_id: id, venue });
  }
  return result;
};
