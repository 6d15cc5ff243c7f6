import { namesPerson } from '#shared/domain/bank/names-person';
import { retainedUntil } from '#shared/domain/ledger/retention';
import { foldText, partsOf } from '#shared/domain/text/fold-text';
import type { UserId } from '#shared/schemas/ids';
import { ContentionError } from '../../contention-error.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { deleteAttemptNotes } from '../attempts.ts';
import { listBookingsInSlot, listBookingsOfParent, type StoredBooking } from '../bookings/bookings.ts';
import { listEndedBookings } from '../bookings/ended-bookings.ts';
import { listSlotIds } from '../classes/classes.ts';
import { deleteCoach } from '../coaches/coaches.ts';
import { chunk } from '../dynamo/chunk.ts';
import { childKey, profileKey } from '../dynamo/keys/families.ts';
import type { Key } from '../dynamo/keys/key.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import { endBooking } from '../endings/end-booking.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import { getFamily, type StoredFamily } from '../families/families.ts';
import { countProfiles } from '../families/profile-counts.ts';
import { profileIsActive } from '../families/profile-is-active.ts';
import { getProfile } from '../families/profiles.ts';
import { childWords, contactWords, wordKeys } from '../families/search-words.ts';
import { deleteSecondFactor } from '../families/second-factor.ts';
import type { StoredProfile } from '../families/stored-profile.ts';
import { eraseIgnoredReasons } from '../ledger/bank-rows.ts';
import { closeLedger, ledgerDelete, ledgerExpiry } from '../ledger/endings.ts';
import { deleteEntryNotes } from '../ledger/entry-notes.ts';
import { getFamilyLedger } from '../ledger/family-ledger.ts';
import { releaseReferences } from '../ledger/references.ts';
import { eraseUnassignedRows } from '../ledger/unassigned-rows.ts';
import { dropAsideMailsOf } from '../mail/aside-mails.ts';
import { deleteFamilyMarks } from '../registers/family-marks.ts';
import { eraseUnlisted } from '../registers/unlisted.ts';
import { registrationDelete } from '../registrations/registrations.ts';
import type { Table } from '../table.ts';
import { dropFamilyWaiting } from '../waiting/drop-entry.ts';
import { anonymizeHistory } from './anonymize-history.ts';
import { deleteFamilyViews } from './delete-card-views.ts';
import { endLinks } from './end-links.ts';

/** A family whose account is deleted, and by whom. */
interface Deletion {
  readonly userId: UserId;
  readonly by: 'parent' | 'admin';
  /** The administrator, where one deletes it. */
  readonly made_by?: UserId;
}

const endEach = async (
  deps: TimedDeps,
  bookings: readonly StoredBooking[],
  { by, made_by }: Omit<Deletion, 'userId'>,
): Promise<void> => {
  // One after the other: all of them write the ledger.
  for (const booking of bookings) {
    const { outcome } = await endBooking(deps, booking, {
      ending: { reason: 'account-deleted' },
      ...{ by, made_by, tell: false },
    });
    if (outcome === 'busy') throw new ContentionError('Contention on the slot of a booking persisted');
  }
};

const slotsReadAtOnce = 20;

/**
 * Ends the bookings of a family whose ledger is closed. The index of bookings may lag by any time, so that every slot
 * is read consistently after it: one Query for each slot.
 */
const endBookingsOf = async (deps: TimedDeps, { userId, ...ender }: Deletion): Promise<void> => {
  const { table } = deps;
  await endEach(deps, await listBookingsOfParent(table, userId), ender);
  for (const slots of chunk(await listSlotIds(table), slotsReadAtOnce)) {
    const bookings = await Promise.all(slots.map((slot) => listBookingsInSlot(table, slot, userId)));
    await endEach(deps, bookings.flat(), ender);
  }
};

/** The profile is deleted together with its place in the counts. */
const profileDeletion = (table: Table, { id }: StoredProfile, ledger: Write): Write[] => [
  {
    Delete: {
      TableName: table.name,
      Key: profileKey(id),
      ConditionExpression: 'attribute_exists(PK)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  },
  ledger,
  countProfiles(table, { parents: -1 }),
];

const deleteProfile = async (table: Table, profile: StoredProfile, ledger: Write): Promise<void> => {
  const { email, id: userId } = profile;
  const writes = profileDeletion(table, profile, ledger);
  const first = await sendTransaction(table, [...writes, registrationDelete(table, { email, userId })]);
  const isOtherAccountsAddress = first.outcome === 'refused' && !first.refusals[0];
  const result = isOtherAccountsAddress ? await sendTransaction(table, writes) : first;
  if (result.outcome === 'busy')
    throw new ContentionError('Contention on an email address or on the counts of profiles persisted');
};

/** Keys of the words by which the search for anything finds a family. */
const wordKeysOf = ({ profile }: StoredFamily): Key[] =>
  wordKeys(profile.id, [...contactWords(profile), ...childWords(profile.child_names)]);

/**
 * Deletes children, words, all that a secret link works by, the notes of entries and attempts, and emails that were set aside
 * (EME-07). Last the profile with its address and the write of its ledger.
 */
const deleteItemsOf = async (
  table: Table,
  profile: StoredProfile,
  { ledger, now }: { readonly ledger: Write; readonly now: Date },
): Promise<void> => {
  const family = await getFamily(table, profile.id);
  const keys = family
    ? [...family.children.map(({ id }) => childKey(profile.id, id)), ...wordKeysOf(family)]
    : [];
  await Promise.all([
    ...keys.map((Key) => deleteItem(table, { TableName: table.name, Key })),
    endLinks(table, profile, { occasion: 'erasure', now }),
    deleteEntryNotes(table, profile.id),
    deleteAttemptNotes(table, profile.id),
    releaseReferences(table, profile.id),
    deleteCoach(table, profile.id),
    deleteSecondFactor(table, profile.id),
    dropAsideMailsOf(table, profile),
  ]);
  await deleteProfile(table, profile, ledger);
};

/** Removes the family from free texts: those of bank rows, and of children on no list (EME-07). */
const eraseWhatNames = async ({ table, clock }: TimedDeps, profile: StoredProfile): Promise<void> => {
  const { id: parentId, full_name, email, phone_number: phone, child_names } = profile;
  const isNamed = namesPerson({ names: [full_name, ...child_names], email, phone });
  // Before the ledger loses what the rows are found by.
  const ledger = await getFamilyLedger(table, parentId, { consistent: true });
  await eraseUnassignedRows(table, { parentId, isNamed }, ledger);
  await eraseIgnoredReasons(table, isNamed);
  // Other children have the same first name.
  const fullNames = [...child_names].filter((name) => partsOf(foldText(name)).length > 1);
  const isOfFamily = namesPerson({ names: fullNames, email, phone });
  await eraseUnlisted(
    table,
    ({ name, phone_number }) => isOfFamily({ text: name, payer: phone_number }),
    clock(),
  );
};

export type DeleteFamilyOutcome =
  | 'deleted'
  | 'no-profile'
  /** An administrator's account: its role must be revoked first, so that one administrator is always left. */
  | 'admin';

/**
 * The first step of a deletion: marks the profile as being deleted, closes the ledger and stores the extra writes. From
 * then on the family takes no booking, no child and no change, however long ago a request for one was sent. A profile that
 * is marked already is taken as it is, without the extra writes.
 */
export const beginFamilyDeletion = async (
  table: Table,
  userId: UserId,
  extraWrites: ExtraWrites = [],
): Promise<StoredProfile | Exclude<DeleteFamilyOutcome, 'deleted'>> => {
  const result = await sendTransaction(table, [
    {
      Update: {
        TableName: table.name,
        Key: profileKey(userId),
        ConditionExpression: `${profileIsActive} AND attribute_not_exists(#role)`,
        UpdateExpression: 'SET deleting = :deleting',
        ExpressionAttributeNames: { '#role': 'role' },
        ExpressionAttributeValues: { ':deleting': true },
      },
    },
    closeLedger(table, userId),
    ...extraWrites,
  ]);
  if (result.outcome === 'busy') throw new ContentionError('Contention on a profile persisted');
  const profile = await getProfile(table, userId);
  if (!profile) return 'no-profile';
  return profile.deleting ? profile : 'admin';
};

/**
 * All further steps: the bookings end by their terms, which frees their places (END-12). The history loses what names the
 * family. Ledger, entries and history stay for as long as money entries are kept. All other items are deleted.
 */
export const finishFamilyDeletion = async (
  deps: TimedDeps,
  profile: StoredProfile,
  ender: Omit<Deletion, 'userId'>,
): Promise<void> => {
  const { table } = deps;
  await dropFamilyWaiting(deps, profile.id);
  await endBookingsOf(deps, { userId: profile.id, ...ender });
  const now = deps.clock();
  const until = retainedUntil(now);
  await eraseWhatNames(deps, profile);
  // Before the history loses the names: its records say in which sessions there can be marks and views.
  const history = await listEndedBookings(table, profile.id);
  await deleteFamilyMarks(table, history);
  await deleteFamilyViews(table, profile.id, history);
  const hasHistory = await anonymizeHistory(table, profile.id, until);
  const ledger = hasHistory ? ledgerExpiry(table, profile.id, until) : ledgerDelete(table, profile.id);
  await deleteItemsOf(table, profile, { ledger, now });
};

/**
 * Deletes what names a family and frees its places (DAT-16). After an interruption it can be run again: the profile,
 * which says that there is something to delete, is deleted last.
 * @throws ContentionError when contention on a slot, the address or the profile persisted
 */
export const deleteFamily = async (
  deps: TimedDeps,
  { userId, ...ender }: Deletion,
): Promise<DeleteFamilyOutcome> => {
  const profile = await beginFamilyDeletion(deps.table, userId);
  if (typeof profile === 'string') return profile;
  await finishFamilyDeletion(deps, profile, ender);
  return 'deleted';
};

/**
 * Deletes what a sign-up stored for a user that no longer exists. A family that verified its address is kept: it may have
 * bookings, and an administrator decides about it.
 */
export const deleteAbandonedFamily = async (table: Table, userId: UserId, now: Date): Promise<void> => {
  const family = await getFamily(table, userId);
  if (family && !family.profile.email_verified) {
    await deleteItemsOf(table, family.profile, { ledger: ledgerDelete(table, userId), now });
  }
};
