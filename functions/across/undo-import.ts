import type { Child } from '#shared/families/family';
import { entryTotals } from '#shared/ledger/balance';
import { counteredKeySchema, type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import type { ChildId, FamilyId, UserId } from '#shared/lib/ids';
import { type CalendarDate, instantOf } from '#shared/lib/values';
import { childWords, familyContactWords, wordChanges } from '../accounts/search-words.ts';
import {
  contactPath,
  familyIsActive,
  holderIsAsRead,
  keysOf,
  memberCount,
  namesOf,
} from '../accounts/stored-families.ts';
import { isChildItem } from '../families/children.ts';
import { type FamilyWithChildren, getFamily } from '../families/families.ts';
import { deedIsAsRead, type ImportDeed, withPhone } from '../families/imports.ts';
import { entryWrites, isOpening, isTakenBack, listLedgerEntries } from '../ledger/entries.ts';
import { type FamilyLedger, getFamilyLedger, hasBooked, placesIn } from '../ledger/ledger.ts';
import {
  absent,
  type Change,
  checkWrite,
  deleteWrite,
  exists,
  orAbsent,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import type { Item } from '../lib/dynamo/items.ts';
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
  ofImportsPrefix,
} from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';
import { listWaitingOfFamily } from '../waiting/waiting-entries.ts';
import { deleteUnusedFamily } from './delete-family.ts';

/** What was built on an import, so that it is not undone: in words for the office. */
type Built = string;

/** What is stored of a child whose family answered nothing. */
const untouched = {
  ...{ card_confirmed_at: null, health_answer: null, photos_school: null, photos_web: null },
  contacts: [],
} satisfies Partial<Child>;

const isUntouched = (child: Child): boolean =>
  child.contacts.length === 0 &&
  [child.card_confirmed_at, child.health_answer, child.photos_school, child.photos_web].every(
    (answer) => answer === null,
  );

/** What was done with a family, or with some of its children, since an import stored them; undefined for nothing. */
const builtOn = async (
  table: Table,
  deed: ImportDeed,
  { family, children }: FamilyWithChildren,
  ledger: FamilyLedger,
): Promise<Built | undefined> => {
  const isOwn = (id: ChildId): boolean => deed.children.includes(id);
  const isNewFamily = deed.made === 'family';
  if (isNewFamily && family.members.length > 0) return 'has a login';
  if (placesIn(ledger).some((place) => isNewFamily || isOwn(place.child_id))) return 'has a booking';
  if (isNewFamily && hasBooked(ledger)) return 'had a booking';
  const { entries } = await listWaitingOfFamily(table, family.id);
  if (entries.some((entry) => isNewFamily || entry.child_ids.some(isOwn))) return 'is on a waiting list';
  const own = children.filter(({ id }) => isOwn(id));
  const isChanged =
    own.length < deed.children.length ||
    (isNewFamily && children.length > own.length) ||
    own.some((child) => !isUntouched(child) || ledger.renamed_children[child.id] !== undefined) ||
    (isNewFamily && family.full_name !== deed.full_name) ||
    family.phone_number !== deed.phone_number;
  if (isChanged) return 'was changed by hand';
  if (isNewFamily) {
    const money = (await listLedgerEntries(table, family.id)).filter((entry) => !isOpening(entry));
    if (money.length > 0) return 'has a payment or another entry';
    const keys = await queryAll(table, { ...inPartition(familyPartition(family.id)), ConsistentRead: true });
    const isOther = (item: Item) =>
      !isChildItem(item) &&
      item.SK !== familyKey(family.id).SK &&
      !String(item.SK).startsWith(ofImportsPrefix);
    if (keys.some(isOther)) return 'has a note or another person';
  }
  return undefined;
};

/** The writes that take an opening balance back, by a counter-entry, with what else changes in the ledger. */
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

/**
 * Takes back what an import made of a family, unless something was built on it (IMP-02). What nobody used is deleted: the
 * first transaction closes the family, the others can be repeated. What a known family got is removed in one transaction.
 * @param deed absent where another undo, or the end of the family, deleted it
 * @returns what was built on it, where it stays; `gone` where the family is, so that its rows are to be forgotten; `nothing` where
 * another undo took it back
 */
export const undoDeed = async (
  table: Table,
  parentId: FamilyId,
  deed: ImportDeed | undefined,
  undoing: Undoing,
): Promise<
  | { readonly outcome: 'undone' | 'gone' | 'nothing' | 'busy' }
  | { readonly outcome: 'kept'; readonly built: Built }
> => {
  const [stored, ledger, entries] = await Promise.all([
    getFamily(table, parentId),
    getFamilyLedger(table, parentId, { consistent: true }),
    listLedgerEntries(table, parentId),
  ]);
  if (!stored || !ledger) return { outcome: 'gone' };
  const { family } = stored;
  // What an import made of a family that is joined with another one stays.
  if (family.joined_into || family.joins) return { outcome: 'nothing' };
  if (family.deleting && !hasBooked(ledger)) await deleteUnusedFamily(table, family, undoing.now);
  if (family.deleting) return { outcome: 'gone' };
  if (!deed) return { outcome: 'nothing' };
  const built = await builtOn(table, deed, stored, ledger);
  if (built) return { outcome: 'kept', built };
  const opening = entries.find(({ cause }) => cause.type === 'attempt' && cause.attempt === deed.entry);
  const taken = opening && (await isTakenBack(table, family.id, opening.cause)) ? undefined : opening;
  const contact = contactPath(family);
  const asRead = {
    ...familyIsActive,
    ...holderIsAsRead(family),
    joins: absent,
    [`${contact}.full_name`]: family.full_name,
    [`${contact}.phone_number`]: family.phone_number,
    child_keys: family.child_keys,
  };
  const places = ledger.places;
  const deedKey = importedKey(family.id, deed.first);
  if (deed.made === 'family') {
    const { outcome } = await sendTransaction(table, [
      updateWrite(table, familyKey(family.id), {
        set: { deleting: true },
        if: { ...asRead, ...memberCount(0) },
      }),
      checkWrite(table, deedKey, { if: deedIsAsRead(deed) }),
      ...counterWrites(table, deed, taken, undoing, {
        set: { closing: true },
        if: {
          ...exists,
          closing: absent,
          counted_hour: absent,
          places,
          received: ledger.received || orAbsent(0),
        },
      }),
    ]);
    if (outcome !== 'done') return { outcome: 'busy' };
    await deleteUnusedFamily(table, family, undoing.now);
    return { outcome: 'gone' };
  }
  const removed = stored.children.filter(({ id }) => deed.children.includes(id));
  const { outcome } = await sendTransaction(table, [
    updateWrite(table, familyKey(family.id), {
      set: {
        children_count: family.child_keys.size - removed.length,
        ...(deed.phone_before !== undefined && { [`${contact}.phone_number`]: deed.phone_before }),
      },
      take: removed.length > 0 ? { child_names: namesOf(removed), child_keys: keysOf(removed) } : {},
      if: asRead,
    }),
    // The family may have answered since.
    ...removed.map(({ id }) =>
      deleteWrite(table, childKey(family.id, id), { if: { ...exists, ...untouched } }),
    ),
    ...wordChanges(table, family.id, {
      before: [...familyContactWords(family), ...childWords(family.child_names)],
      after: [
        ...familyContactWords(withPhone(family, deed.phone_before ?? family.phone_number)),
        ...childWords([...family.child_names].filter((name) => !namesOf(removed).has(name))),
      ],
    }),
    ...counterWrites(table, deed, taken, undoing, {
      set: { due_plans: ledger.due_plans },
      if: { ...exists, closing: absent, places },
    }),
    ...stored.imported
      .filter(({ child_id }) => deed.children.includes(child_id))
      .map(({ child_id }) => deleteWrite(table, importedCardKey(family.id, child_id))),
    ...(deed.note ? [deleteWrite(table, familyNoteKey(family.id, deed.note))] : []),
    ...deed.rows.map((row) => deleteWrite(table, importRowKey(deed.import_id, row))),
    deleteWrite(table, deedKey, { if: deedIsAsRead(deed) }),
  ]);
  return { outcome: outcome === 'done' ? 'undone' : 'busy' };
};
