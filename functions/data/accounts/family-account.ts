import * as z from 'zod/mini';
import { balanceOf } from '#shared/domain/account';
import { limits } from '#shared/limits';
import { type AccountReference, accountReferenceSchema } from '#shared/schemas/account-reference';
import type { Booking } from '#shared/schemas/booking';
import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import { signedCentsSchema } from '#shared/schemas/signed-cents';
import { type Cents, type Instant, instantSchema } from '#shared/schemas/values';
import { batchRead } from '../dynamo/batch-get.ts';
import { getItem } from '../dynamo/get-item.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { attemptMark, familyAccountKey } from '../dynamo/keys/accounts.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';

const accountEntity = 'account';

/** A sum in cents, which the account's first change makes. */
const sum = z._default(signedCentsSchema, signedCentsSchema.parse(0));

/** The account of a family as stored. Every booking changes it, in the transaction that stores the booking. */
export const familyAccountSchema = z.object({
  /** The hour (UTC) in which `hour_bookings` were made: `2025-09-23T10`. Absent before the first booking. */
  counted_hour: z._default(z.string(), ''),
  hour_bookings: z._default(z.int(), 0),
  /** An upper bound of the live bookings: the end of a booking does not lower it, a recount does. */
  live_bookings_at_most: z._default(z.int(), 0),
  /** The sum of the amounts of all bookings made. The end of a booking does not lower it. */
  charged: sum,
  /** The sum of all credits less those that were taken back. */
  credited: sum,
  /** The sum of all waivers less those that were taken back. */
  waived: sum,
  /** The sum of all payments less refunds and what was taken back. */
  received: sum,
  /** Absent where the family was stored before families had one: a reminder gives it one. */
  reference: z.optional(accountReferenceSchema),
  /**
   * When the oldest open charge was made; of no meaning while nothing is open. A credit that settles this charge alone leaves
   * it too early, until the next entry by an administrator.
   */
  open_since: z.optional(instantSchema),
  /** When the family was last reminded to pay. */
  reminded_at: z.optional(instantSchema),
  do_not_remind: z._default(z.boolean(), false),
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

/** Accounts by their family; undefined where there is none. One round trip for each hundred. */
export const readAccounts = async (
  table: Table,
  userIds: readonly UserId[],
): Promise<(userId: UserId) => FamilyAccount | undefined> => {
  const read = await batchRead(table, userIds.map(familyAccountRef), { consistent: false });
  return (userId) => read(familyAccountRef(userId));
};

/** The account of a family that has made some bookings before it had one; of a new family, none. */
export const familyAccountItem = (
  userId: UserId,
  bookings: readonly Pick<Booking, 'amount' | 'created_at'>[] = [],
  reference?: AccountReference,
): Item => {
  const [oldest] = bookings.map(({ created_at }) => created_at).toSorted();
  return {
    ...familyAccountKey(userId),
    [entityAttribute]: accountEntity,
    ...(reference && { reference }),
    live_bookings_at_most: bookings.length,
    charged: bookings.reduce<number>((sum, { amount }) => sum + amount, 0),
    ...(oldest && { open_since: oldest }),
  };
};

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
interface ChargedBooking {
  readonly parent_id: UserId;
  /** Of all places together. */
  readonly amount: Cents;
  readonly created_at: Instant;
  /** How many bookings it is; 1 without it. */
  readonly places?: number;
  /** Of a trial: its mark. */
  readonly trial?: string;
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
    update: 'counted_hour = :hour, hour_bookings = :places',
    values: () => ({}),
  },
  same: {
    condition: 'counted_hour >= :hour AND hour_bookings <= :most',
    update: 'hour_bookings = hour_bookings + :places',
    values: (places: number) => ({ ':most': limits.bookingsPerHour - places }),
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

interface ChargeOptions {
  readonly hour: HourCase;
  readonly recounted: number | undefined;
  readonly account: FamilyAccount | undefined;
  /** Whether the write is refused where the upper bound of live bookings would exceed the limit (BOK-52). */
  readonly limitsLive?: boolean;
}

/** What a write requires that keeps the upper bound of live bookings within the limit. */
const liveLimit = (places: number) => ({
  condition: ' AND live_bookings_at_most <= :mostLive',
  values: { ':mostLive': limits.liveBookings - places },
});

/** What only a trial requires and changes. */
const trialCount = (trial: string | undefined) =>
  trial === undefined
    ? { condition: '', update: '', values: {} }
    : {
        condition: ' AND NOT contains(trials, :trial)',
        update: ' ADD trials :trials',
        values: { ':trial': trial, ':trials': new Set([trial]) },
      };

/** Since when a family owes that is charged at a moment: from then on where it owes nothing. */
const openSince = (account: FamilyAccount | undefined): string =>
  account !== undefined && balanceOf(account) <= 0 ? ':created' : 'if_not_exists(open_since, :created)';

/**
 * The write that counts and charges a booking. Refused where the family is being deleted or has no account, where the
 * attempt's booking ended, where the child has had a trial in the class and this is one, where the family has made as many
 * bookings in this hour as it may, where `hour` is not the case, and with `limitsLive` where it may hold too many live
 * bookings: the refusal holds the account.
 * @param charge.recounted the number of live bookings before this one, where it was counted
 * @param charge.account the account as read, where it was: a family that owes nothing owes from this booking on
 */
export const chargeUpdate = (
  table: Table,
  { parent_id, amount, created_at, places = 1, trial: mark, idempotency_key }: ChargedBooking,
  { hour, recounted, account, limitsLive = false }: ChargeOptions,
): Write => {
  const { condition, update, values } = hourCount[hour];
  const trial = trialCount(mark);
  const live = limitsLive ? liveLimit(places) : { condition: '', values: {} };
  const liveBookings = recounted === undefined ? 'live_bookings_at_most' : ':recounted';
  return {
    Update: {
      TableName: table.name,
      Key: familyAccountKey(parent_id),
      ConditionExpression: `attribute_exists(PK) AND attribute_not_exists(closing) AND NOT contains(ended_attempts, :attempt) AND ${condition}${trial.condition}${live.condition}`,
      UpdateExpression: `SET ${update}, charged = charged + :amount, live_bookings_at_most = ${liveBookings} + :places, open_since = ${openSince(account)}${trial.update}`,
      ExpressionAttributeValues: {
        ':hour': hourOf(created_at),
        ':amount': amount,
        ':places': places,
        ':created': created_at,
        ':attempt': attemptMark(idempotency_key),
        ...values(places),
        ...trial.values,
        ...live.values,
        ...(recounted !== undefined && { ':recounted': recounted }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** A check that a family has an account and is not being deleted. */
export const accountIsOpen = (table: Table, userId: UserId): Write => ({
  ConditionCheck: {
    TableName: table.name,
    Key: familyAccountKey(userId),
    ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(closing)',
  },
});

/** What the end of a booking changes in its family's account. */
interface EndingOnAccount extends Pick<Booking, 'parent_id' | 'class_id' | 'child_id'> {
  /** Of the attempt that made the booking. */
  readonly idempotency_key: IdempotencyKey;
  readonly credit: Cents;
  /** The booking that follows in the same transaction, with what it is charged. */
  readonly next: Pick<Booking, 'amount' | 'created_at'> | undefined;
  /** False for a trial that does not count: the child may have another one. */
  readonly trial_used: boolean | undefined;
}

/** An account keeps this many attempts: beyond, it forgets the earlier ones. */
const mostEndedAttempts = 100;

/**
 * The write that credits the end of a booking, after which its attempt never books again. Refused where the family has no
 * account, and where it is being deleted and another booking follows.
 * @param account as it was read with the booking
 */
export const endingUpdate = (
  table: Table,
  { idempotency_key, credit, next, trial_used, ...booking }: EndingOnAccount,
  account: FamilyAccount,
): Write => {
  const keepsAll = account.ended_attempts.size < mostEndedAttempts;
  const isCharged = next !== undefined && next.amount > 0;
  const set = [
    ...(keepsAll ? [] : ['ended_attempts = :attempt']),
    ...(isCharged ? [`open_since = ${openSince(account)}`] : []),
  ];
  const add = ['credited :credit', 'charged :charge', ...(keepsAll ? ['ended_attempts :attempt'] : [])];
  return {
    Update: {
      TableName: table.name,
      Key: familyAccountKey(booking.parent_id),
      ConditionExpression: `attribute_exists(PK)${next ? ' AND attribute_not_exists(closing)' : ''}`,
      UpdateExpression: [
        ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
        `ADD ${add.join(', ')}`,
        ...(trial_used === false ? ['DELETE trials :trials'] : []),
      ].join(' '),
      ExpressionAttributeValues: {
        ':credit': credit,
        ':charge': next?.amount ?? 0,
        ':attempt': new Set([attemptMark(idempotency_key)]),
        ...(isCharged && { ':created': next.created_at }),
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
    UpdateExpression: 'SET #expires = :until REMOVE ended_attempts, #reference',
    ExpressionAttributeNames: { '#expires': tableSchema.timeToLiveAttribute, '#reference': 'reference' },
    ExpressionAttributeValues: { ':until': toEpochSeconds(until) },
  },
});

/** The write that deletes the account of a family that never booked. */
export const accountDelete = (table: Table, userId: UserId): Write => ({
  Delete: { TableName: table.name, Key: familyAccountKey(userId) },
});
