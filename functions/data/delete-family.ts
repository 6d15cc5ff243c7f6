import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '#shared/limits';
import type { UserId } from '#shared/schemas/ids';
import type { Profile } from '#shared/schemas/profile';
import type { Pause } from '../clock.ts';
import { listBookingsOfParent } from './bookings.ts';
import { deleteBooking } from './delete-booking.ts';
import { getFamily } from './families.ts';
import { childKey, profileKey } from './keys.ts';
import { markDeleting } from './profiles.ts';
import { registrationDelete } from './registrations.ts';
import { sendTransaction } from './send-transaction.ts';
import type { Table } from './table.ts';
import { deleteTokensOf } from './tokens.ts';

/**
 * A booking that had read the profile before it was marked may be stored this long after, and the index of bookings
 * lags behind the table.
 */
const settlingMs = limits.bookingConflictRetryMs + 1_000;

const deleteBookingsOf = async (table: Table, userId: UserId): Promise<void> => {
  // One after the other: several may be in one slot, where they would conflict.
  for (const booking of await listBookingsOfParent(table, userId)) await deleteBooking(table, booking);
};

const deleteProfile = async (table: Table, { id, email }: Profile): Promise<void> => {
  const profile = { TableName: table.name, Key: profileKey(id) };
  const { outcome } = await sendTransaction(table, [
    registrationDelete(table, { email, userId: id }),
    { Delete: profile },
  ]);
  if (outcome === 'busy') throw new Error('An email address is written all the time');
  // The address is another account's by now.
  if (outcome === 'refused') await table.client.send(new DeleteCommand(profile));
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

/**
 * Deletes all that is stored about a family and gives its places back (DAT-16). Interrupted anywhere, it can be run
 * again to the end: the profile, which says that there is something to delete, goes last.
 * @throws Error when others write the same slot or address all the time
 */
export const deleteFamily = async (table: Table, userId: UserId, pause: Pause): Promise<void> => {
  const profile = await markDeleting(table, userId);
  if (!profile) return;
  await deleteBookingsOf(table, userId);
  await pause(settlingMs);
  await deleteBookingsOf(table, userId);
  await deleteRows(table, profile);
};

/**
 * Deletes what a sign-up stored for a user who is no longer there. A family that verified its address is left alone:
 * it may have bookings, and is for an administrator to delete.
 */
export const deleteAbandonedFamily = async (table: Table, userId: UserId): Promise<void> => {
  const family = await getFamily(table, userId);
  if (family && !family.profile.email_verified) await deleteRows(table, family.profile);
};
