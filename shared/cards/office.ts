import * as z from 'zod/mini';
import { cardModeSchema, providerIdSchema } from '../ledger/entry.ts';
import { type Cents, calendarDateSchema, centsSchema, instantSchema } from '../lib/values.ts';

/** For how many days payments are compared with Stripe. */
export const comparedDays = 14;

/** How much of a payment can be refunded: what was paid less all refunds that did not fail (CRD-04). */
export const refundableOf = (paid: Cents, refunding: number): Cents =>
  centsSchema.parse(Math.max(0, paid - refunding));

const cardTaskCommon = {
  /** What Stripe calls the payment, the refund, the dispute or the event. */
  id: z.string(),
  intent: z.nullable(providerIdSchema),
  /** Null where Stripe names none that is known here. */
  family_id: z.nullable(z.string()),
  amount: centsSchema,
  at: instantSchema,
};

/** What the office has to decide or to know about card payments. */
export const cardTaskSchema = z.discriminatedUnion('kind', [
  z.object({ ...cardTaskCommon, kind: z.literal('dispute'), due_by: z.nullable(instantSchema) }),
  z.object({ ...cardTaskCommon, kind: z.literal('failed') }),
  z.object({
    ...cardTaskCommon,
    kind: z.literal('aside'),
    why: z.enum(['amount', 'currency', 'family', 'unknown', 'contradiction', 'gone']),
  }),
]);
export type CardTask = z.infer<typeof cardTaskSchema>;
export type AsideReason = Extract<CardTask, { kind: 'aside' }>['why'];

/** Something that Stripe has and the ledger has not, or the reverse (CRD-05). */
export const cardDifferenceSchema = z.object({
  /** `pi_…`, `re_…` or `du_…`. */
  id: providerIdSchema,
  what: z.enum(['payment', 'refund', 'dispute', 'failed']),
  missing_in: z.enum(['ledger', 'stripe']),
  intent: providerIdSchema,
  family_id: z.nullable(z.string()),
  amount: centsSchema,
  at: instantSchema,
  /** Whether Stripe has the payment, so that a press can record it. */
  can_record: z.boolean(),
});
export type CardDifference = z.infer<typeof cardDifferenceSchema>;

/** A payment as Stripe has it, for the office. */
export const managedCardPaymentSchema = z.object({
  intent: providerIdSchema,
  amount: centsSchema,
  refundable: centsSchema,
  day: calendarDateSchema,
  /** "Card ···· 4242, Visa", or what else was used; null where Stripe does not say. */
  paid_with: z.nullable(z.string()),
  /** The payment in Stripe's dashboard. */
  url: z.string(),
  mode: cardModeSchema,
});

export const cardConnectionSchema = z.object({
  mode: cardModeSchema,
  /** The account at Stripe. */
  account: z.string(),
  connected_at: instantSchema,
});
export type CardConnection = z.infer<typeof cardConnectionSchema>;

/** The connection with what shows that it works (CRD-06). */
export const cardStatusSchema = z.object({
  connection: z.nullable(cardConnectionSchema),
  /** Whether Stripe accepts the key now. */
  key_works: z.boolean(),
  last_event_at: z.nullable(instantSchema),
  compared_at: z.nullable(instantSchema),
  tasks: z.array(cardTaskSchema),
  differences: z.array(cardDifferenceSchema),
});
