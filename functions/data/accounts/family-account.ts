import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import type { UserId } from '#shared/schemas/ids';
import type { Cents, Instant } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { familyAccountKey } from '../dynamo/keys.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';

const accountEntity = 'account';

/** The account of a family as stored. Every booking changes it, in the transaction that stores the booking. */
const familyAccountSchema = z.object({
  /** The hour (UTC) in which `hour_bookings` were made: `2025-09-23T10`. Absent before the first booking. */
  counted_hour: z._default(z.string(), ''),
  hour_bookings: z._default(z.int(), 0),
  /** An upper bound of the live bookings: the end of a booking does not lower it, a recount does. */
  live_bookings_at_most: z._default(z.int(), 0),
  /** The sum of the amounts of all bookings made, in cents. The deletion of a booking does not lower it. */
  charged: z._default(z.int(), 0),
  /** The sum of all credits less those that were taken back, in cents. */
  credited: z._default(z.int(), 0),
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
export const getFamilyAccount = (table: Table, userId: UserId): Promise<FamilyAccount | undefined> =>
  getItem(table, familyAccountRef(userId), { consistent: false });

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
interface ChargedBooking {
  readonly parent_id: UserId;
  /** Of all places together. */
  readonly amount: Cents;
  readonly created_at: Instant;
  /** How many bookings it is; 1 without it. */
  readonly places?: number;
}

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

/** The case of a booking made at a moment. */
export const hourCaseOf = ({ counted_hour }: Pick<FamilyAccount, 'counted_hour'>, at: Instant): HourCase =>
  counted_hour < hourOf(at) ? 'new' : 'same';

/**
 * The write that counts and charges a booking. Refused where the family is being deleted or has no account, where it has
 * made as many bookings in this hour as it may, and where `hour` is not the case: the refusal holds the account.
 * @param recounted the number of live bookings before this one, where it was counted
 */
export const chargeUpdate = (
  table: Table,
  { parent_id, amount, created_at, places = 1 }: ChargedBooking,
  { hour, recounted }: { readonly hour: HourCase; readonly recounted: number | undefined },
): Write => {
  const { condition, update, values } = hourCount[hour];
  const liveBookings = recounted === undefined ? 'live_bookings_at_most' : ':recounted';
  return {
    Update: {
      TableName: table.name,
      Key: familyAccountKey(parent_id),
      ConditionExpression: `attribute_exists(PK) AND attribute_not_exists(closing) AND ${condition}`,
      UpdateExpression: `SET ${update}, charged = charged + :amount, live_bookings_at_most = ${liveBookings} + :places`,
      ExpressionAttributeValues: {
        ':hour': hourOf(created_at),
        ':amount': amount,
        ':places': places,
        ...values(places),
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

export const accountDelete = (table: Table, userId: UserId): Write => ({
  Delete: { TableName: table.name, Key: familyAccountKey(userId) },
});
