import { retainedUntil } from '#shared/ledger/entry';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { countPeople, getAccountWithFamily } from '../accounts/accounts.ts';
import { familyAddressDelete } from '../accounts/registrations.ts';
import {
  familyIsActive,
  getStoredFamily,
  holderOf,
  isListedFamily,
  type Member,
  requireSameHolder,
  type StoredFamily,
} from '../accounts/stored-families.ts';
import { getFamily } from '../families/families.ts';
import { closeLedger, ledgerDelete, ledgerExpiry } from '../ledger/endings.ts';
import { ContentionError } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import { absent, deleteWrite, exists, updateWrite } from '../lib/dynamo/expressions.ts';
import { keyOfItem } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { familyKey, familyPartition, ofImportsPrefix } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAs } from '../lib/dynamo/reads.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { accountClosing, clearAccount, deleteAccountItem, erasedPut } from './delete-account.ts';
import { type Deletion, historyParts, ownParts, usedParts } from './parts-of-family.ts';

/** The family's item is deleted together with its place in the counts. */
const itemDeletion = (table: Table, family: StoredFamily, ledger: Write, now: Date): Write[] => [
  deleteWrite(table, familyKey(family.id), { if: exists, returnsStored: true }),
  ledger,
  erasedPut(table, family.id, now),
  ...(isListedFamily(family) ? [countPeople(table, { families: -1 })] : []),
];

interface LastWrites {
  readonly ledger: Write;
  readonly now: Date;
}

/** Deletes the item of a family with the account of its holder, and frees their addresses. */
const deleteFamilyItem = async (
  table: Table,
  family: StoredFamily,
  { ledger, now }: LastWrites,
): Promise<void> => {
  const writes = itemDeletion(table, family, ledger, now);
  const holder = holderOf(family);
  if (holder) {
    await deleteAccountItem(table, holder, now, writes);
    return;
  }
  const { email } = family;
  const freed = email === '' ? [] : [familyAddressDelete(table, { email, familyId: family.id })];
  const first = await sendTransaction(table, [...writes, ...freed]);
  const isOtherAddress = first.outcome === 'refused' && freed.length > 0 && !first.refusals[0];
  const result = isOtherAddress ? await sendTransaction(table, writes) : first;
  if (result.outcome === 'busy')
    throw new ContentionError('Contention on an email address or on the count of families persisted');
};

/**
 * Deletes what a family has besides bookings and history, and what belongs to the account of its holder. Last the items of family
 * and account, and the write of the ledger.
 */
const deleteItemsOf = async (
  table: Table,
  family: StoredFamily,
  { ledger, now }: LastWrites,
): Promise<void> => {
  const { id } = family;
  const holder = holderOf(family);
  const stored = await getFamily(table, id);
  const imported = await queryAs(table, keyOfItem, {
    ...inPartition(familyPartition(id), { beginning: ofImportsPrefix }),
    ConsistentRead: true,
  });
  const own = { table, family, stored, imported };
  await Promise.all([
    ...ownParts.map(({ erase }) => typeof erase === 'function' && erase(own)),
    ...(holder ? [clearAccount(table, { ...holder, family_id: id }, now)] : []),
  ]);
  await deleteFamilyItem(table, family, { ledger, now });
};

type BegunDeletion =
  | { readonly outcome: 'begun'; readonly family: StoredFamily; readonly holder: Member | undefined }
  | { readonly outcome: 'no-family' }
  /** Another account holds it than the one that erases it. */
  | { readonly outcome: 'other-holder' }
  /** The join of another family with this one has not ended: it is to be completed first. */
  | { readonly outcome: 'joins'; readonly other: FamilyId }
  /** It is being joined with another family. */
  | { readonly outcome: 'joined' }
  /** The holder is an administrator: the role must be revoked first, so that one administrator is always left. */
  | { readonly outcome: 'admin' };

/** How often the first step of a deletion is taken while the holder of the family changes. */
const mostTries = 5;

/**
 * The first step of a deletion: marks the family and the account of its holder as being deleted, closes the ledger and stores the
 * extra writes. From then on the family takes no booking, no child and no change, however long ago a request for one was sent. A
 * family that is marked already is taken as it is, without the extra writes.
 * @param heldBy the holder who erases it: a former one does not
 */
export const beginFamilyDeletion = async (
  table: Table,
  familyId: FamilyId,
  extraWrites: ExtraWrites = [],
  heldBy?: UserId,
): Promise<BegunDeletion> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const family = await getStoredFamily(table, familyId);
    if (!family) return { outcome: 'no-family' };
    const holder = holderOf(family);
    if (heldBy && holder?.id !== heldBy) return { outcome: 'other-holder' };
    if (family.joined_into) return { outcome: 'joined' };
    if (family.joins) return { outcome: 'joins', other: family.joins };
    if (family.undoing) {
      // The undo of an import has closed it to look at it: from now on it does not open it again.
      const write = { remove: ['undoing'], if: { undoing: family.undoing, deleting: true } };
      await updateItem(table, familyKey(familyId), write);
      continue;
    }
    if (family.deleting) return { outcome: 'begun', family, holder };
    const result = await sendTransaction(table, [
      updateWrite(table, familyKey(familyId), {
        set: { deleting: true },
        if: { ...familyIsActive, ...requireSameHolder(family), joins: absent },
      }),
      closeLedger(table, familyId),
      ...(holder ? [accountClosing(table, holder)] : []),
      ...extraWrites,
    ]);
    if (result.outcome === 'busy') throw new ContentionError('Contention on a family persisted');
    if (result.outcome === 'done') return { outcome: 'begun', family: { ...family, deleting: true }, holder };
    if (holder && result.refusals[2] && !result.refusals[0]) return { outcome: 'admin' };
  }
  throw new ContentionError('The holder of a family changed again and again');
};

/**
 * All further steps: the bookings end by their terms, which frees their places (END-12). The history loses what names the
 * family. Ledger, entries and history stay for as long as money entries are kept. All other items are deleted, with the account of
 * its holder. A second adult has left before.
 */
export const finishFamilyDeletion = async (
  deps: TimedDeps,
  family: StoredFamily,
  ender: Omit<Deletion, 'familyId'>,
): Promise<void> => {
  for (const { erase } of usedParts) if (typeof erase === 'function') await erase({ deps, family, ender });
  await deleteUnusedFamily(deps.table, family, deps.clock());
};

/** Deletes a family that nobody has used, once it is closed. Its entries, which are settled, expire. Idempotent. */
export const deleteUnusedFamily = async (table: Table, family: StoredFamily, now: Date): Promise<void> => {
  const { id } = family;
  const hasHistory = await historyParts.erase(table, id, now);
  const ledger = hasHistory ? ledgerExpiry(table, id, retainedUntil(now)) : ledgerDelete(table, id);
  await deleteItemsOf(table, family, { ledger, now });
};

/**
 * Deletes what a sign-up stored for a user that no longer exists, with the family. One that verified its address is kept: it may
 * have bookings, and an administrator decides about it.
 */
export const deleteAbandonedFamily = async (table: Table, userId: UserId, now: Date): Promise<void> => {
  const known = await getAccountWithFamily(table, userId);
  if (!known || known.profile.email_verified || known.family.members.length > 1) return;
  // The office joined the family of the sign-up with another one, which stays.
  if (known.family.created_at !== known.profile.created_at) return;
  await deleteItemsOf(table, known.family, { ledger: ledgerDelete(table, known.family.id), now });
};
