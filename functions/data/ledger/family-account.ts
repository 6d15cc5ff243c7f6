import * as z from 'zod/mini';
import { type AccountReference, accountReferenceSchema } from '#shared/schemas/account-reference';
import type { Booking } from '#shared/schemas/booking';
import { childIdSchema, type UserId } from '#shared/schemas/ids';
import { signedCentsSchema } from '#shared/schemas/signed-cents';
import { instantSchema } from '#shared/schemas/values';
import { batchRead } from '../dynamo/batch-get.ts';
import { getItem } from '../dynamo/get-item.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { familyAccountKey } from '../dynamo/keys/ledger.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';

/** The value of the entity attribute on an account. */
export const accountEntity = 'account';

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
   * When the oldest open charge was made; of no meaning while nothing is open. A credit for a session or an ending that
   * settles this charge alone leaves it too early, until an administrator records an entry.
   */
  open_since: z.optional(instantSchema),
  /** When the family was last reminded to pay. */
  reminded_at: z.optional(instantSchema),
  do_not_remind: z._default(z.boolean(), false),
  /** The attempts, as `attemptMark` writes them, whose bookings ended: they never book again (BOK-53). */
  ended_attempts: z._default(z.set(z.string()), new Set()),
  /** The trials that count as those which a child may have in a class, as `trialMark` writes them (TRI-05). */
  trials: z._default(z.set(z.string()), new Set()),
  /** The present names of the children that were renamed: a booking that read an earlier one is refused (KID-01). */
  renamed_children: z._default(z.record(childIdSchema, z.string()), {}),
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
