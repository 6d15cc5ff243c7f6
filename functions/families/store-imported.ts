import type { ImportedFamily, ImportId, StoredImport } from '#shared/families/import';
import type { ImportPlan } from '#shared/families/import-decision';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { familyAddressPut } from '../accounts/registrations.ts';
import { childWords, familyContactWords, wordChanges } from '../accounts/search-words.ts';
import {
  contactPath,
  familyIsActive,
  familyItem,
  memberPath,
  nameKeysOf,
  namesOf,
  requireSameHolder,
  requireSameList,
  type StoredContact,
  type StoredFamily,
} from '../accounts/stored-families.ts';
import { ledgerIsOpen } from '../ledger/ledger.ts';
import { checkWrite, putWrite, type Tests, updateWrite } from '../lib/dynamo/expressions.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { newFamilyNoteId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { childItem, childPut, makeChildren } from './children.ts';
import { addPhonedFamily, type FamilyWithChildren, phonedFamily, phonedFamilyPuts } from './families.ts';
import { deedWrites, fingerprintsOf } from './import-deeds.ts';
import { cardItems } from './imported-cards.ts';
import { notePut } from './notes.ts';
import { type PhoneTurns, turnWrites } from './phone-turns.ts';

/** `again` where the decision is out of date. */
type Stored = { readonly parentId: FamilyId } | 'again' | 'busy';

interface NewOfFile {
  readonly family: ImportedFamily;
  readonly turns: PhoneTurns;
  /** The families that it is not, as they were read for that decision. */
  readonly apart: readonly StoredFamily[];
}

interface KnownFamily {
  readonly family: ImportedFamily;
  readonly plan: ImportPlan;
  readonly stored: FamilyWithChildren;
  readonly turns: PhoneTurns;
}

type OfImport = Pick<StoredImport, 'import_id' | 'started_at'> & {
  /** The author of notes; null where nothing is stored. */
  readonly started_by: UserId | null;
};

/** The office's note from the file (IMP-06). The undo needs its id. */
const officeNote = (
  table: Table,
  parentId: FamilyId,
  { started_by: by }: OfImport,
  text: string | undefined,
  now: Date,
) => {
  if (text === undefined || by === null) return { deed: {}, writes: [] };
  const note = newFamilyNoteId(now);
  const write = notePut(table, parentId, { id: note, at: instantOf(now), by, text, corrects: null });
  return { deed: { note }, writes: [write] };
};

const makeNewFamily = (table: Table, ofImport: OfImport, { family, turns, apart }: NewOfFile, now: Date) => {
  const { import_id, started_at } = ofImport;
  const { full_name, phone_number, email } = family.adult;
  // A new id each time: a family that an undo deleted may have left settled money under the earlier one.
  const made = phonedFamily({ full_name, phone_number, email: email ?? '', children: family.children }, now);
  const [first] = family.rows;
  if (!first) throw new Error('A family without a row');
  const note = officeNote(table, made.family.id, ofImport, family.office_note, now);
  const cards = cardItems(family, made.children, now);
  const marks = deedWrites(table, started_at, {
    import_id,
    first,
    rows: family.rows,
    parent_id: made.family.id,
    made: 'family',
    children: made.children.map((child) => child.id),
    completed: {},
    ...note.deed,
    stored: fingerprintsOf([
      familyItem(made.family, made.children),
      ...made.children.map(childItem),
      ...cards,
    ]),
    ...(family.balance !== null && { balance: family.balance }),
    at: instantOf(now),
  });
  return {
    made,
    marks: [
      ...marks,
      ...cards.map((card) => putWrite(table, card)),
      ...note.writes,
      ...turnWrites(table, turns, now),
      ...apart.map((other) => checkWrite(table, familyKey(other.id), { if: requireSameLikeness(other) })),
    ],
  };
};

/** Stores a new family without a login, with its rows, all or nothing. Nobody is mailed. */
export const storeNewFamily = async (
  table: Table,
  ofImport: OfImport,
  family: NewOfFile,
  now: Date,
): Promise<Stored> => {
  const { made, marks } = makeNewFamily(table, ofImport, family, now);
  const { outcome } = await addPhonedFamily(table, made, marks);
  if (outcome === 'added') return { parentId: made.family.id };
  return outcome === 'busy' ? 'busy' : 'again';
};

export const withContact = (
  family: StoredFamily,
  contact: Partial<Pick<StoredFamily, 'email' | 'phone_number'>>,
): StoredFamily => ({
  ...family,
  ...contact,
  members: family.members.map((member, index) => (index === 0 ? { ...member, ...contact } : member)),
});

const requireSameLikeness = (family: StoredFamily): Tests => {
  const contacts: readonly (readonly [string, StoredContact])[] =
    family.members.length > 0
      ? family.members.map((member) => [memberPath(member.id), member])
      : [['office_contact', family]];
  return {
    ...familyIsActive,
    ...requireSameHolder(family),
    child_keys: family.child_keys,
    ...Object.fromEntries(
      contacts.flatMap(([path, { full_name, email, phone_number }]) =>
        Object.entries({ full_name, email, phone_number }).map(([name, value]) => [`${path}.${name}`, value]),
      ),
    ),
  };
};

const changeWrites = (
  table: Table,
  ofImport: OfImport,
  { family, plan, stored: { family: known }, turns }: KnownFamily,
  now: Date,
): Write[] => {
  const { import_id, started_at } = ofImport;
  const [first] = family.rows;
  if (!first) throw new Error('A family without a row');
  const children = makeChildren(
    known.id,
    plan.added.map(({ name, date_of_birth }) => ({ name, date_of_birth, medical_conditions: null })),
    now,
  );
  const note = officeNote(table, known.id, ofImport, plan.office_note, now);
  const { completed } = plan;
  const cards = cardItems({ second: family.second, children: [...plan.added] }, children, now);
  const contact = contactPath(known);
  return [
    updateWrite(table, familyKey(known.id), {
      set: {
        ...Object.fromEntries(
          Object.entries(completed).map(([name, value]) => [`${contact}.${name}`, value]),
        ),
        children_count: known.child_keys.size + children.length,
      },
      add: children.length > 0 ? { child_names: namesOf(children), child_keys: nameKeysOf(children) } : {},
      if: { ...requireSameLikeness(known), ...requireSameList(known), children_count: known.child_keys.size },
    }),
    ...(completed.email ? [familyAddressPut(table, completed.email, known.id)] : []),
    ...children.map((child) => childPut(table, child)),
    ...wordChanges(table, known.id, {
      before: familyContactWords(known),
      after: familyContactWords(withContact(known, completed)),
    }),
    ...wordChanges(table, known.id, { after: childWords(namesOf(children)) }),
    ledgerIsOpen(table, known.id),
    ...deedWrites(table, started_at, {
      import_id,
      first,
      rows: family.rows,
      parent_id: known.id,
      made: 'changes',
      children: children.map(({ id }) => id),
      completed,
      ...note.deed,
      stored: fingerprintsOf([...children.map(childItem), ...cards]),
      ...(plan.balance !== null && { balance: plan.balance }),
      at: instantOf(now),
    }),
    ...cards.map((card) => putWrite(table, card)),
    ...note.writes,
    ...(completed.phone_number ? turnWrites(table, turns, now) : []),
  ];
};

/** Stores the changes of a known family, with its rows. `again` where the family changed since it was read. */
export const storeChanges = async (
  table: Table,
  ofImport: OfImport,
  family: KnownFamily,
  now: Date,
): Promise<Stored> => {
  const { outcome } = await sendTransaction(table, changeWrites(table, ofImport, family, now));
  if (outcome === 'done') return { parentId: family.stored.family.id };
  return outcome === 'busy' ? 'busy' : 'again';
};

const maxWrites = 100;

/** Long names have many words, and files many rows: both add writes. */
export const fitsOneTransaction = (
  table: Table,
  importId: ImportId,
  {
    family,
    plan,
    stored,
    turns,
    apart,
  }: Omit<KnownFamily, 'stored'> & NewOfFile & { readonly stored: FamilyWithChildren | undefined },
  now: Date,
): boolean => {
  const ofImport = { import_id: importId, started_at: instantOf(now), started_by: null };
  const most = maxWrites - (plan.office_note === undefined ? 0 : 1);
  // The undo has one more write, for the opening balance.
  if (stored) return changeWrites(table, ofImport, { family, plan, stored, turns }, now).length < most;
  const { made, marks } = makeNewFamily(table, ofImport, { family, turns, apart }, now);
  return phonedFamilyPuts(table, made).length + marks.length <= most;
};
