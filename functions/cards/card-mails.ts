import * as z from 'zod/mini';
import { type LedgerEntry, ledgerEntrySchema, type ProviderId, providerIdSchema } from '#shared/ledger/entry';
import { type FamilyId, familyIdSchema } from '#shared/lib/ids';
import { centsSchema, instantOf, instantSchema } from '#shared/lib/values';
import { putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { cardMailKey } from '../lib/dynamo/keys-of-people.ts';
import type { Table } from '../lib/table.ts';

/** The entity of a payment whose money came later than its entry: the mailer sends the receipt, which waited for it. */
export const settledPaymentEntity = 'settled-payment';

/** The entity of a bank debit that failed. The mailer tells the family. */
export const failedDebitEntity = 'failed-debit';

/** The stream has records for a day; a mail that was set aside waits for a person. */
const retainedSeconds = 30 * 24 * 3_600;

const mailPut = (
  table: Table,
  {
    mailEntity,
    intent,
    now,
    item,
  }: {
    readonly mailEntity: string;
    readonly intent: ProviderId;
    readonly now: Date;
    readonly item: object;
  },
): Write =>
  putWrite(table, {
    ...cardMailKey(intent, mailEntity),
    [entityAttribute]: mailEntity,
    ...item,
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + retainedSeconds,
  });

/** The write that asks for the receipt of a payment, in the form of an item with an entry. */
export const settledPaymentPut = (
  table: Table,
  familyId: FamilyId,
  payment: Extract<LedgerEntry, { kind: 'payment' }> & {
    readonly cause: { readonly type: 'card'; readonly id: ProviderId };
  },
  now: Date,
): Write =>
  mailPut(table, {
    ...{ mailEntity: settledPaymentEntity, intent: payment.cause.id, now },
    item: { ...ledgerEntrySchema.parse(payment), receipt: true, parent_id: familyId },
  });

export const failedDebitSchema = z.object({
  family_id: familyIdSchema,
  intent: providerIdSchema,
  amount: centsSchema,
  at: instantSchema,
});
export type FailedDebit = z.infer<typeof failedDebitSchema>;

export const failedDebitFromItem = itemParser(failedDebitSchema);

export const failedDebitPut = (table: Table, debit: Omit<FailedDebit, 'at'>, now: Date): Write =>
  mailPut(table, {
    ...{ mailEntity: failedDebitEntity, intent: debit.intent, now },
    item: failedDebitSchema.parse({ ...debit, at: instantOf(now) }),
  });
