import * as z from 'zod/mini';
import { policies } from '#shared/policies';
import { classSummarySchema } from '../classes/class.ts';
import { bookingIdSchema, idempotencyKeySchema, slotIdSchema, userIdSchema } from '../lib/ids.ts';
import { type CalendarDate, calendarDateSchema, centsSchema, instantSchema } from '../lib/values.ts';
import { bankRowIdSchema } from './references.ts';

const keyLengthAtMost = 200;

/** Identifies an entry within its family. `ledgerEntryKey` makes it. */
export const ledgerEntryKeySchema = z
  .string()
  .check(
    // At most two ids, a date and a version.
    z.maxLength(keyLengthAtMost, { error: 'Unknown entry', abort: true }),
    z.regex(/^(?:ATTEMPT|ROW|CARD|SESSION|ENDING|COUNTER|NEWER)#/, 'Unknown entry'),
  )
  .brand<'LedgerEntryKey'>();
export type LedgerEntryKey = z.infer<typeof ledgerEntryKeySchema>;

/** A repeated request of an administrator has the same attempt. */
const attemptSchema = z.object({ type: z.literal('attempt'), attempt: idempotencyKeySchema });

/** A row of a bank file. `time` counts from 1: a row can be recorded again after its payment was taken back. */
const rowCauseSchema = z.object({
  type: z.literal('row'),
  row: bankRowIdSchema,
  time: z.int().check(z.positive()),
  /** Number of families among whom the row was split (BNK-05); absent where one family has all of it. */
  parts: z.optional(z.int().check(z.minimum(2))),
  /** A part of a split row that was taken back and assigned again. */
  is_part: z.optional(z.literal(true)),
});

/** What the provider of card payments calls a payment, a refund or a dispute: `pi_…`, `re_…`, `du_…`. */
export const providerIdSchema = z
  .string()
  .check(z.regex(/^[a-z]{2,4}_\w{1,100}$/, 'Unknown id'))
  .brand<'ProviderId'>();
export type ProviderId = z.infer<typeof providerIdSchema>;

export const cardModeSchema = z.enum(['test', 'live']);
export type CardMode = z.infer<typeof cardModeSchema>;

/** Money that moved at the provider of card payments (CRD-02). */
const cardCauseSchema = z.object({ type: z.literal('card'), id: providerIdSchema });

/**
 * A session that was not given. `date` is the one that the booking covers, also for a make-up. `calendar_version` is that of
 * the slot after the cancellation: cancelling a restored session, or that of another slot after a move, is another cause.
 */
const sessionCauseSchema = z.object({
  type: z.literal('session'),
  booking_id: bookingIdSchema,
  date: calendarDateSchema,
  slot_id: slotIdSchema,
  calendar_version: z.int().check(z.nonnegative()),
});

const endingCauseSchema = z.object({ type: z.literal('ending'), booking_id: bookingIdSchema });

export const counteredKeySchema = ledgerEntryKeySchema.check(
  z.regex(/^(?!COUNTER#)/, 'A counter-entry cannot be taken back'),
);

const counterCauseSchema = z.object({ type: z.literal('counter'), entry: counteredKeySchema });

export type LedgerEntryCause =
  | z.infer<typeof attemptSchema>
  | z.infer<typeof rowCauseSchema>
  | z.infer<typeof cardCauseSchema>
  | z.infer<typeof sessionCauseSchema>
  | z.infer<typeof endingCauseSchema>
  | z.infer<typeof counterCauseSchema>;

/** The class may be gone when the entry is read. */
export const classSnapshotSchema = z.nullable(
  z.pick(classSummarySchema, { id: true, class_type: true, venue: true }),
);

const common = {
  amount: centsSchema.check(z.positive()),
  /** The business day on which a payment came in, or on which any other entry was made. */
  day: calendarDateSchema,
  recorded_at: instantSchema,
  /** The administrator; null for the system. */
  made_by: z.nullable(userIdSchema),
};

export const paymentMethodSchema = z.enum(
  ['cash', 'bank-transfer', 'card', 'other'],
  'Please choose how it was paid',
);

/** Settles the named booking first, else the oldest charge (PAY-03). */
const paymentSchema = z.object({
  ...common,
  kind: z.literal('payment'),
  cause: z.discriminatedUnion('type', [attemptSchema, rowCauseSchema, cardCauseSchema]),
  method: paymentMethodSchema,
  booking_id: z.nullable(bookingIdSchema),
  class: classSnapshotSchema,
});

const refundSchema = z.object({
  ...common,
  kind: z.literal('refund'),
  cause: z.discriminatedUnion('type', [attemptSchema, cardCauseSchema]),
  method: paymentMethodSchema,
});

/** The credit of an attempt is goodwill (PAY-14). Credits for sessions and endings never exceed their booking's charge. */
const creditSchema = z.object({
  ...common,
  kind: z.literal('credit'),
  cause: z.discriminatedUnion('type', [sessionCauseSchema, endingCauseSchema, attemptSchema]),
  /** The booking that goodwill reduces first: that with the family's last due date (DUE-01). */
  reduces: z.optional(bookingIdSchema),
  class: classSnapshotSchema,
});

const waiverSchema = z.object({ ...common, kind: z.literal('waiver'), cause: attemptSchema });

/** What a family owed when its data was imported (IMP-02). */
const openingSchema = z.object({ ...common, kind: z.literal('opening'), cause: attemptSchema });

export const counteredKindSchema = z.enum(['payment', 'refund', 'credit', 'waiver', 'opening']);

/** Takes an entry back, once, with its amount and the opposite sign. */
const counterSchema = z.object({
  ...common,
  kind: z.literal('counter'),
  cause: counterCauseSchema,
  /** Stored here so that balance and totals need not read the other entry. */
  countered: counteredKindSchema,
});

/** Ids and snapshots of the class, no names or free text (PAY-01). It never changes. Bookings are charges by themselves. */
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

export const sessionKeyPrefix = ({
  booking_id,
  date,
}: Pick<Extract<LedgerEntryCause, { type: 'session' }>, 'booking_id' | 'date'>): string =>
  `SESSION#${booking_id}#${date}#`;

export const counterKeyPrefix = (prefix: string): string => `COUNTER#${prefix}`;

const write = (cause: LedgerEntryCause): string => {
  switch (cause.type) {
    case 'attempt':
      return `ATTEMPT#${cause.attempt}`;
    case 'row':
      return `ROW#${cause.row}#${cause.time}`;
    case 'card':
      return `CARD#${cause.id}`;
    case 'session':
      return `${sessionKeyPrefix(cause)}${cause.slot_id}#${cause.calendar_version}`;
    case 'ending':
      return `ENDING#${cause.booking_id}`;
    case 'counter':
      return counterKeyPrefix(cause.entry);
    default:
      // A newer version may have stored an unknown kind of cause: its key differs from all others, and no request can name it.
      return `NEWER#${Object.values(cause).join('#')}`.slice(0, keyLengthAtMost);
  }
};

/** One cause has one entry in a family's ledger (PAY-02). */
export const ledgerEntryKey = (cause: LedgerEntryCause): LedgerEntryKey =>
  ledgerEntryKeySchema.parse(write(cause));

/** The reason why a payment recorded today cannot have come in on a day, or null (PAY-05). */
export const paymentDayIssue = (day: CalendarDate, today: CalendarDate): string | null => {
  const { paymentPastYears } = policies.money;
  if (day > today) return 'This date is in the future';
  const earliest = `${Number(today.slice(0, 4)) - paymentPastYears}${today.slice(4)}`;
  return day < earliest ? `Use a date of the last ${paymentPastYears} years` : null;
};

/** Some years later (END-12). After 29 February it is 1 March where the year has no such day. */
export const retainedUntil = (erasedAt: Date): Date => {
  const until = new Date(erasedAt);
  until.setUTCFullYear(erasedAt.getUTCFullYear() + policies.money.retentionYears);
  return until;
};
