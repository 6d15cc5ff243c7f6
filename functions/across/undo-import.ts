import type { Child } from '#shared/families/family';
import { entryTotals } from '#shared/ledger/balance';
import { counteredKeySchema, type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { type CalendarDate, instantOf } from '#shared/lib/values';
import { familyAddressDelete } from '../accounts/registrations.ts';
import { childWords, familyContactWords, wordChanges } from '../accounts/search-words.ts';
import {
  contactPath,
  familyIsActive,
  getStoredFamily,
  nameKeysOf,
  namesOf,
  requireMemberCount,
  requireSameHolder,
  type StoredFamily,
} from '../accounts/stored-families.ts';
import { getFamily } from '../families/families.ts';
import { type ImportDeed, requireSameDeed } from '../families/import-deeds.ts';
import { withContact } from '../families/store-imported.ts';
import { entryWrites, isTakenBack, listLedgerEntries } from '../ledger/entries.ts';
import { getFamilyLedger, hasBooked } from '../ledger/ledger.ts';
import {
  absent,
  type Change,
  checkWrite,
  deleteWrite,
  exists,
  orAbsent,
  type Tests,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  childKey,
  familyKey,
  familyLedgerKey,
  familyNoteKey,
  familyPartition,
  importedCardKey,
  importedKey,
  importRowKey,
} from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import type { Built, ImportedFamilyNow } from './built-on.ts';
import { deleteUnusedFamily } from './delete-family.ts';
import { familyHoldings } from './parts-of-family.ts';

/** Requires that the child is as it was read, without answers of its family. */
const requireSameChild = ({ name, date_of_birth }: Child): Tests => ({
  ...exists,
  ...{ name, date_of_birth, medical_conditions: null },
  ...{ card_confirmed_at: null, health_answer: null, photos_school: null, photos_web: null },
  contacts: [],
});

/** What people added since the import, over all kinds of items (IMP-13). */
const findBuiltOn = async (now: ImportedFamilyNow): Promise<readonly Built[]> => {
  const built = await Promise.all(
    familyHoldings.map((part) => (typeof part.built === 'function' ? part.built(now) : [])),
  );
  return [...new Set(built.flat())];
};

/** Takes an opening balance back by a counter-entry, with other changes of the ledger. */
const counterWrites = (
  table: Table,
  { parent_id, entry: attempt }: ImportDeed,
  opening: LedgerEntry | undefined,
  { by, now, today }: Undoing,
  ledgerChange: Change,
): Write[] => {
  if (!attempt || !opening || opening.kind === 'counter')
    return [updateWrite(table, familyLedgerKey(parent_id), ledgerChange)];
  const counter: LedgerEntry = {
    kind: 'counter',
    countered: opening.kind,
    amount: opening.amount,
    day: today,
    recorded_at: instantOf(now),
    made_by: by,
    cause: { type: 'counter', entry: counteredKeySchema.parse(ledgerEntryKey(opening.cause)) },
  };
  const [put] = entryWrites(table, parent_id, counter, undefined);
  const sums = Object.fromEntries(Object.entries(entryTotals(counter)).filter(([, amount]) => amount !== 0));
  return [put, updateWrite(table, familyLedgerKey(parent_id), { ...ledgerChange, add: sums })];
};

interface Undoing {
  readonly by: UserId;
  readonly now: Date;
  readonly today: CalendarDate;
}

type Undone =
  | { readonly outcome: 'undone' | 'gone' | 'nothing' | 'busy' }
  | { readonly outcome: 'kept'; readonly built: readonly Built[] };

const readNow = async (table: Table, deed: ImportDeed) => {
  const [stored, ledger, items] = await Promise.all([
    getFamily(table, deed.parent_id),
    getFamilyLedger(table, deed.parent_id, { consistent: true }),
    queryAll(table, { ...inPartition(familyPartition(deed.parent_id)), ConsistentRead: true }),
  ]);
  return stored && ledger && { table, deed, items, stored, family: stored.family, ledger };
};
type Now = NonNullable<Awaited<ReturnType<typeof readNow>>>;

/** Undefined where the opening balance was taken back. */
const findOpening = async (table: Table, { parent_id, entry }: ImportDeed) => {
  const entries = await listLedgerEntries(table, parent_id);
  const opening = entries.find(({ cause }) => cause.type === 'attempt' && cause.attempt === entry);
  return opening && (await isTakenBack(table, parent_id, opening.cause)) ? undefined : opening;
};

const contactIsAsRead = (family: StoredFamily): Tests => {
  const contact = contactPath(family);
  return {
    ...familyIsActive,
    ...requireSameHolder(family),
    joins: absent,
    adult_invited: family.adult_invited,
    [`${contact}.full_name`]: family.full_name,
    [`${contact}.phone_number`]: family.phone_number,
    [`${contact}.email`]: family.email,
    child_keys: family.child_keys,
  };
};

/** So that nothing is added while the undo looks for additions. Readers see the family as being deleted. */
const closeForUndo = async (now: Now): Promise<'done' | 'refused' | 'busy'> => {
  const { table, deed, family } = now;
  const { outcome } = await sendTransaction(table, [
    updateWrite(table, familyKey(family.id), {
      set: { deleting: true, undoing: deed.first },
      if: { ...contactIsAsRead(family), ...requireMemberCount(0) },
    }),
    updateWrite(table, familyLedgerKey(family.id), {
      set: { closing: true },
      if: { ...exists, closing: absent, places: now.ledger.places },
    }),
    checkWrite(table, importedKey(family.id, deed.first), { if: requireSameDeed(deed) }),
  ]);
  return outcome;
};

/** Opens a family on which something was built before it was closed. */
const openAgain = async ({ table, deed, family }: Now): Promise<'done' | 'refused' | 'busy'> => {
  const { outcome } = await sendTransaction(table, [
    updateWrite(table, familyKey(family.id), {
      remove: ['deleting', 'undoing'],
      if: { undoing: deed.first },
    }),
    updateWrite(table, familyLedgerKey(family.id), { remove: ['closing'], if: exists }),
  ]);
  return outcome;
};

/** Closes the family before the check that counts: earlier additions are found, later ones refused. Can be continued. */
const undoFamily = async (now: Now, undoing: Undoing): Promise<Undone> => {
  const { table, deed, family, ledger } = now;
  if (!family.deleting) {
    const built = await findBuiltOn(now);
    if (built.length > 0) return { outcome: 'kept', built };
    const closed = (await closeForUndo(now)) === 'done' && (await readNow(table, deed));
    return closed ? undoFamily(closed, undoing) : { outcome: 'busy' };
  }
  const built = await findBuiltOn(now);
  if (built.length > 0)
    return (await openAgain(now)) === 'done' ? { outcome: 'kept', built } : { outcome: 'busy' };
  const { outcome } = await sendTransaction(table, [
    updateWrite(table, familyKey(family.id), { remove: ['undoing'], if: { undoing: deed.first } }),
    checkWrite(table, importedKey(family.id, deed.first), { if: requireSameDeed(deed) }),
    ...counterWrites(table, deed, await findOpening(table, deed), undoing, {
      set: { closing: true },
      if: { ...exists, counted_hour: absent, places: absent, received: ledger.received || orAbsent(0) },
    }),
  ]);
  if (outcome !== 'done') return { outcome: 'busy' };
  await deleteUnusedFamily(table, family, undoing.now);
  return { outcome: 'gone' };
};

/** Undoes additions to a known family in one transaction. */
const undoChanges = async (now: Now, undoing: Undoing): Promise<Undone> => {
  const { table, deed, family, ledger, stored } = now;
  const built = await findBuiltOn(now);
  if (built.length > 0) return { outcome: 'kept', built };
  const removed = stored.children.filter(({ id }) => deed.children.includes(id));
  const { completed } = deed;
  const lacked = {
    ...(completed.email !== undefined && { email: '' }),
    ...(completed.phone_number !== undefined && { phone_number: '' }),
  };
  const contact = contactPath(family);
  const { outcome } = await sendTransaction(table, [
    updateWrite(table, familyKey(family.id), {
      set: {
        children_count: family.child_keys.size - removed.length,
        ...Object.fromEntries(Object.keys(lacked).map((name) => [`${contact}.${name}`, ''])),
      },
      take: removed.length > 0 ? { child_names: namesOf(removed), child_keys: nameKeysOf(removed) } : {},
      if: contactIsAsRead(family),
    }),
    // The family may have answered since.
    ...removed.map((child) =>
      deleteWrite(table, childKey(family.id, child.id), { if: requireSameChild(child) }),
    ),
    ...wordChanges(table, family.id, {
      before: [...familyContactWords(family), ...childWords(family.child_names)],
      after: [
        ...familyContactWords(withContact(family, lacked)),
        ...childWords([...family.child_names].filter((name) => !namesOf(removed).has(name))),
      ],
    }),
    ...(completed.email ? [familyAddressDelete(table, { email: completed.email, familyId: family.id })] : []),
    ...counterWrites(table, deed, await findOpening(table, deed), undoing, {
      set: { due_plans: ledger.due_plans },
      // `ended_attempts` shows a new waiting child before any index does.
      if: { ...exists, closing: absent, places: ledger.places, ended_attempts: ledger.ended_attempts },
    }),
    ...stored.imported
      .filter(({ child_id }) => deed.children.includes(child_id))
      .map(({ child_id }) => deleteWrite(table, importedCardKey(family.id, child_id))),
    ...(deed.note ? [deleteWrite(table, familyNoteKey(family.id, deed.note))] : []),
    ...deed.rows.map((row) => deleteWrite(table, importRowKey(deed.import_id, row))),
    deleteWrite(table, importedKey(family.id, deed.first), { if: requireSameDeed(deed) }),
  ]);
  return { outcome: outcome === 'done' ? 'undone' : 'busy' };
};

/**
 * Unless something was built on it (IMP-02, IMP-13).
 * @param deed absent where another undo, or the family's end, deleted it
 * @returns what was built; `gone` where rows can be forgotten; `nothing` where another undo was first
 */
export const undoDeed = async (
  table: Table,
  parentId: FamilyId,
  deed: ImportDeed | undefined,
  undoing: Undoing,
): Promise<Undone> => {
  const [stored, ledger] = await Promise.all([
    getStoredFamily(table, parentId),
    getFamilyLedger(table, parentId, { consistent: true }),
  ]);
  if (!stored || !ledger) return { outcome: 'gone' };
  // An import of a joined family stays.
  if (stored.joined_into || stored.joins) return { outcome: 'nothing' };
  if (stored.deleting && !stored.undoing) {
    if (!hasBooked(ledger)) await deleteUnusedFamily(table, stored, undoing.now);
    return { outcome: 'gone' };
  }
  const now = deed && (await readNow(table, deed));
  if (!now) return { outcome: 'nothing' };
  return now.deed.made === 'family' ? undoFamily(now, undoing) : undoChanges(now, undoing);
};
