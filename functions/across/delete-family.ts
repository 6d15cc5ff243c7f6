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
import { type Deletion, historyHoldings, ownHoldings, usedHoldings } from './parts-of-family.ts';

const writesOfDeletion = (table: Table, family: StoredFamily, ledger: Write, now: Date): Write[] => [
  deleteWrite(table, familyKey(family.id), { if: exists, returnsStored: true }),
  ledger,
  erasedPut(table, family.id, now),
  ...(isListedFamily(family) ? [countPeople(table, { families: -1 })] : []),
];

interface LastWrites {
  readonly ledger: Write;
  readonly now: Date;
}

const deleteFamilyItem = async (
  table: Table,
  family: StoredFamily,
  { ledger, now }: LastWrites,
): Promise<void> => {
  const writes = writesOfDeletion(table, family, ledger, now);
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

/** With the holder's account. The items of family and account, and the write of the ledger, are last. */
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
    ...ownHoldings.map(({ erase }) => typeof erase === 'function' && erase(own)),
    ...(holder ? [clearAccount(table, { ...holder, family_id: id }, now)] : []),
  ]);
  await deleteFamilyItem(table, family, { ledger, now });
};

type BegunDeletion =
  | { readonly outcome: 'begun'; readonly family: StoredFamily; readonly holder: Member | undefined }
  | { readonly outcome: 'no-family' }
  /** Another account is the holder by now. */
  | { readonly outcome: 'other-holder' }
  /** Another family's join with this one has not ended. Complete it first. */
  | { readonly outcome: 'joins'; readonly other: FamilyId }
  /** The family is being joined with another one. */
  | { readonly outcome: 'joined' }
  /** An administrator's role must be revoked first, so that one administrator always remains. */
  | { readonly outcome: 'admin' };

/** The holder may change meanwhile. */
const maxTries = 5;

/**
 * Closes the ledger, marks family and holder, and stores the extra writes: no booking, child or change follows. A marked family
 * stays as it is.
 * @param expectedHolder refused where this is not the holder
 */
export const beginFamilyDeletion = async (
  table: Table,
  familyId: FamilyId,
  extraWrites: ExtraWrites = [],
  expectedHolder?: UserId,
): Promise<BegunDeletion> => {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const family = await getStoredFamily(table, familyId);
    if (!family) return { outcome: 'no-family' };
    const holder = holderOf(family);
    if (expectedHolder && holder?.id !== expectedHolder) return { outcome: 'other-holder' };
    if (family.joined_into) return { outcome: 'joined' };
    if (family.joins) return { outcome: 'joins', other: family.joins };
    if (family.undoing) {
      // The undo of an import has closed the family, and must not open it again.
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
 * Bookings end by their terms (END-12). History loses names; ledger, entries and history stay as long as money entries. All
 * else goes; a second adult has left before.
 */
export const finishFamilyDeletion = async (
  deps: TimedDeps,
  family: StoredFamily,
  ender: Omit<Deletion, 'familyId'>,
): Promise<void> => {
  for (const { erase } of usedHoldings) if (typeof erase === 'function') await erase({ deps, family, ender });
  await deleteUnusedFamily(deps.table, family, deps.clock());
};

/** Deletes a closed family that nobody has used. Its settled entries expire. Idempotent. */
export const deleteUnusedFamily = async (table: Table, family: StoredFamily, now: Date): Promise<void> => {
  const { id } = family;
  const hasHistory = await historyHoldings.erase(table, id, now);
  const ledger = hasHistory ? ledgerExpiry(table, id, retainedUntil(now)) : ledgerDelete(table, id);
  await deleteItemsOf(table, family, { ledger, now });
};

/** A verified sign-up stays: it may have bookings, and an administrator decides. */
export const deleteAbandonedFamily = async (table: Table, userId: UserId, now: Date): Promise<void> => {
  const known = await getAccountWithFamily(table, userId);
  if (!known || known.profile.email_verified || known.family.members.length > 1) return;
  // The office joined this family with another one, which stays.
  if (known.family.created_at !== known.profile.created_at) return;
  await deleteItemsOf(table, known.family, { ledger: ledgerDelete(table, known.family.id), now });
};
