import type { UserId } from '#shared/schemas/ids';
import type { Profile } from '#shared/schemas/profile';
import type { Instant } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import { profileKey } from '../dynamo/keys/families.ts';
import { sendTransaction, type TransactionOutcome, type Write } from '../dynamo/send-transaction.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import { type CountedChange, sendCounted } from '../ledger/change-limits.ts';
import type { Table } from '../table.ts';
import { tokenUse } from '../tokens/tokens.ts';
import { profileIsActive } from './profile-is-active.ts';
import { contactWords, wordChanges } from './search-words.ts';
import { profileFromItem, profileRef, type StoredProfile } from './stored-profile.ts';

/** A profile, also one whose account is being deleted; undefined where there is none. One consistent read. */
export const getProfile = (table: Table, userId: UserId): Promise<StoredProfile | undefined> =>
  getItem(table, profileRef(userId));

/** A profile; undefined where there is none, or its account is being deleted. One consistent read. */
export const getActiveProfile = async (table: Table, userId: UserId): Promise<StoredProfile | undefined> => {
  const profile = await getProfile(table, userId);
  return profile?.deleting ? undefined : profile;
};

type Change = Pick<NonNullable<Write['Update']>, 'UpdateExpression' | 'ExpressionAttributeValues'>;

const activeProfileUpdate = (table: Table, userId: UserId, change: Change) => ({
  TableName: table.name,
  Key: profileKey(userId),
  ConditionExpression: profileIsActive,
  ...change,
});

/** Changes a profile; undefined where there is none, or its account is being deleted. */
const updateProfile = async (
  table: Table,
  userId: UserId,
  change: Change,
): Promise<StoredProfile | undefined> => {
  const { outcome, item } = await updateItem(table, {
    ...activeProfileUpdate(table, userId, change),
    ReturnValues: 'ALL_NEW',
  });
  return outcome === 'done' && item ? profileFromItem(item) : undefined;
};

type Contact = Pick<Profile, 'full_name' | 'phone_number' | 'remind_every_session'>;

const contactChange = ({ full_name, phone_number, remind_every_session: remind }: Contact): Change => ({
  UpdateExpression: `SET full_name = :name, phone_number = :phone${remind === undefined ? '' : ', remind_every_session = :remind'}`,
  ExpressionAttributeValues: {
    ':name': full_name,
    ':phone': phone_number,
    ...(remind !== undefined && { ':remind': remind }),
  },
});

/** The write that changes a person's contact; refused where the name or phone number is not as it was read. */
const contactUpdate = (table: Table, seen: StoredProfile, contact: Contact): Write => {
  const { ExpressionAttributeValues, ...change } = contactChange(contact);
  return {
    Update: {
      ...activeProfileUpdate(table, seen.id, change),
      ConditionExpression: `${profileIsActive} AND full_name = :seenName AND phone_number = :seenPhone`,
      ExpressionAttributeValues: {
        ...ExpressionAttributeValues,
        ':seenName': seen.full_name,
        ':seenPhone': seen.phone_number,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/**
 * Changes a person's name and phone number (API-21), where given the wish for reminders, and the words by which a search
 * finds the family, and stores the extra writes, all or nothing. A profile that changed since it was read is changed too.
 * @param change where the person does so
 */
export const updateContact = async (
  table: Table,
  seen: StoredProfile,
  contact: Contact,
  extraWrites: ExtraWrites = [],
  change?: CountedChange,
): Promise<'done' | 'no-profile' | 'limited' | 'busy'> => {
  const result = await sendCounted(table, change, [
    contactUpdate(table, seen, contact),
    ...wordChanges(table, seen.id, {
      before: contactWords(seen),
      after: contactWords({ ...seen, ...contact }),
    }),
    ...extraWrites,
  ]);
  if (result.outcome === 'no-ledger') return 'no-profile';
  if (result.outcome !== 'refused') return result.outcome;
  const item = result.refusals[0]?.item;
  const changed = item && profileFromItem(item);
  return changed && !changed.deleting
    ? updateContact(table, changed, contact, extraWrites, change)
    : 'no-profile';
};

/**
 * The use of an emailed link proves that mail reaches the address and is read: an earlier problem is over, and the secret
 * of the sign-up has no further use.
 */
const verified = 'SET email_verified = :verified';
const withoutLeftovers = 'REMOVE email_problem, browser_secret_hash';

/** Notes that a password was set by a link, which also verifies the address. */
export const notePasswordSet = (
  table: Table,
  userId: UserId,
  at: Instant,
): Promise<StoredProfile | undefined> =>
  updateProfile(table, userId, {
    UpdateExpression: `${verified}, password_set_at = :at ${withoutLeftovers}`,
    ExpressionAttributeValues: { ':verified': true, ':at': at },
  });

/** Marks an address as verified (API-39) and uses up the link's token, all or nothing. */
export const verifyAddress = async (
  table: Table,
  userId: UserId,
  token: string,
): Promise<TransactionOutcome['outcome']> => {
  const update = activeProfileUpdate(table, userId, {
    UpdateExpression: `${verified} ${withoutLeftovers}`,
    ExpressionAttributeValues: { ':verified': true },
  });
  return (await sendTransaction(table, [{ Update: update }, tokenUse(table, token, userId)])).outcome;
};
