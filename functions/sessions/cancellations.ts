import * as z from 'zod/mini';
import { followSession } from '#shared/booking/booked-sessions';
import {
  cancelSession,
  chooseRemedy,
  removableMakeUps,
  restoreSession,
} from '#shared/booking/session-changes';
import type { ManagedClass } from '#shared/classes/managed-class';
import type { BusinessMoment } from '#shared/lib/business-time';
import {
  bookingIdSchema,
  type ClassId,
  childIdSchema,
  classIdSchema,
  familyIdSchema,
  type MessageId,
  messageIdSchema,
  slotIdSchema,
} from '#shared/lib/ids';
import {
  type CalendarDate,
  calendarDateSchema,
  centsSchema,
  type Instant,
  instantSchema,
} from '#shared/lib/values';
import type { SessionKey } from '#shared/sessions/admin-routes';
import type { CancellationReason, ChosenRemedy, Remedy, TimeSlot } from '#shared/sessions/slot';
import { listBookingsOfSlots } from '../booking/bookings.ts';
import { calendarRaise, sessionChangesUpdate } from '../classes/change-sessions.ts';
import {
  absent,
  append,
  checkWrite,
  exists,
  isNew,
  putWrite,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { cancellationKey, cancellationsPartition } from '../lib/dynamo/keys-of-classes.ts';
import { inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { batchDelete, sendTransaction, type TransactionOutcome, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';

// A trial that ended because no session is left to move it to (CAN-08). Its booking is gone: the email needs these facts.
const endedTrialSchema = z.object({
  booking_id: bookingIdSchema,
  parent_id: familyIdSchema,
  child_id: childIdSchema,
  amount: centsSchema,
});
type EndedTrial = z.infer<typeof endedTrialSchema>;

/** What the steps of a cancellation need, and how far they are. */
export const cancellationSchema = z.object({
  class_id: classIdSchema,
  slot_id: slotIdSchema,
  date: calendarDateSchema,
  /** The version after the cancellation: a booking with a lower one was made before. */
  calendar_version: z.int(),
  message_id: messageIdSchema,
  cancelled_at: instantSchema,
  /** Whether credits are given and trials are moved. */
  is_settled: z._default(z.boolean(), false),
  ended_trials: z._default(z.array(endedTrialSchema), []),
  /** The message that told the families that the session is on again. */
  restored_by: z.optional(messageIdSchema),
});
export type StoredCancellation = z.infer<typeof cancellationSchema>;

const keyOf = (cancellation: StoredCancellation) =>
  cancellationKey(cancellation, cancellation.calendar_version);

const cancellationPut = (table: Table, cancellation: StoredCancellation): Write =>
  putWrite(
    table,
    { ...keyOf(cancellation), [entityAttribute]: 'cancellation', ...cancellation },
    { if: isNew },
  );

/** In no order. One consistent Query. */
export const listCancellations = (
  table: Table,
  { class_id, slot_id, date }: SessionKey,
): Promise<StoredCancellation[]> =>
  queryAs(table, itemParser(cancellationSchema), {
    ...inPartition(cancellationsPartition(class_id), { beginning: `${slot_id}#${date}#` }),
    ConsistentRead: true,
  });

export const deleteCancellations = async (table: Table, classId: ClassId): Promise<void> =>
  batchDelete(
    table,
    await queryAll(table, {
      ...inPartition(cancellationsPartition(classId)),
      ProjectionExpression: 'PK, SK',
      ConsistentRead: true,
    }),
  );

export const noteSettled = async (table: Table, cancellation: StoredCancellation): Promise<void> => {
  await updateItem(table, keyOf(cancellation), { set: { is_settled: true } });
};

export const endedTrialUpdate = (table: Table, cancellation: StoredCancellation, trial: EndedTrial): Write =>
  updateWrite(table, keyOf(cancellation), {
    set: { ended_trials: append([endedTrialSchema.parse(trial)]) },
  });

export const cancellationInForce = (
  table: Table,
  { calendar_version, ...session }: SessionKey & Pick<StoredCancellation, 'calendar_version'>,
): Write => checkWrite(table, cancellationKey(session, calendar_version), { if: { restored_by: absent } });

/** Refused where the session was brought back before. */
export const restoredUpdate = (
  table: Table,
  cancellation: StoredCancellation,
  messageId: StoredCancellation['message_id'],
): Write =>
  updateWrite(table, keyOf(cancellation), {
    set: { restored_by: messageId },
    if: { ...exists, restored_by: absent },
  });

interface ClassCancellation {
  readonly cls: ManagedClass;
  /** Slots with a session on the date that is on. */
  readonly slots: readonly TimeSlot[];
  readonly date: CalendarDate;
  readonly reason: CancellationReason;
  readonly remedy: Remedy;
  readonly messageId: MessageId;
  readonly at: Instant;
}

/**
 * Cancels sessions of a class with the extra writes, all or nothing (CAN-06). Refused where the class or the calendar of a
 * slot was changed since it was read. A booking made at the same moment comes before, and is among those who are told, or
 * after, and has another calendar.
 */
export const cancelInClass = (
  table: Table,
  { cls, slots, date, reason, remedy, messageId, at }: ClassCancellation,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const session_changes = slots.reduce<ManagedClass['session_changes']>(
    (changes, slot) =>
      cancelSession(
        { ...cls, session_changes: changes },
        { slot_id: slot.id, date, reason, remedy, calendar_version: slot.calendar_version + 1 },
      ),
    cls.session_changes,
  );
  return sendTransaction(table, [
    ...extraWrites,
    sessionChangesUpdate(table, cls, session_changes),
    ...slots.map((slot) => calendarRaise(table, { slot })),
    ...slots.map((slot) =>
      cancellationPut(table, {
        class_id: cls.id,
        slot_id: slot.id,
        date,
        calendar_version: slot.calendar_version + 1,
        message_id: messageId,
        cancelled_at: at,
        is_settled: false,
        ended_trials: [],
      }),
    ),
  ]);
};

interface Choice {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly date: CalendarDate;
  readonly remedy: ChosenRemedy;
}

/** All or nothing (CAN-03). Refused where the class or, for a make-up date, the slot's calendar changed since the read. */
export const chooseInClass = (
  table: Table,
  { cls, slot, date, remedy }: Choice,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    sessionChangesUpdate(table, cls, chooseRemedy(cls, slot, date, remedy)),
    // A credit changes no date.
    ...(remedy.kind === 'make-up' ? [calendarRaise(table, { slot })] : []),
    ...extraWrites,
  ]);

interface RemovedMakeUps {
  readonly all: readonly CalendarDate[];
  /** The make-up date that was on; null where none was. */
  readonly present: CalendarDate | null;
}

/** One consistent Query for each slot of the class. */
export const readRemovableMakeUps = async (
  table: Table,
  cls: ManagedClass,
  slot: TimeSlot,
  date: CalendarDate,
  moment: BusinessMoment,
): Promise<RemovedMakeUps> => {
  const chain = followSession(cls, slot, date);
  if (chain.length < 2) return { all: [], present: null };
  const all = removableMakeUps(cls, slot, date, await listBookingsOfSlots(table, cls.time_slots), moment);
  const last = chain.at(-1);
  return { all, present: last?.state === 'on' && all.includes(last.date) ? last.date : null };
};

interface Restoration {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly cancellation: StoredCancellation;
  readonly removed: RemovedMakeUps;
  readonly messageId: MessageId;
}

/**
 * Brings a session back with the extra writes, all or nothing. Refused where the class, the slot's calendar or its places
 * changed since they were read: a booking made meanwhile may cover the make-up date.
 */
export const restoreInClass = (
  table: Table,
  { cls, slot, cancellation, removed, messageId }: Restoration,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    sessionChangesUpdate(table, cls, restoreSession(cls, slot, cancellation.date, { removed: removed.all })),
    calendarRaise(table, { slot, samePlaces: removed.all.length > 0 }),
    restoredUpdate(table, cancellation, messageId),
    ...extraWrites,
  ]);
