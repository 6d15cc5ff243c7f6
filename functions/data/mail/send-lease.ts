import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { sendLeaseLifetimeSeconds } from '../../limits.ts';
import type { Key } from '../dynamo/keys/key.ts';
import { sendLeaseKey } from '../dynamo/keys/mail.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { deleteItem, putItem, updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

/** The right to send one email. */
export interface SendLease {
  readonly key: Key;
  /** Tells this delivery from other deliveries of the same email. */
  readonly holder: string;
}

/** Which email a lease is for. */
export interface LeasedMail {
  /** The kind of email: one subject may cause several, each with its own lease. */
  readonly kind: string;
  /** The id of the booking or mail request that the email is about. */
  readonly subjectId: string;
}

export type AcquireOutcome =
  | { readonly state: 'held'; readonly lease: SendLease }
  /** The email was sent. */
  | { readonly state: 'sent' }
  /** Another delivery is sending it, or ended without noting the outcome. */
  | { readonly state: 'held-by-other' };

const storedLeaseSchema = z.object({ holder: z.string(), sent: z.boolean() });

/** Acquires the lease on sending one email, unless an unexpired lease exists. */
export const acquireSendLease = async (
  table: Table,
  { kind, subjectId }: LeasedMail,
  now: Date,
): Promise<AcquireOutcome> => {
  const lease: SendLease = { key: sendLeaseKey(subjectId, kind), holder: randomUUID() };
  const seconds = toEpochSeconds(now);
  const { outcome, item } = await putItem(table, {
    TableName: table.name,
    Item: {
      ...lease.key,
      [entityAttribute]: 'send-lease',
      holder: lease.holder,
      sent: false,
      [tableSchema.timeToLiveAttribute]: seconds + sendLeaseLifetimeSeconds,
    },
    // DynamoDB deletes expired items days later, so the condition checks the expiry.
    ConditionExpression: 'attribute_not_exists(PK) OR #expiry <= :now',
    ExpressionAttributeNames: { '#expiry': tableSchema.timeToLiveAttribute },
    ExpressionAttributeValues: { ':now': seconds },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  if (outcome === 'done') return { state: 'held', lease };
  const { holder, sent } = storedLeaseSchema.parse(item ?? {});
  if (sent) return { state: 'sent' };
  // The SDK retried a put whose answer was lost, and found the item that the put had stored.
  return holder === lease.holder ? { state: 'held', lease } : { state: 'held-by-other' };
};

const ownLease = (table: Table, { key, holder }: SendLease) => ({
  TableName: table.name,
  Key: key,
  ConditionExpression: 'holder = :holder',
  ExpressionAttributeValues: { ':holder': holder },
});

const expectDone = ({ outcome }: { outcome: 'done' | 'refused' }): void => {
  if (outcome === 'refused') throw new Error('Another delivery holds the lease by now');
};

/**
 * Notes that the email was sent, with the id SES gave it: no later delivery sends it again.
 * @throws Error when the lease is not held any more
 */
export const markSent = async (table: Table, lease: SendLease, messageId: string): Promise<void> => {
  const { ExpressionAttributeValues, ...own } = ownLease(table, lease);
  expectDone(
    await updateItem(table, {
      ...own,
      UpdateExpression: 'SET sent = :sent, message_id = :messageId',
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':sent': true, ':messageId': messageId },
    }),
  );
};

/** Releases the lease on an email that a person knows was not sent. Nothing changes where the email is noted as sent. */
export const releaseUnsentMail = async (table: Table, { kind, subjectId }: LeasedMail): Promise<void> => {
  await deleteItem(table, {
    TableName: table.name,
    Key: sendLeaseKey(subjectId, kind),
    ConditionExpression: 'sent = :no',
    ExpressionAttributeValues: { ':no': false },
  });
};

/**
 * Releases the lease on an email that certainly was not sent: the next delivery tries again.
 * @throws Error when the lease is not held any more
 */
export const releaseSendLease = async (table: Table, lease: SendLease): Promise<void> =>
  expectDone(await deleteItem(table, ownLease(table, lease)));
