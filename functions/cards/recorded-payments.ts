import * as z from 'zod/mini';
import type { DisputeFact, RefundFact } from '#shared/cards/events';
import { cardModeSchema, type ProviderId, providerIdSchema } from '#shared/ledger/entry';
import {
  type CardPaymentId,
  cardPaymentIdSchema,
  type FamilyId,
  familyIdSchema,
  type IdempotencyKey,
  type UserId,
} from '#shared/lib/ids';
import { type Cents, centsSchema, type Instant, instantOf, instantSchema } from '#shared/lib/values';
import { readJoinedWith } from '../accounts/joined-families.ts';
import {
  absent,
  atMost,
  checkWrite,
  deleteWrite,
  isNew,
  putWrite,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  type ItemRef,
  itemParser,
  type Key,
  keyOfItem,
  sha256,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  cardAskKey,
  cardIntentKey,
  cardIntentPartition,
  cardMoveKey,
  cardPaymentKey,
  cardWaitingKey,
  familyCardKeys,
  familyCardsPartition,
  recordedCardKeys,
  recordedCardsPartition,
} from '../lib/dynamo/keys-of-people.ts';
import { batchRead, inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';
import { auditEventPut } from '../school/activity.ts';
import { type AskedCardPayment, aboutEntry, expiryAfter, retainedDays } from './asked-payments.ts';
import { joinCardOffice } from './connection.ts';

/** A payment with an entry. `refunding`: cents of its refunds that did not fail, and of disputes that are not won. */
export const recordedSchema = z.object({
  intent: providerIdSchema,
  payment_id: cardPaymentIdSchema,
  family_id: familyIdSchema,
  recorded_at: instantSchema,
  amount: centsSchema,
  currency: z.string(),
  mode: cardModeSchema,
  state: z.enum(['processing', 'paid', 'failed']),
  refunding: z.int(),
  ...aboutEntry,
});
export type RecordedCardPayment = z.infer<typeof recordedSchema>;

const recordedPaymentRef = (intent: ProviderId): ItemRef<RecordedCardPayment> => ({
  key: cardIntentKey(intent),
  fromItem: itemParser(recordedSchema),
});

/** A refund or a dispute of a payment. `waits`: the payment itself is not known yet, so that it has no entry. */
export const moveSchema = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('refund'),
    id: providerIdSchema,
    state: z.enum(['made', 'failed']),
    amount: centsSchema,
    currency: z.string(),
    ask: z.nullable(z.string()),
    at: instantSchema,
    waits: z.optional(z.literal(true)),
  }),
  z.object({
    what: z.literal('dispute'),
    id: providerIdSchema,
    state: z.enum(['open', 'won', 'lost']),
    amount: centsSchema,
    currency: z.string(),
    due_by: z.nullable(instantSchema),
    at: instantSchema,
    waits: z.optional(z.literal(true)),
  }),
]);
export type CardMove = z.infer<typeof moveSchema>;

/**
 * A refund that the office asked for. Its reason is free text: it becomes the note of the entry, which goes with the family, and is
 * removed here.
 */
export const askSchema = z.object({
  ask: z.string(),
  amount: centsSchema,
  note: z.optional(z.string()),
  at: instantSchema,
  refund_id: z.optional(providerIdSchema),
});
type RefundAsk = z.infer<typeof askSchema>;

/** How many refunds and disputes were stored before their payment. */
export const waitingMovesSchema = z.object({ waiting: z.int() });

/** What is known of a payment at the provider. */
export interface CardIntent {
  readonly payment: RecordedCardPayment | undefined;
  readonly moves: readonly CardMove[];
  readonly asks: readonly RefundAsk[];
  /** How many refunds and disputes were stored before the payment. */
  readonly waiting: number;
}

/** One consistent Query. */
export const readCardIntent = async (table: Table, intent: ProviderId): Promise<CardIntent> => {
  const items = await queryAll(table, { ...inPartition(cardIntentPartition(intent)), ConsistentRead: true });
  const of = <Value>(entity: string, fromItem: (item: Item) => Value): Value[] =>
    items.filter((item) => item[entityAttribute] === entity).map(fromItem);
  return {
    payment: of('card-payment', itemParser(recordedSchema))[0],
    moves: of('card-move', itemParser(moveSchema)),
    asks: of('card-refund-ask', itemParser(askSchema)),
    waiting: of('card-waiting', itemParser(waitingMovesSchema))[0]?.waiting ?? 0,
  };
};

/** The write of a payment whose entry is recorded in the same transaction. */
export const recordedPaymentPut = (
  table: Table,
  asked: AskedCardPayment,
  {
    intent,
    state,
    at,
    now,
  }: {
    readonly intent: ProviderId;
    readonly state: RecordedCardPayment['state'];
    readonly at: Instant;
    readonly now: Date;
  },
): Write =>
  putWrite(
    table,
    {
      ...cardIntentKey(intent),
      ...familyCardKeys(asked.family_id, intent),
      ...recordedCardKeys(at, intent),
      [entityAttribute]: 'card-payment',
      ...recordedSchema.parse({
        ...asked,
        ...{ intent, state, payment_id: asked.id, recorded_at: at, refunding: 0 },
      }),
      ...expiryAfter(now, retainedDays.recorded),
    },
    { if: isNew },
  );

/** Changes of a recorded payment, refused where its family or its state are not those that were read. */
export const recordedPaymentUpdate = (
  table: Table,
  { intent, family_id, state }: Pick<RecordedCardPayment, 'intent' | 'family_id' | 'state'>,
  {
    state: next = state,
    refunding = 0,
  }: { readonly state?: RecordedCardPayment['state']; readonly refunding?: number },
): Write =>
  updateWrite(table, cardIntentKey(intent), {
    set: { state: next },
    ...(refunding !== 0 && { add: { refunding } }),
    if: { family_id, state },
  });

/** The write of a refund or a dispute, refused where its state is not the one that was read. */
export const cardMovePut = (
  table: Table,
  fact: RefundFact | DisputeFact,
  {
    known,
    waits,
    now,
  }: { readonly known: CardMove | undefined; readonly waits: boolean; readonly now: Date },
): Write => {
  const { fact: what, intent, ...move } = fact;
  return putWrite(
    table,
    {
      ...cardMoveKey(intent, fact.id),
      [entityAttribute]: 'card-move',
      ...moveSchema.parse({ what, ...move, ...(waits && { waits }) }),
      ...expiryAfter(now, waits ? retainedDays.unknown : retainedDays.recorded),
    },
    { if: known ? { state: known.state, waits: known.waits } : isNew },
  );
};

/**
 * The writes of a refund or a dispute whose payment is not known. They raise a number which `noneWaitsSince` requires to be as it was
 * read, so that a payment that is recorded at the same moment does not overlook them.
 */
export const waitingMoveWrites = (
  table: Table,
  fact: RefundFact | DisputeFact,
  known: CardMove | undefined,
  now: Date,
): Write[] => [
  cardMovePut(table, fact, { known, waits: true, now }),
  checkWrite(table, cardIntentKey(fact.intent), { if: isNew }),
  updateWrite(table, cardWaitingKey(fact.intent), {
    set: { [entityAttribute]: 'card-waiting', ...expiryAfter(now, retainedDays.unknown) },
    add: { waiting: 1 },
  }),
];

/** Requires that no refund or dispute came since the payment was read. */
export const noneWaitsSince = (
  table: Table,
  intent: ProviderId,
  { waiting }: Pick<CardIntent, 'waiting'>,
): Write =>
  checkWrite(table, cardWaitingKey(intent), { if: { waiting: waiting === 0 ? undefined : waiting } });

const refundAskPut = (
  table: Table,
  intent: ProviderId,
  ask: Omit<RefundAsk, 'refund_id'>,
  now: Date,
): Write =>
  putWrite(
    table,
    {
      ...cardAskKey(intent, ask.ask),
      [entityAttribute]: 'card-refund-ask',
      ...askSchema.parse(ask),
      ...expiryAfter(now, retainedDays.asked),
    },
    { if: isNew },
  );

interface RefundPress {
  readonly amount: Cents;
  /** The reason. */
  readonly note: string;
  readonly by: UserId;
  readonly key: IdempotencyKey;
}

/**
 * Reserves the amount of a refund, once for each press: of presses at the same moment none makes the sum greater than what was
 * paid. Logged as the entry that follows.
 */
export const askForRefund = async (
  table: Table,
  { intent, family_id, amount: paid }: RecordedCardPayment,
  { amount, note, by, key }: RefundPress,
  now: Date,
): Promise<
  { readonly outcome: 'busy' | 'too-much' } | { readonly outcome: 'asked'; readonly ask: string }
> => {
  const ask = sha256(`${by} ${key}`).slice(0, 22);
  const result = await sendTransaction(table, [
    refundAskPut(table, intent, { ask, amount, note, at: instantOf(now) }, now),
    updateWrite(table, cardIntentKey(intent), {
      add: { refunding: amount },
      if: { family_id, refunding: atMost(paid - amount) },
    }),
    auditEventPut(table, now, {
      ...{ actor_id: by, action: 'entry.recorded', subject_id: family_id, fields: ['refund'] },
    }),
  ]);
  if (result.outcome === 'busy') return { outcome: 'busy' };
  return result.outcome === 'done' || result.refusals[0]
    ? { outcome: 'asked', ask }
    : { outcome: 'too-much' };
};

/** Releases the amount of a refund that the provider does not make. */
export const giveUpRefund = async (
  table: Table,
  { intent }: Pick<RecordedCardPayment, 'intent'>,
  ask: string,
  amount: number,
): Promise<void> => {
  await sendTransaction(table, [
    deleteWrite(table, cardAskKey(intent, ask), { if: { ask, refund_id: absent } }),
    updateWrite(table, cardIntentKey(intent), { add: { refunding: -amount } }),
  ]);
};

/** The write that gives the reason of a refund to its entry: it stays nowhere else. A repeated press still finds the item. */
export const askSettledUpdate = (
  table: Table,
  { intent, id, ask }: RefundFact & { readonly ask: string },
): Write =>
  updateWrite(table, cardAskKey(intent, ask), { set: { refund_id: id }, remove: ['note'], if: { ask } });

/** Notes which refund a press made, so that it is not given up. */
export const noteRefund = async (
  table: Table,
  intent: ProviderId,
  ask: string,
  refund_id: ProviderId,
): Promise<void> => {
  await updateItem(table, cardAskKey(intent, ask), { set: { refund_id }, if: { ask } });
};

/** The recorded payments among some of the provider. One read for each hundred. */
export const readRecordedPayments = async (
  table: Table,
  intents: readonly ProviderId[],
): Promise<(intent: ProviderId) => RecordedCardPayment | undefined> => {
  const read = await batchRead(table, intents.map(recordedPaymentRef), { consistent: true });
  return (intent) => read(recordedPaymentRef(intent));
};

/** The payments that were recorded since a moment. One Query of the index. */
export const listRecordedPayments = (table: Table, since: Instant): Promise<RecordedCardPayment[]> =>
  queryAs(table, itemParser(recordedSchema), inPartition(recordedCardsPartition, { from: since }));

/** Gives a payment, as it was asked for or recorded, to the family that its own one is joined with. */
const joinPayment = async (
  table: Table,
  { from, to }: Pick<FamilyJoin, 'from' | 'to'>,
  key: Key,
): Promise<void> => {
  await updateItem(table, key, {
    set: { family_id: to, ...familyCardsPartition(to) },
    if: { family_id: from },
  });
};

/** Gives the card payments of a family to the one that it is joined with. Idempotent. */
export const joinCardPayments = async (table: Table, join: FamilyJoin): Promise<void> => {
  for (const item of await queryAll(table, inPartition(familyCardsPartition(join.from))))
    await joinPayment(table, join, keyOfItem(item));
  // After the payments: no task of the former family follows from them any more.
  await joinCardOffice(table, join);
};

/**
 * Gives one payment to the family that its own one was joined with: an event came before the join had moved it (FID-11).
 * @returns whether it was joined
 */
export const followFamilyJoin = async (
  table: Table,
  from: FamilyId,
  { id, intent }: { readonly id: CardPaymentId; readonly intent: ProviderId | undefined },
): Promise<boolean> => {
  const to = await readJoinedWith(table, from);
  if (!to) return false;
  for (const key of [cardPaymentKey(id), ...(intent ? [cardIntentKey(intent)] : [])])
    await joinPayment(table, { from, to }, key);
  return true;
};
