import { namesPerson } from '#shared/bank/import';
import { retainedUntil } from '#shared/ledger/entry';
import { foldText, partsOf } from '#shared/lib/fold-text';
import { bookingIdSchema, type UserId } from '#shared/lib/ids';
import {
  deleteCoach,
  eraseAdultInvitation,
  eraseInvitations,
  replaceInvitations,
} from '../accounts/coaches.ts';
import { profileIsActive } from '../accounts/profile-marks.ts';
import { countProfiles, getProfile, type StoredProfile } from '../accounts/profiles.ts';
import { registrationDelete } from '../accounts/registrations.ts';
import { childWords, contactWords, wordKeys } from '../accounts/search-words.ts';
import { deleteSecondFactor } from '../accounts/second-factor.ts';
import { eraseIgnoredReasons, eraseUnassignedRows } from '../bank/bank-rows.ts';
import { listBookingsInSlot, listBookingsOfParent, type StoredBooking } from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { listEndedBookings, type StoredEndedBooking } from '../booking/ended-bookings.ts';
import { getClass, listSlotIds } from '../classes/classes.ts';
import { closeLedger, ledgerDelete, ledgerExpiry } from '../ledger/endings.ts';
import { deleteEntryNotes } from '../ledger/entries.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { releaseReferences } from '../ledger/references.ts';
import { deleteAttemptNotes } from '../lib/attempts.ts';
import { ContentionError } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import { absent, deleteWrite, exists, updateWrite } from '../lib/dynamo/expressions.ts';
import { chunk, type Key, keyOfItem, listIndex, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { endedBookingsPartition, lateEndingKey } from '../lib/dynamo/keys-of-classes.ts';
import {
  accountLinksPartition,
  childKey,
  familyPartition,
  formerFamilyKey,
  type LinkKind,
  ledgerEntriesPartition,
  ofImportsPrefix,
  profileKey,
} from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { dropAsideMailsOf } from '../lib/mail/aside-mails.ts';
import type { Table } from '../lib/table.ts';
import { deleteJoinings } from '../messages/newsletter.ts';
import { deleteFamilyMarks } from '../registers/marks-of-family.ts';
import { eraseUnlisted } from '../registers/registers.ts';
import { deleteFeed } from '../sessions/calendar-feeds.ts';
import { dropFamilyWaiting } from '../waiting/end-offer.ts';
import { removeFromViews } from './cards.ts';
import { getFamily, type StoredFamily } from './families.ts';
import { deleteNotes } from './notes.ts';

/** Whose links end. */
interface Account {
  readonly id: UserId;
  readonly email: string;
  /** The account whose membership of the family ends. */
  readonly member?: UserId;
}

type End =
  /** The item of each link is deleted. The index of the account's links has it. */
  | 'listed'
  | ((table: Table, account: Account, now: Date) => Promise<void>)
  /** Why nothing is to be done. */
  | { readonly because: string };

/** What ends links: a new password, the erasure of the account, whoever erases it, or the end of a membership (ADT-02). */
type Occasion = 'password' | 'erasure' | 'member';

const feed: End = (table, { id }) => deleteFeed(table, id);
const joinings: End = (table, { email }) => deleteJoinings(table, email);
const sameItem: End = { because: 'the invitations of an address are ended together' };
const ofAccount: End = { because: 'it is for an account, which stays' };
const leave: End = {
  because: 'it can only take an address off the newsletter, which it must do at any time (FRM-04)',
};

/**
 * How each kind of secret link ends (AUT-45). Whoever could read a mailbox before has the links that were sent to it: after a
 * new password none of them works. The family gets new ones on its pages, or with the next email.
 */
const ends: Record<LinkKind, Record<Occasion, End>> = {
  'verify-email': {
    password: { because: 'a new password verifies the address, after which it does nothing' },
    erasure: 'listed',
    member: ofAccount,
  },
  'reset-password': {
    password: { because: 'the time of the new password outdates it, once all else was done' },
    erasure: 'listed',
    member: ofAccount,
  },
  offer: { password: 'listed', erasure: 'listed', member: 'listed' },
  reminder: { password: 'listed', erasure: 'listed', member: 'listed' },
  'coach-invitation': {
    password: (table, { email }, now) => replaceInvitations(table, email, now),
    erasure: (table, { email }) => eraseInvitations(table, email),
    member: ofAccount,
  },
  'admin-invitation': { password: sameItem, erasure: sameItem, member: ofAccount },
  // The invitations of the address end as those of coaches do. Here ends the one that the holder made, or a stranger as the
  // holder.
  'adult-invitation': {
    password: (table, { id }) => eraseAdultInvitation(table, id),
    erasure: (table, { id }) => eraseAdultInvitation(table, id),
    member: { because: 'where there is a second adult, nobody is invited' },
  },
  'calendar-feed': {
    password: feed,
    erasure: feed,
    member: (table, { id, member = id }) => deleteFeed(table, member),
  },
  'newsletter-confirmation': { password: joinings, erasure: joinings, member: ofAccount },
  'newsletter-leave': { password: leave, erasure: leave, member: ofAccount },
};

const endListed = async (table: Table, { id }: Account, occasion: Occasion): Promise<void> => {
  const kinds: ReadonlyMap<unknown, Record<Occasion, End>> = new Map(Object.entries(ends));
  const items = await queryAll(table, inPartition(accountLinksPartition(id)));
  const ended = items.filter(({ kind }) => kinds.get(kind)?.[occasion] === 'listed');
  await Promise.all(ended.map((item) => deleteItem(table, keyOfItem(item))));
};

/** Ends the links of an account. Idempotent. One that the index does not list yet, made a moment ago, expires by itself. */
export const endLinks = async (
  table: Table,
  account: Account,
  { occasion, now }: { readonly occasion: Occasion; readonly now: Date },
): Promise<void> => {
  const byAccount = Object.values(ends).map((end) => end[occasion]);
  await Promise.all([
    endListed(table, account, occasion),
    ...byAccount.map((end) => typeof end === 'function' && end(table, account, now)),
  ]);
};

const keysIn = (table: Table, { PK }: { readonly PK: string }): Promise<Key[]> =>
  queryAs(table, keyOfItem, {
    ...inPartition({ PK }),
    ProjectionExpression: 'PK, SK',
    ConsistentRead: true,
  });

const expiry = (until: Date) => ({ [tableSchema.timeToLiveAttribute]: toEpochSeconds(until) });

/**
 * Removes names and ages from the history of a family that is erased, and its places among those who left a class, and takes
 * its late cancellations off the list of those to decide. Its records, and the entries of its account, which hold no names,
 * expire later. Idempotent; two writes for each record and one for each entry.
 * @returns whether there are any
 */
const anonymizeHistory = async (table: Table, userId: UserId, until: Date): Promise<boolean> => {
  const records = await keysIn(table, endedBookingsPartition(userId));
  for (const key of records) {
    await updateItem(table, key, {
      set: expiry(until),
      remove: [
        ...['child_name', 'child_age', 'idempotency_key', 'booked_by_adult', 'ended_by_adult'],
        ...[listIndex.partitionKey, listIndex.sortKey],
      ],
    });
    const late = lateEndingKey(bookingIdSchema.parse(key.SK));
    await deleteItem(table, late);
  }
  // Read after the loop: a late cancellation that was decided meanwhile has a further entry.
  const entries = await keysIn(table, ledgerEntriesPartition(userId));
  for (const key of entries) {
    await updateItem(table, key, { set: expiry(until) });
  }
  return records.length + entries.length > 0;
};

/**
 * Removes the children of a family that is deleted from the views of their cards: those of its page, and of the slots of the
 * classes in which it had bookings.
 * @param bookings all of the family, which have ended
 */
const deleteFamilyViews = async (
  table: Table,
  parentId: UserId,
  bookings: readonly StoredEndedBooking[],
): Promise<void> => {
  const children = new Set<string>(bookings.map(({ child_id }) => child_id));
  const slots = new Set(
    bookings.flatMap(({ time_slot_id, earlier_slots = {} }) => [
      time_slot_id,
      ...Object.values(earlier_slots),
    ]),
  );
  // A booking that moved before its first session does not name the slot that it was in.
  for (const id of new Set(bookings.map(({ class_id }) => class_id)))
    for (const slot of (await getClass(table, id))?.time_slots ?? []) slots.add(slot.id);
  await removeFromViews(table, parentId, () => true);
  for (const slot of slots) await removeFromViews(table, slot, (child) => children.has(child));
};

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
      by,
      made_by,
      tell: false,
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
  deleteWrite(table, profileKey(id), { if: exists, returnsStored: true }),
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
  const imported = await queryAs(table, keyOfItem, {
    ...inPartition(familyPartition(profile.id), { beginning: ofImportsPrefix }),
    ConsistentRead: true,
  });
  const keys = family
    ? [...imported, ...family.children.map(({ id }) => childKey(profile.id, id)), ...wordKeysOf(family)]
    : [];
  await Promise.all([
    ...keys.map((Key) => deleteItem(table, Key)),
    endLinks(table, profile, { occasion: 'erasure', now }),
    deleteEntryNotes(table, profile.id),
    deleteNotes(table, profile.id),
    deleteAttemptNotes(table, profile.id),
    releaseReferences(table, profile.id),
    deleteItem(table, formerFamilyKey(profile.email)),
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

type BegunDeletion =
  | { readonly outcome: 'begun'; readonly profile: StoredProfile }
  | { readonly outcome: 'no-profile' }
  /** An administrator's account: its role must be revoked first, so that one administrator is always left. */
  | { readonly outcome: 'admin' };
type DeleteFamilyOutcome =
  | Exclude<BegunDeletion, { readonly outcome: 'begun' }>
  | { readonly outcome: 'deleted' };

/**
 * The first step of a deletion: marks the profile as being deleted, closes the ledger and stores the extra writes. From
 * then on the family takes no booking, no child and no change, however long ago a request for one was sent. A profile that
 * is marked already is taken as it is, without the extra writes.
 */
export const beginFamilyDeletion = async (
  table: Table,
  userId: UserId,
  extraWrites: ExtraWrites = [],
): Promise<BegunDeletion> => {
  const result = await sendTransaction(table, [
    updateWrite(table, profileKey(userId), {
      set: { deleting: true },
      if: { ...profileIsActive, role: absent, member_of: absent },
    }),
    closeLedger(table, userId),
    ...extraWrites,
  ]);
  if (result.outcome === 'busy') throw new ContentionError('Contention on a profile persisted');
  const profile = await getProfile(table, userId);
  if (!profile) return { outcome: 'no-profile' };
  return profile.deleting ? { outcome: 'begun', profile } : { outcome: 'admin' };
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
  const begun = await beginFamilyDeletion(deps.table, userId);
  if (begun.outcome !== 'begun') return begun;
  await finishFamilyDeletion(deps, begun.profile, ender);
  return { outcome: 'deleted' };
};

/** Deletes a family that nobody has used, once it is closed. Its entries, which are settled, expire. Idempotent. */
export const deleteUnusedFamily = async (table: Table, profile: StoredProfile, now: Date): Promise<void> => {
  const until = retainedUntil(now);
  const hasHistory = await anonymizeHistory(table, profile.id, until);
  const ledger = hasHistory ? ledgerExpiry(table, profile.id, until) : ledgerDelete(table, profile.id);
  await deleteItemsOf(table, profile, { ledger, now });
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
