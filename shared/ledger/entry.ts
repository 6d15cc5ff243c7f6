import * as z from 'zod/mini';
import { policies } from '#shared/policies';
import { classSummarySchema } from '../classes/class.ts';
import { bookingIdSchema, idempotencyKeySchema, slotIdSchema, userIdSchema } from '../lib/ids.ts';
import { type CalendarDate, calendarDateSchema, centsSchema, instantSchema } from '../lib/values.ts';
import { bankRowIdSchema } from './references.ts';

const keyLengthAtMost = 200;

/** Identifies an entry within its family, made from its cause by `ledgerEntryKey`. */
export const ledgerEntryKeySchema = z
  .string()
  .check(
    // Two ids, a date and a version at most.
    z.maxLength(keyLengthAtMost, { error: 'Unknown entry', abort: true }),
    z.regex(/^(?:ATTEMPT|ROW|SESSION|ENDING|COUNTER|NEWER)#/, 'Unknown entry'),
  )
  .brand<'LedgerEntryKey'>();
export type LedgerEntryKey = z.infer<typeof ledgerEntryKeySchema>;

/** An administrator's attempt to record something: sent again it is the same attempt. */
const attemptSchema = z.object({ type: z.literal('attempt'), attempt: idempotencyKeySchema });

/** A row of a bank file. `time` counts from 1: after its payment was taken back, the row can be recorded again. */
const rowCauseSchema = z.object({
  type: z.literal('row'),
  row: bankRowIdSchema,
  time: z.int().check(z.positive()),
  /** Among how many families it was split, each with its part (BNK-05). Without it, all of it is the family's. */
  parts: z.optional(z.int().check(z.minimum(2))),
  /** Whether the row is a part of one that was split, which was taken back and assigned again. */
  is_part: z.optional(z.literal(true)),
});

/**
 * A session of a booking that was not given. `date` is the one that the booking covers, also when a make-up stood in
 * for it. `calendar_version` is that of the slot with the session, as the cancellation left it: a session that is brought
 * back and cancelled again is another cause, and so is one of another slot, to which the booking moved.
 */
const sessionCauseSchema = z.object({
  type: z.literal('session'),
  booking_id: bookingIdSchema,
  date: calendarDateSchema,
  slot_id: slotIdSchema,
  calendar_version: z.int().check(z.nonnegative()),
});

/** A booking that ended without a credit and was credited afterwards (END-07). */
const endingCauseSchema = z.object({ type: z.literal('ending'), booking_id: bookingIdSchema });

/** An entry that can be taken back: every one but a counter-entry. */
export const counteredKeySchema = ledgerEntryKeySchema.check(
  z.regex(/^(?!COUNTER#)/, 'A counter-entry cannot be taken back'),
);

const counterCauseSchema = z.object({ type: z.literal('counter'), entry: counteredKeySchema });

export type LedgerEntryCause =
  | z.infer<typeof attemptSchema>
  | z.infer<typeof rowCauseSchema>
  | z.infer<typeof sessionCauseSchema>
  | z.infer<typeof endingCauseSchema>
  | z.infer<typeof counterCauseSchema>;

/** What the class was when the entry was made: the class may be gone when the entry is read. */
export const classSnapshotSchema = z.nullable(
  z.pick(classSummarySchema, { id: true, class_type: true, venue: true }),
);

const common = {
  /** Never 0: what changes no balance is no entry. */
  amount: centsSchema.check(z.positive()),
  /** The business day that it counts for: of a payment the day it came in, of everything else the day it was made. */
  day: calendarDateSchema,
  recorded_at: instantSchema,
  /** The administrator; null for what the system made. */
  made_by: z.nullable(userIdSchema),
};

export const paymentMethodSchema = z.enum(
  ['cash', 'bank-transfer', 'card', 'other'],
  'Please choose how it was paid',
);

/** Money that came in, for the named booking first, else for the oldest charge (PAY-03). */
const paymentSchema = z.object({
  ...common,
  kind: z.literal('payment'),
  cause: z.discriminatedUnion('type', [attemptSchema, rowCauseSchema]),
  method: paymentMethodSchema,
  booking_id: z.nullable(bookingIdSchema),
  class: classSnapshotSchema,
});

/** Money that was given back. */
const refundSchema = z.object({
  ...common,
  kind: z.literal('refund'),
  cause: attemptSchema,
  method: paymentMethodSchema,
});

/** For a session or an ending: never more than the charge of its booking in all. Of an attempt: goodwill (PAY-14). */
const creditSchema = z.object({
  ...common,
  kind: z.literal('credit'),
  cause: z.discriminatedUnion('type', [sessionCauseSchema, endingCauseSchema, attemptSchema]),
  /** Of goodwill: the booking whose last due date was the last one of the family, which it reduces first (DUE-01). */
  reduces: z.optional(bookingIdSchema),
  class: classSnapshotSchema,
});

/** A claim that the school gives up. */
const waiverSchema = z.object({ ...common, kind: z.literal('waiver'), cause: attemptSchema });

/** What a family owed before the school used this product (IMP-02). */
const openingSchema = z.object({ ...common, kind: z.literal('opening'), cause: attemptSchema });

export const counteredKindSchema = z.enum(['payment', 'refund', 'credit', 'waiver', 'opening']);

/** Takes an entry back, once, with its amount and the sign turned. */
const counterSchema = z.object({
  ...common,
  kind: z.literal('counter'),
  cause: counterCauseSchema,
  /** What is taken back. The balance and the totals of a period need no other entry for it. */
  countered: counteredKindSchema,
});

/**
 * An entry of a family's account besides its bookings (PAY-01). A booking, live or in the history, is its own charge,
 * and the history's record of an ended one is the credit of its ending. Ids and snapshots of the class only: no name,
 * no free text. An entry never changes.
 */
export const ledgerEntrySchema = z.discriminatedUnion('kind', [
  paymentSchema,
  refundSchema,
  creditSchema,
  waiverSchema,
  openingSchema,
  counterSchema,
]);
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export const entryKindSchema = z.enum([...counteredKindSchema.options, 'counter']);

/** What the keys of all credits of a booking for one of its sessions begin with. */
export const sessionKeyPrefix = ({
  booking_id,
  date,
}: Pick<Extract<LedgerEntryCause, { type: 'session' }>, 'booking_id' | 'date'>): string =>
  `SESSION#${booking_id}#${date}#`;

/** What the keys of all counter-entries begin with that take back entries whose keys begin with a prefix. */
export const counterKeyPrefix = (prefix: string): string => `COUNTER#${prefix}`;

const write = (cause: LedgerEntryCause): string => {
  switch (cause.type) {
    case 'attempt':
      return `ATTEMPT#${cause.attempt}`;
    case 'row':
      return `ROW#${cause.row}#${cause.time}`;
    case 'session':
      return `${sessionKeyPrefix(cause)}${cause.slot_id}#${cause.calendar_version}`;
    case 'ending':
      return `ENDING#${cause.booking_id}`;
    case 'counter':
      return counterKeyPrefix(cause.entry);
    default:
      // A kind of cause that a newer version stored: the key differs from all others, and no request can name its entry.
      return `NEWER#${Object.values(cause).join('#')}`.slice(0, keyLengthAtMost);
  }
};

/** The key of the entry that a cause has in its family's ledger: the same cause cannot make a second one (PAY-02). */
export const ledgerEntryKey = (cause: LedgerEntryCause): LedgerEntryKey =>
  ledgerEntryKeySchema.parse(write(cause));

/** Why a payment that is recorded today cannot have come in on a day, or null (PAY-05). */
export const paymentDayIssue = (day: CalendarDate, today: CalendarDate): string | null => {
  const { paymentPastYears } = policies.money;
  if (day > today) return 'This date is in the future';
  const earliest = `${Number(today.slice(0, 4)) - paymentPastYears}${today.slice(4)}`;
  return day < earliest ? `Use a date of the last ${paymentPastYears} years` : null;
};

/**
 * Until when the money entries of a family that is erased at a moment are kept: the same moment, UTC, years later (END-12).
 * After 29 February it is 1 March where the year has no such day, so that no entry is kept too short.
 */
export const retainedUntil = (erasedAt: Date): Date => {
  const until = new Date(erasedAt);
  until.setUTCFullYear(erasedAt.getUTCFullYear() + policies.money.retentionYears);
  return until;
};
