import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { Key } from '../dynamo/keys.ts';
import { entityAttribute, type Table, tableSchema } from '../dynamo/table.ts';

/** The right to send one message; whose it is tells one delivery from another. */
export interface SendLease {
  readonly key: Key;
  readonly holder: string;
}

export type AcquireOutcome =
  | { readonly state: 'held'; readonly lease: SendLease }
  /** The message was sent. */
  | { readonly state: 'sent' }
  /** Someone is sending it, or ended without a word of how it went. */
  | { readonly state: 'held-by-other' };

/** A stream delivers a record for 24 hours; a week leaves room for a person to look into it. */
export const sendLeaseLifetimeSeconds = 7 * 24 * 60 * 60;

const storedLeaseSchema = z.object({ holder: z.string(), sent: z.boolean() });

const toEpochSeconds = (now: Date): number => Math.floor(now.getTime() / 1000);

/** Acquires the lease on sending one message, unless an unexpired lease exists. */
export const acquireSendLease = async (table: Table, key: Key, now: Date): Promise<AcquireOutcome> => {
  const lease: SendLease = { key, holder: randomUUID() };
  const seconds = toEpochSeconds(now);
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...key,
          [entityAttribute]: 'send-lease',
          holder: lease.holder,
          sent: false,
          [tableSchema.timeToLiveAttribute]: seconds + sendLeaseLifetimeSeconds,
        },
        // DynamoDB deletes expired items days later, so the expiry is judged here.
        ConditionExpression: 'attribute_not_exists(PK) OR #expiry <= :now',
        ExpressionAttributeNames: { '#expiry': tableSchema.timeToLiveAttribute },
        ExpressionAttributeValues: { ':now': seconds },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { state: 'held', lease };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { holder, sent } = storedLeaseSchema.parse(unmarshall(error.Item ?? {}));
    if (sent) return { state: 'sent' };
    // The SDK repeated a write whose answer was lost, and met what that write had stored.
    return holder === lease.holder ? { state: 'held', lease } : { state: 'held-by-other' };
  }
};

const ownLease = (table: Table, { key, holder }: SendLease) => ({
  TableName: table.name,
  Key: key,
  ConditionExpression: 'holder = :holder',
  ExpressionAttributeValues: { ':holder': holder },
});

/** Notes that the message went out, under the id SES gave it: no later delivery sends it again. */
export const markSent = async (table: Table, lease: SendLease, messageId: string): Promise<void> => {
  const { ExpressionAttributeValues, ...own } = ownLease(table, lease);
  await table.client.send(
    new UpdateCommand({
      ...own,
      UpdateExpression: 'SET sent = :sent, message_id = :messageId',
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':sent': true, ':messageId': messageId },
    }),
  );
};

/** Gives the lease back, for a message that certainly was not sent: the next delivery tries again. */
export const releaseSendLease = async (table: Table, lease: SendLease): Promise<void> => {
  await table.client.send(new DeleteCommand(ownLease(table, lease)));
};
