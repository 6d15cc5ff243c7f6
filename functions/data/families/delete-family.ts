import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '#shared/limits';
import type { UserId } from '#shared/schemas/ids';
import type { Profile } from '#shared/schemas/profile';
import type { Pause } from '../../clock.ts';
import { listBookingsOfParent } from '../bookings/bookings.ts';
import { deleteBooking } from '../bookings/delete-booking.ts';
import { childKey, profileKey } from '../dynamo/keys.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../dynamo/table.ts';
import { registrationDelete } from '../registrations/registrations.ts';
import { deleteTokensOf } from '../tokens/tokens.ts';
import { isBeingDeleted, profileStays } from './being-deleted.ts';
import { getFamily, profileFromItem } from './families.ts';
import { countMembers } from './member-counts.ts';

/**
 * A booking that had read the profile before it was marked may be stored this long after, and the index of bookings
 * lags behind the table.
 */
const settlingMs = limits.bookingConflictRetryMs + 1_000;

const deleteBookingsOf = async (table: Table, userId: UserId): Promise<void> => {
  // One after the other: several may be in one slot, where they would conflict.
  for (const booking of await listBookingsOfParent(table, userId)) {
    const outcome = await deleteBooking(table, booking);
    if (outcome === 'busy') throw new Error('The slot of a booking is written all the time');
  }
};

/** The profile goes together with its place in the count of accounts. */
const profileDeletion = (table: Table, { id }: Profile): Write[] => [
  {
    Delete: {
      TableName: table.name,
      Key: profileKey(id),
      ConditionExpression: 'attribute_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  },
  countMembers(table, { parents: -1 }),
];

const deleteProfile = async (table: Table, profile: Profile): Promise<void> => {
  const { email, id: userId } = profile;
  const rows = profileDeletion(table, profile);
  const first = await sendTransaction(table, [...rows, registrationDelete(table, { email, userId })]);
  const isAnothersAddress = first.outcome === 'refused' && !first.refusals[0];
  const result = isAnothersAddress ? await sendTransaction(table, rows) : first;
  if (result.outcome === 'busy')
    throw new Error('An email address or the count of accounts is written all the time');
};

/** Deletes children, tokens, and in the end the profile with its address. */
const deleteRows = async (table: Table, profile: Profile): Promise<void> => {
  const { children = [] } = (await getFamily(table, profile.id)) ?? {};
  await Promise.all([
    ...children.map(({ id }) =>
      table.client.send(new DeleteCommand({ TableName: table.name, Key: childKey(profile.id, id) })),
    ),
    deleteTokensOf(table, profile.id),
  ]);
  await deleteProfile(table, profile);
};

export type DeleteFamilyOutcome =
  | 'deleted'
  | 'no-profile'
  /** An administrator's account: the role must be revoked first, so that there is always one left. */
  | 'admin';

/**
 * Marks a profile as being deleted, for good, and stores what goes with it: from then on nothing new comes to it.
 * Marked before, it is taken as it is.
 */
export const beginFamilyDeletion = async (
  table: Table,
  userId: UserId,
  extraWrites: readonly Write[] = [],
): Promise<Profile | Exclude<DeleteFamilyOutcome, 'deleted'>> => {
  const result = await sendTransaction(table, [
    {
      Update: {
        TableName: table.name,
        Key: profileKey(userId),
        ConditionExpression: `${profileStays} AND attribute_not_exists(#role)`,
        UpdateExpression: 'SET deleting = :deleting',
        ExpressionAttributeNames: { '#role': 'role' },
        ExpressionAttributeValues: { ':deleting': true },
      },
    },
    ...extraWrites,
  ]);
  if (result.outcome === 'busy') throw new Error('A profile is written all the time');
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: profileKey(userId), ConsistentRead: true }),
  );
  if (!Item) return 'no-profile';
  return isBeingDeleted(Item) ? profileFromItem(Item) : 'admin';
};

/** All further steps: places are given back, then everything is deleted. */
export const finishFamilyDeletion = async (table: Table, profile: Profile, pause: Pause): Promise<void> => {
  await deleteBookingsOf(table, profile.id);
  await pause(settlingMs);
  await deleteBookingsOf(table, profile.id);
  await deleteRows(table, profile);
};

/**
 * Deletes all that is stored about a family and gives its places back (DAT-16). Interrupted anywhere, it can be run
 * again to the end: the profile, which says that there is something to delete, goes last.
 * @throws Error when others write the same slot, address or profile all the time
 */
export const deleteFamily = async (
  table: Table,
  userId: UserId,
  pause: Pause,
): Promise<DeleteFamilyOutcome> => {
  const profile = await beginFamilyDeletion(table, userId);
  if (typeof profile === 'string') return profile;
  await finishFamilyDeletion(table, profile, pause);
  return 'deleted';
};

/**
 * Deletes what a sign-up stored for a user who is no longer there. A family that verified its address is left alone:
 * it may have bookings, and is for an administrator to delete.
 */
export const deleteAbandonedFamily = async (table: Table, userId: UserId): Promise<void> => {
  const family = await getFamily(table, userId);
  if (family && !family.profile.email_verified) await deleteRows(table, family.profile);
};
