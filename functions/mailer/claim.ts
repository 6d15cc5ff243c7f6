import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { Key } from '../data/dynamo/keys.ts';
import { entityAttribute, type Table, tableSchema } from '../data/dynamo/table.ts';

/** The right to send one message; whose it is tells one delivery from another. */
export interface Claim {
  readonly key: Key;
  readonly holder: string;
}

export type ClaimAnswer =
  | { readonly state: 'held'; readonly claim: Claim }
  /** The message was sent. */
  | { readonly state: 'sent' }
  /** Someone is sending it, or ended without a word of how it went. */
  | { readonly state: 'taken' };

/** A stream delivers a record for 24 hours; a week leaves room for a person to look into it. */
export const claimLifetimeSeconds = 7 * 24 * 60 * 60;

const storedClaimSchema = z.object({ holder: z.string(), sent: z.boolean() });

const toEpochSeconds = (now: Date): number => Math.floor(now.getTime() / 1000);

/** Claims a message by the key of its claim, unless a claim that has not expired is there. */
export const takeClaim = async (table: Table, key: Key, now: Date): Promise<ClaimAnswer> => {
  const claim: Claim = { key, holder: randomUUID() };
  const seconds = toEpochSeconds(now);
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...key,
          [entityAttribute]: 'mail-claim',
          holder: claim.holder,
          sent: false,
          [tableSchema.timeToLiveAttribute]: seconds + claimLifetimeSeconds,
        },
        // DynamoDB deletes expired items days later, so the expiry is judged here.
        ConditionExpression: 'attribute_not_exists(PK) OR #expiry <= :now',
        ExpressionAttributeNames: { '#expiry': tableSchema.timeToLiveAttribute },
        ExpressionAttributeValues: { ':now': seconds },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { state: 'held', claim };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { holder, sent } = storedClaimSchema.parse(unmarshall(error.Item ?? {}));
    if (sent) return { state: 'sent' };
    // The SDK repeated a write whose answer was lost, and met what that write had stored.
    return holder === claim.holder ? { state: 'held', claim } : { state: 'taken' };
  }
};

const ownClaim = (table: Table, { key, holder }: Claim) => ({
  TableName: table.name,
  Key: key,
  ConditionExpression: 'holder = :holder',
  ExpressionAttributeValues: { ':holder': holder },
});

/** Notes that the message went out, under the id SES gave it: no later delivery sends it again. */
export const settleClaim = async (table: Table, claim: Claim, messageId: string): Promise<void> => {
  const { ExpressionAttributeValues, ...own } = ownClaim(table, claim);
  await table.client.send(
    new UpdateCommand({
      ...own,
      UpdateExpression: 'SET sent = :sent, message_id = :messageId',
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':sent': true, ':messageId': messageId },
    }),
  );
};

/** Gives the claim back, for a message that certainly was not sent: the next delivery tries again. */
export const releaseClaim = async (table: Table, claim: Claim): Promise<void> => {
  await table.client.send(new DeleteCommand(ownClaim(table, claim)));
};
