import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import type { Booking } from '#shared/schemas/booking';
import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import type { Cents, Instant } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { attemptMark, familyAccountKey } from '../dynamo/keys.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';

const accountEntity = 'account';

/** The account of a family as stored. Every booking changes it, in the transaction that stores the booking. */
const familyAccountSchema = z.object({
  /** The hour (UTC) in which `hour_bookings` were made: `2025-09-23T10`. Absent before the first booking. */
  counted_hour: z._default(z.string(), ''),
  hour_bookings: z._default(z.int(), 0),
  /** An upper bound of the live bookings: the end of a booking does not lower it, a recount does. */
  live_bookings_at_most: z._default(z.int(), 0),
  /** The sum of the amounts of all bookings made, in cents. The end of a booking does not lower it. */
  charged: z._default(z.int(), 0),
  /** The sum of all credits less those that were taken back, in cents. */
  credited: z._default(z.int(), 0),
  /** The attempts, as `attemptMark` writes them, whose bookings ended: they never book again (BOK-53). */
  ended_attempts: z._default(z.set(z.string()), new Set()),
  /** The trials that count as those which a child may have in a class, as `trialMark` writes them (TRI-05). */
  trials: z._default(z.set(z.string()), new Set()),
  /** Set by the first step of the family's deletion: from then on it takes no booking. */
  closing: z._default(z.boolean(), false),
});
export type FamilyAccount = z.infer<typeof familyAccountSchema>;

const accountFromItem = (item: Item): FamilyAccount => familyAccountSchema.parse(item);

export const familyAccountRef = (userId: UserId): ItemRef<FamilyAccount> => ({
  key: familyAccountKey(userId),
  fromItem: accountFromItem,
});

/** The account of a family, or undefined. One read. */
export const getFamilyAccount = (
  table: Table,
  userId: UserId,
  options = { consistent: false },
): Promise<FamilyAccount | undefined> => getItem(table, familyAccountRef(userId), options);

/** The account of a family that has made some bookings before it had one; of a new family, none. */
export const familyAccountItem = (userId: UserId, amounts: readonly Cents[] = []): Item => ({
  ...familyAccountKey(userId),
  [entityAttribute]: accountEntity,
  live_bookings_at_most: amounts.length,
  charged: amounts.reduce<number>((sum, amount) => sum + amount, 0),
});

/** The write of a family's account; refused where it exists. */
export const familyAccountPut = (table: Table, ...account: Parameters<typeof familyAccountItem>): Write => ({
  Put: {
    TableName: table.name,
    Item: familyAccountItem(...account),
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

const hourOf = (moment: Instant): string => moment.slice(0, 'yyyy-MM-ddTHH'.length);

/** A booking as an account counts it. */
interface ChargedBooking
  extends Pick<Booking, 'parent_id' | 'class_id' | 'child_id' | 'is_trial' | 'amount' | 'created_at'> {
  readonly idempotency_key: IdempotencyKey;
}

/** Names the trial of a child in a class. */
export const trialMark = ({ class_id, child_id }: Pick<Booking, 'class_id' | 'child_id'>): string =>
  `${class_id}#${child_id}`;

/**
 * The conditions of the two cases exclude each other, so that the count is exact whichever case was read before. Clocks
 * differ: a booking whose hour another one has ended counts in the later hour.
 */
const hourCount = {
  new: {
    condition: '(attribute_not_exists(counted_hour) OR counted_hour < :hour)',
    update: 'counted_hour = :hour, hour_bookings = :one',
    values: {},
  },
  same: {
    condition: 'counted_hour >= :hour AND hour_bookings < :most',
    update: 'hour_bookings = hour_bookings + :one',
    values: { ':most': limits.bookingsPerHour },
  },
} as const;

/** Whether a booking is the first of its hour, or in an hour (or before one) that the account counts already. */
export type HourCase = keyof typeof hourCount;

/** Whether the booking of an attempt ended. */
export const hasEnded = (
  { ended_attempts }: Pick<FamilyAccount, 'ended_attempts'>,
  attempt: IdempotencyKey,
): boolean => ended_attempts.has(attemptMark(attempt));

/** The case of a booking made at a moment. */
export const hourCaseOf = ({ counted_hour }: Pick<FamilyAccount, 'counted_hour'>, at: Instant): HourCase =>
  counted_hour < hourOf(at) ? 'new' : 'same';

/** What only the booking of a trial changes and requires. */
const trialCount = (booking: ChargedBooking) =>
  booking.is_trial
    ? {
        condition: ' AND NOT contains(trials, :trial)',
        update: ' ADD trials :trials',
        values: { ':trial': trialMark(booking), ':trials': new Set([trialMark(booking)]) },
      }
    : { condition: '', update: '', values: {} };

/**
 * The write that counts and charges a booking. Refused where the family is being deleted or has no account, where the
 * attempt's booking ended, where the child has had a trial in the class and this is one, where the family has made as many
 * bookings in this hour as it may, and where `hour` is not the case: the refusal holds the account.
 * @param recounted the number of live bookings before this one, where it was counted
 */
export const chargeUpdate = (
  table: Table,
  booking: ChargedBooking,
  { hour, recounted }: { readonly hour: HourCase; readonly recounted: number | undefined },
): Write => {
  const { parent_id, amount, created_at, idempotency_key } = booking;
  const { condition, update, values } = hourCount[hour];
  const trial = trialCount(booking);
  const liveBookings = recounted === undefined ? 'live_bookings_at_most' : ':recounted';
  return {
    Update: {
      TableName: table.name,
      Key: familyAccountKey(parent_id),
      ConditionExpression: `attribute_exists(PK) AND attribute_not_exists(closing) AND NOT contains(ended_attempts, :attempt) AND ${condition}${trial.condition}`,
      UpdateExpression: `SET ${update}, charged = charged + :amount, live_bookings_at_most = ${liveBookings} + :one${trial.update}`,
      ExpressionAttributeValues: {
        ':hour': hourOf(created_at),
        ':amount': amount,
        ':one': 1,
        ':attempt': attemptMark(idempotency_key),
        ...values,
        ...trial.values,
        ...(recounted !== undefined && { ':recounted': recounted }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** The write that adds to the sum of the credits; below 0 it takes back. Refused where the family has no account. */
export const creditedUpdate = (table: Table, userId: UserId, amount: number): Write => ({
  Update: {
    TableName: table.name,
    Key: familyAccountKey(userId),
    ConditionExpression: 'attribute_exists(PK)',
    UpdateExpression: 'ADD credited :amount',
    ExpressionAttributeValues: { ':amount': amount },
  },
});

/** What the end of a booking changes in its family's account. */
export interface EndingOnAccount extends Pick<Booking, 'parent_id' | 'class_id' | 'child_id'> {
  /** Of the attempt that made the booking. */
  readonly idempotency_key: IdempotencyKey;
  readonly credit: Cents;
  /** The amount of the booking that is made in the same transaction. */
  readonly charge: Cents | undefined;
  /** False for a trial that does not count: the child may have another one. */
  readonly trial_used: boolean | undefined;
}

/** An account keeps this many attempts: beyond, it forgets the earlier ones. */
const mostEndedAttempts = 100;

/**
 * The write that credits the end of a booking, after which its attempt never books again. Refused where the family has no
 * account, and with a charge where it is being deleted.
 * @param account as it was read with the booking
 */
export const endingUpdate = (
  table: Table,
  { idempotency_key, credit, charge, trial_used, ...booking }: EndingOnAccount,
  { ended_attempts }: Pick<FamilyAccount, 'ended_attempts'>,
): Write => {
  const keepsAll = ended_attempts.size < mostEndedAttempts;
  const clauses = [
    ...(keepsAll ? [] : ['SET ended_attempts = :attempt']),
    `ADD credited :credit, charged :charge${keepsAll ? ', ended_attempts :attempt' : ''}`,
    ...(trial_used === false ? ['DELETE trials :trials'] : []),
  ];
  return {
    Update: {
      TableName: table.name,
      Key: familyAccountKey(booking.parent_id),
      ConditionExpression: `attribute_exists(PK)${charge === undefined ? '' : ' AND attribute_not_exists(closing)'}`,
      UpdateExpression: clauses.join(' '),
      ExpressionAttributeValues: {
        ':credit': credit,
        ':charge': charge ?? 0,
        ':attempt': new Set([attemptMark(idempotency_key)]),
        ...(trial_used === false && { ':trials': new Set([trialMark(booking)]) }),
      },
    },
  };
};

/** The write after which a family takes no booking, in the first transaction of its deletion. */
export const closeAccount = (table: Table, userId: UserId): Write => ({
  Update: {
    TableName: table.name,
    Key: familyAccountKey(userId),
    UpdateExpression: 'SET closing = :true, #entity = :entity',
    ExpressionAttributeNames: { '#entity': entityAttribute },
    ExpressionAttributeValues: { ':true': true, ':entity': accountEntity },
  },
});

/** The write after which the account of an erased family expires: until then it counts in the school's sums (END-12). */
export const accountExpiry = (table: Table, userId: UserId, until: Date): Write => ({
  Update: {
    TableName: table.name,
    Key: familyAccountKey(userId),
    UpdateExpression: 'SET #expires = :until REMOVE ended_attempts',
    ExpressionAttributeNames: { '#expires': tableSchema.timeToLiveAttribute },
    ExpressionAttributeValues: { ':until': toEpochSeconds(until) },
  },
});

/** The write that deletes the account of a family that never booked. */
export const accountDelete = (table: Table, userId: UserId): Write => ({
  Delete: { TableName: table.name, Key: familyAccountKey(userId) },
});
