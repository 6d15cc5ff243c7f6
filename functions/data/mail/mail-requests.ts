import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { instantSchema } from '#shared/schemas/values';
import { mailRequestKey, useCounterKey } from '../dynamo/keys.ts';
import { type Refusal, sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, type Table, tableSchema } from '../dynamo/table.ts';
import { newMailRequestId } from '../ids.ts';

/** The value of the entity attribute on a mail request; the mailer's stream filter selects it. */
export const mailRequestEntity = 'mail-request';

/** A request that could not be answered within this time is dropped: nobody waits any more. */
const requestLifetimeSeconds = 3_600;

/** How many emails may be asked for within an hour: to one address, and from one source. */
export const mailsPerHour = { email: 5, source: 60 } as const;

/** The period of the counters. */
export const mailPeriodSeconds = limits.mailPeriodHours * 3_600;

const mailKindSchema = z.enum(['verify-email', 'reset-password', 'account-exists']);
export type MailKind = z.infer<typeof mailKindSchema>;

/**
 * The wish for an email to an address, whoever's it may be. Whether it has an account is looked up by the mailer,
 * so that the answer to the one who asks cannot depend on it, in its content or in its time.
 */
const mailRequestSchema = z.object({
  id: z.string(),
  kind: mailKindSchema,
  email: z.string(),
  created_at: instantSchema,
});
export type MailRequest = z.infer<typeof mailRequestSchema>;

export const mailRequestFromItem = (item: Record<string, unknown>): MailRequest =>
  mailRequestSchema.parse(item);

export const isOutdated = ({ created_at }: MailRequest, now: Date): boolean =>
  now.getTime() - Date.parse(created_at) > requestLifetimeSeconds * 1000;

export interface MailWish {
  readonly kind: MailKind;
  readonly email: string;
  /** Address of the machine that asks. */
  readonly sourceIp: string;
  readonly now: Date;
}

/** Counts one use in the hour that runs; refused when there were enough. */
const countUse = (table: Table, kind: keyof typeof mailsPerHour, subject: string, now: Date): Write => {
  const periodStart = new Date(now.getTime() - (now.getTime() % (mailPeriodSeconds * 1000)));
  return {
    Update: {
      TableName: table.name,
      Key: useCounterKey(kind, subject, instantSchema.parse(periodStart.toISOString())),
      ConditionExpression: 'attribute_not_exists(uses) OR uses < :most',
      UpdateExpression: 'ADD uses :one SET #entity = :entity, #expiry = :end',
      ExpressionAttributeNames: { '#entity': entityAttribute, '#expiry': tableSchema.timeToLiveAttribute },
      ExpressionAttributeValues: {
        ':one': 1,
        ':most': mailsPerHour[kind],
        ':entity': 'use-counter',
        ':end': periodStart.getTime() / 1000 + 2 * mailPeriodSeconds,
      },
    },
  };
};

/** The writes of a wish: the request, and its two counters in the end. */
export const mailRequestWrites = (table: Table, { kind, email, sourceIp, now }: MailWish): Write[] => {
  const id = newMailRequestId(now);
  const request: MailRequest = { id, kind, email, created_at: instantSchema.parse(now.toISOString()) };
  return [
    {
      Put: {
        TableName: table.name,
        Item: {
          ...mailRequestKey(id),
          [entityAttribute]: mailRequestEntity,
          ...request,
          [tableSchema.timeToLiveAttribute]: Math.floor(now.getTime() / 1000) + requestLifetimeSeconds,
        },
      },
    },
    countUse(table, 'email', email, now),
    countUse(table, 'source', sourceIp, now),
  ];
};

/** Whether a transaction that ends with the writes of a wish was refused because there were enough of them. */
export const isLimited = (refusals: readonly (Refusal | undefined)[]): boolean =>
  refusals.slice(-2).some((refusal) => refusal !== undefined);

export type MailWishOutcome = 'requested' | 'limited' | 'busy';

/** Asks for an email: one transaction, the same for any address. */
export const requestMail = async (table: Table, wish: MailWish): Promise<MailWishOutcome> => {
  const { outcome } = await sendTransaction(table, mailRequestWrites(table, wish));
  if (outcome === 'done') return 'requested';
  return outcome === 'refused' ? 'limited' : 'busy';
};

/** Deletes a request that has been dealt with: it holds an address. */
export const deleteMailRequest = async (table: Table, { id }: MailRequest): Promise<void> => {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: mailRequestKey(id) }));
};
