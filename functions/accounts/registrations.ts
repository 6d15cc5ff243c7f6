import * as z from 'zod/mini';
import { type FamilyId, familyIdSchema, type UserId, userIdSchema } from '#shared/lib/ids';
import { absent, deleteWrite, isNew, putWrite, type Tests } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  type ItemRef,
  itemParser,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { registrationKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { putItem } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { addressHoldLifetimeSeconds } from '../limits.ts';

/** An account, a family without a login, or a sign-up that holds the address, perhaps as such a family's invited reader. */
export type Registration =
  | { readonly holder: 'account'; readonly userId: UserId }
  | { readonly holder: 'family'; readonly familyId: FamilyId }
  | { readonly holder: 'attempt'; readonly attempt: string; readonly familyId?: FamilyId | undefined };

export const registrationSchema = z.union([
  z.object({ user_id: userIdSchema }),
  z.object({ held_by: z.string(), family_id: z.optional(familyIdSchema) }),
  z.object({ family_id: familyIdSchema }),
]);

export const registrationFromItem = (item: Item): Registration => {
  const stored = itemParser(registrationSchema)(item);
  if ('user_id' in stored) return { holder: 'account', userId: stored.user_id };
  return 'held_by' in stored
    ? { holder: 'attempt', attempt: stored.held_by, familyId: stored.family_id }
    : { holder: 'family', familyId: stored.family_id };
};

export const registrationRef = (email: string): ItemRef<Registration> => ({
  key: registrationKey(email),
  fromItem: registrationFromItem,
});

export const getRegistration = (table: Table, email: string): Promise<Registration | undefined> =>
  getItem(table, registrationRef(email));

export const registrationItem = ({ email, userId }: { email: string; userId: UserId }) => ({
  ...registrationKey(email),
  [entityAttribute]: 'registration',
  user_id: userId,
});

/** Registers an address that is free, or held by the same attempt. */
export const registrationPut = (
  table: Table,
  { email, userId, attempt }: { email: string; userId: UserId; attempt: string },
): Write =>
  putWrite(table, registrationItem({ email, userId }), {
    if: [isNew, { held_by: attempt }],
    returnsStored: true,
  });

/** Nobody can log in with it. Whoever accepts the family's invitation, which proves the address, gets it. */
export const familyAddressPut = (table: Table, email: string, familyId: FamilyId): Write =>
  putWrite(
    table,
    { ...registrationKey(email), [entityAttribute]: 'registration', family_id: familyId },
    { if: [isNew, { family_id: familyId }] },
  );

/** Frees the address of a deleted account; refused where another account has it. */
export const registrationDelete = (
  table: Table,
  { email, userId }: { email: string; userId: UserId },
): Write => deleteWrite(table, registrationKey(email), { if: [isNew, { user_id: userId }] });

export const familyAddressDelete = (
  table: Table,
  { email, familyId }: { email: string; familyId: FamilyId },
): Write =>
  deleteWrite(table, registrationKey(email), { if: [isNew, { family_id: familyId, held_by: absent }] });

/** Moves the address of a family without a login to the family that it is joined with; refused as `familyAddressDelete` is. */
export const familyAddressJoin = (
  table: Table,
  email: string,
  { from, to }: { readonly from: FamilyId; readonly to: FamilyId },
): Write =>
  putWrite(
    table,
    { ...registrationKey(email), [entityAttribute]: 'registration', family_id: to },
    { if: { family_id: from, held_by: absent } },
  );

const stillAsSeen = (seen: Registration | undefined): Tests => {
  if (!seen) return isNew;
  if (seen.holder === 'account') return { user_id: seen.userId };
  return seen.holder === 'family' ? { family_id: seen.familyId, held_by: absent } : { held_by: seen.attempt };
};

/**
 * A write of another attempt that is under way then fails. A family without a login has its address again when the hold
 * expires.
 * @returns this hold, or what was stored since the read; undefined for a free address
 */
export const holdAddress = async (
  table: Table,
  email: string,
  { attempt, seen, now }: { attempt: string; seen: Registration | undefined; now: Date },
): Promise<Registration | undefined> => {
  const familyId = seen?.holder === 'account' ? undefined : seen?.familyId;
  const { outcome, item } = await putItem(
    table,
    {
      ...registrationKey(email),
      [entityAttribute]: 'registration',
      held_by: attempt,
      ...(familyId
        ? { family_id: familyId }
        : { [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + addressHoldLifetimeSeconds }),
    },
    { if: [stillAsSeen(seen), { held_by: attempt }], returnsStored: true },
  );
  if (outcome === 'done') return { holder: 'attempt', attempt, familyId };
  return item && registrationFromItem(item);
};
