import * as z from 'zod/mini';
import type { Booking } from '#shared/booking/booking';
import { type CardPaymentState, cardPaymentStateSchema } from '#shared/cards/card-payment';
import { cardModeSchema, classSnapshotSchema } from '#shared/ledger/entry';
import {
  bookingIdSchema,
  type CardPaymentId,
  cardPaymentIdSchema,
  type FamilyId,
  familyIdSchema,
  type IdempotencyKey,
  type UserId,
  userIdSchema,
} from '#shared/lib/ids';
import { calendarDateSchema, centsSchema, instantSchema } from '#shared/lib/values';
import { sendAsOneChange } from '../ledger/changes.ts';
import { creationNotePut, subjectsFromItem } from '../lib/attempts.ts';
import { isNew, putWrite, updateWrite } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  type ItemRef,
  itemParser,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { attemptKey, cardPaymentKey, familyCardKeys } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';
import { type UseLimit, useWrite } from '../lib/uses.ts';

const dayMs = 24 * 3_600 * 1_000;

/**
 * Days for which items are kept. A payment that was asked for is over within hours, or with a debit within weeks. A dispute comes at
 * most some 18 months after its payment, and is decided within some 100 days. `unknown`: refunds and disputes of another shop at the
 * same account wait for a payment that never comes.
 */
export const retainedDays = { asked: 120, recorded: 800, task: 180, unknown: 30 } as const;

export const expiryAfter = (now: Date, days: number) => ({
  [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(now.getTime() + days * dayMs)),
});

/** What the entry of a payment says besides the money: what it settles first, and since when the family owes after it. */
export const aboutEntry = {
  booking_id: z.nullable(bookingIdSchema),
  /** The booking's dates, for the plan in the ledger. */
  due_dates: z.optional(z.array(calendarDateSchema)),
  class: classSnapshotSchema,
  /** Since when the family owes while the payment counts, and while it does not. */
  open_since: z.object({
    paid: z.union([instantSchema, calendarDateSchema]),
    unpaid: z.union([instantSchema, calendarDateSchema]),
  }),
};

/** A payment that a family asked for. */
export const askedSchema = z.object({
  id: cardPaymentIdSchema,
  family_id: familyIdSchema,
  /** The family that asked, also after it was joined with another one: it is what the provider says. */
  asked_for: familyIdSchema,
  asked_by: userIdSchema,
  asked_at: instantSchema,
  amount: centsSchema,
  currency: z.string(),
  mode: cardModeSchema,
  state: cardPaymentStateSchema,
  ...aboutEntry,
});
export type AskedCardPayment = z.infer<typeof askedSchema>;

const askedPaymentRef = (id: CardPaymentId): ItemRef<AskedCardPayment> => ({
  key: cardPaymentKey(id),
  fromItem: itemParser(askedSchema),
});

/** One consistent read. */
export const getAskedPayment = (table: Table, id: CardPaymentId): Promise<AskedCardPayment | undefined> =>
  getItem(table, askedPaymentRef(id));

export type AskOutcome =
  | { readonly outcome: 'asked'; readonly payment: AskedCardPayment }
  | { readonly outcome: 'busy' | 'limited' | 'no-ledger' | 'too-many' };

/** Stores what a family asks for, once for each attempt, counted as a change of the family and against a limit of its own. */
export const storeAskedPayment = async (
  table: Table,
  payment: AskedCardPayment,
  attempt: { readonly key: IdempotencyKey; readonly now: Date },
  limit: Omit<UseLimit, 'subject' | 'kind'>,
): Promise<AskOutcome> => {
  const { id, family_id, asked_by: by, asked_at: at } = payment;
  const item = {
    ...cardPaymentKey(id),
    ...familyCardKeys(family_id, id),
    [entityAttribute]: 'asked-card-payment',
    ...askedSchema.parse(payment),
    ...expiryAfter(attempt.now, retainedDays.asked),
  };
  const result = await sendAsOneChange(table, { parent_id: family_id, at }, [
    putWrite(table, item, { if: isNew }),
    creationNotePut(table, { by, ...attempt }, [id]),
    useWrite(table, { kind: 'card-payment', subject: family_id, ...limit }, attempt.now),
  ]);
  if (result.outcome === 'done') return { outcome: 'asked', payment };
  if (result.outcome !== 'refused') return result;
  const noted = result.refusals[1]?.item;
  const before = noted && (await askedBefore(table, noted));
  return before ? { outcome: 'asked', payment: before } : { outcome: 'too-many' };
};

const askedBefore = async (table: Table, note: Item): Promise<AskedCardPayment | undefined> => {
  const [id] = subjectsFromItem(note);
  return id === undefined ? undefined : getAskedPayment(table, cardPaymentIdSchema.parse(id));
};

/** What an attempt asked for before; undefined for a new one. One read, or two. */
export const findAskedPayment = async (
  table: Table,
  by: UserId,
  key: IdempotencyKey,
): Promise<AskedCardPayment | undefined> => {
  const note = await getItem(table, { key: attemptKey(by, key), fromItem: (item) => item });
  return note && askedBefore(table, note);
};

/** The write of another state, refused where the payment was changed since it was read. */
export const askedStateUpdate = (
  table: Table,
  { id, state: before, family_id }: AskedCardPayment,
  state: CardPaymentState,
): Write => updateWrite(table, cardPaymentKey(id), { set: { state }, if: { state: before, family_id } });

/** The booking as a ledger's plan counts it. */
export const plannedBooking = ({
  booking_id,
  due_dates,
}: Pick<AskedCardPayment, 'booking_id' | 'due_dates'>): Pick<Booking, 'id' | 'due_dates'> | undefined =>
  booking_id === null ? undefined : { id: booking_id, ...(due_dates && { due_dates }) };

/** Whether the payment of a family is the caller's: what others paid is not found. */
export const isOfFamily = ({ family_id }: Pick<AskedCardPayment, 'family_id'>, familyId: FamilyId): boolean =>
  family_id === familyId;
