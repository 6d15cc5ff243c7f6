import * as z from 'zod/mini';
import type { Child } from '#shared/families/family';
import {
  type ImportedFamily,
  type ImportId,
  type ImportRowId,
  importIdSchema,
  importLimits,
  importRowIdSchema,
  type StoredImport,
  storedImportSchema,
} from '#shared/families/import';
import type { ImportPlan } from '#shared/families/import-decision';
import { type ImportedCard, importedCardSchema } from '#shared/families/members';
import type { LedgerEntry } from '#shared/ledger/entry';
import { dayMs } from '#shared/lib/durations';
import {
  childIdSchema,
  type FamilyId,
  familyIdSchema,
  familyNoteIdSchema,
  type IdempotencyKey,
  idempotencyKeySchema,
  type UserId,
} from '#shared/lib/ids';
import { type CalendarDate, centsSchema, type Instant, instantOf, instantSchema } from '#shared/lib/values';
import { policies } from '#shared/policies';
import { familyAddressPut, type Registration, registrationRef } from '../accounts/registrations.ts';
import { childWords, familyContactWords, wordChanges } from '../accounts/search-words.ts';
import {
  contactPath,
  familyIsActive,
  familyItem,
  holderIsAsRead,
  keysOf,
  listIsAsRead,
  memberPath,
  namesOf,
  type StoredContact,
  type StoredFamily,
} from '../accounts/stored-families.ts';
import { entryWrites, isOpening, isTakenBack, listLedgerEntries, openingAttempt } from '../ledger/entries.ts';
import { ledgerIsOpen } from '../ledger/ledger.ts';
import { ContentionError, repeatRefused } from '../lib/contention.ts';
import {
  checkWrite,
  deleteWrite,
  exists,
  isNew,
  present,
  putWrite,
  type Tests,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import {
  canonicalJson,
  entityAttribute,
  type Item,
  type ItemRef,
  itemParser,
  keyOfItem,
  sha256,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  familyKey,
  familyPartition,
  importedCardKey,
  importedCardPrefix,
  importedKey,
  importedPrefix,
  importKey,
  importRowKey,
  importRowsPartition,
  importsPartition,
} from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem, inPartition, queryAll, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { childAfter, type FamilyJoin } from '../lib/family-join.ts';
import { newFamilyNoteId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { childItem, childPut, makeChildren } from './children.ts';
import {
  addPhonedFamily,
  type FamilyWithChildren,
  importedCardEntity,
  importedEntity,
  phonedFamily,
  phonedFamilyPuts,
} from './families.ts';
import { notePut } from './notes.ts';
import { type PhoneTurns, phoneTurnRefs, turnWrites } from './phone-turns.ts';

const daySeconds = 86_400;
/** A day longer than an import can be undone. */
const expiryOf = (startedAt: Instant): number =>
  toEpochSeconds(new Date(startedAt)) + (importLimits.undoDays + 1) * daySeconds;

/**
 * An undo keeps the import until it expires, since a request that runs meanwhile may still store a family of it: the next undo
 * finds that one.
 */
export const begunImportSchema = z.extend(storedImportSchema, {
  /** When an undo began, since its file was imported last. */
  undone_at: z.optional(instantSchema),
});
type BegunImport = z.infer<typeof begunImportSchema>;

const importRef = (id: ImportId): ItemRef<BegunImport> => ({
  key: importKey(id),
  fromItem: itemParser(begunImportSchema),
});

export const importRowSchema = z.object({ parent_id: familyIdSchema, first: importRowIdSchema });
const rowRef = (id: ImportId, row: ImportRowId): ItemRef<z.infer<typeof importRowSchema>> => ({
  key: importRowKey(id, row),
  fromItem: itemParser(importRowSchema),
});

/** The rows of an import that were carried out, each with its family. One consistent Query. */
const listImportRows = async (table: Table, id: ImportId) => {
  const items = await queryAll(table, { ...inPartition(importRowsPartition(id)), ConsistentRead: true });
  return items.map((item) => ({ ...importRowSchema.parse(item), row: importRowIdSchema.parse(item.SK) }));
};

const withRows = async (table: Table, begun: BegunImport) => {
  const rows = await listImportRows(table, begun.import_id);
  return begun.undone_at && rows.length === 0 ? undefined : { begun, rows };
};

/** An import with its rows, or undefined where there is none of this file, or nothing of it is left. */
export const getImport = async (table: Table, id: ImportId) => {
  const begun = await getItem(table, importRef(id));
  return begun && withRows(table, begun);
};

/** The imports that can be undone, and some of the day before, with their rows. */
export const listBegunImports = async (table: Table) => {
  const stored = await queryAs(table, itemParser(begunImportSchema), inPartition(importsPartition));
  const imports = await Promise.all(stored.map((begun) => withRows(table, begun)));
  return imports.filter((one) => one !== undefined);
};

/**
 * Begins an import with the extra writes, or goes on with the one of the same file, whoever began it. Where an undo left nothing,
 * it begins anew.
 */
export const beginImport = async (
  table: Table,
  begun: StoredImport,
  extraWrites: ExtraWrites,
): Promise<StoredImport | 'busy'> => {
  const id = begun.import_id;
  const known = await getItem(table, importRef(id));
  if (known && !known.undone_at) return known;
  const fresh = {
    [entityAttribute]: 'import',
    ...begun,
    [tableSchema.timeToLiveAttribute]: expiryOf(begun.started_at),
  };
  const isLeft = known && (await withRows(table, known));
  const write = known
    ? updateWrite(table, importKey(id), {
        set: isLeft ? {} : fresh,
        remove: ['undone_at'],
        if: { undone_at: known.undone_at },
      })
    : putWrite(table, { ...importKey(id), ...fresh }, { if: isNew });
  const { outcome } = await sendTransaction(table, [write, ...extraWrites]);
  if (outcome === 'busy') return 'busy';
  return (await getItem(table, importRef(id))) ?? 'busy';
};

/** Notes with the extra writes that an import is being undone. */
export const noteUndo = async (
  table: Table,
  id: ImportId,
  now: Date,
  extraWrites: ExtraWrites,
): Promise<'done' | 'refused' | 'busy'> => {
  const set = { undone_at: instantOf(now) };
  const { outcome } = await sendTransaction(table, [
    updateWrite(table, importKey(id), { set, if: exists }),
    ...extraWrites,
  ]);
  return outcome;
};

/** Short: a family has one for each child, and nobody gains by a collision. */
const fingerprintLength = 12;

/** What of a family's item says nothing of its own: names that its children have, and that an undo looks at it. */
const derived = new Set(['child_keys', 'child_names', 'children_count', 'deleting', 'undoing']);

/** Equal for items with the same attributes. */
export const fingerprintOf = (item: Item): string => {
  const own = Object.entries(item).filter(([name]) => !derived.has(name));
  return sha256(canonicalJson(Object.fromEntries(own))).slice(0, fingerprintLength);
};

const fingerprintsOf = (items: readonly Item[]): ImportDeed['stored'] =>
  Object.fromEntries(items.map((item) => [String(item.SK), fingerprintOf(item)]));

/** What an import made of a family, for as long as it can be undone. It goes with the family. */
export const importedRowSchema = z.object({
  import_id: importIdSchema,
  first: importRowIdSchema,
  rows: z.array(importRowIdSchema),
  parent_id: familyIdSchema,
  made: z.enum(['family', 'changes']),
  /** The children that it added. */
  children: z.array(childIdSchema),
  /** What the contact of a known family lacked, and got. */
  completed: z.object({ email: z.optional(z.string()), phone_number: z.optional(z.string()) }),
  /** The contact as the import left it. */
  full_name: z.string(),
  phone_number: z.string(),
  /** Its note for the office. */
  note: z.optional(familyNoteIdSchema),
  /** The items that it stored in the family's partition, by their sort key: what is another one now was changed since. */
  stored: z.record(z.string(), z.string()),
  /** The opening balance that is not recorded yet. */
  balance: z.optional(z.int()),
  /** The attempt of its entry, once it is. */
  entry: z.optional(idempotencyKeySchema),
  at: instantSchema,
});
export type ImportDeed = z.infer<typeof importedRowSchema>;

const deedRef = (familyId: FamilyId, first: ImportRowId): ItemRef<ImportDeed> => ({
  key: importedKey(familyId, first),
  fromItem: itemParser(importedRowSchema),
});

export const getDeed = (
  table: Table,
  familyId: FamilyId,
  first: ImportRowId,
): Promise<ImportDeed | undefined> => getItem(table, deedRef(familyId, first));

/** What imports made of a family. One Query. */
export const listDeeds = (table: Table, familyId: FamilyId): Promise<ImportDeed[]> =>
  queryAs(
    table,
    itemParser(importedRowSchema),
    inPartition(familyPartition(familyId), { beginning: importedPrefix }),
  );

/** Removes what says that rows were carried out for a family that is gone. Imported anew, they are those of another family. */
export const forgetRows = async (
  table: Table,
  id: ImportId,
  { parent_id, rows }: { readonly parent_id: FamilyId; readonly rows: readonly ImportRowId[] },
): Promise<void> => {
  for (const row of rows) await deleteItem(table, importRowKey(id, row), { if: { parent_id } });
};

/**
 * A deed is as it was read: its opening balance was not recorded since, nor was it undone. One that was made anew and is the same
 * in this, of the same children, is undone by the same writes.
 */
export const deedIsAsRead = ({ balance, entry, completed }: ImportDeed): Tests => ({
  ...exists,
  ...{ balance, entry, completed },
});

/**
 * What is stored by the keys that families of a file have: their rows, where they were carried out before, their addresses, and the
 * turns of their phone numbers. Two consistent round trips for each hundred.
 * @param options.storesNothing the turns, which only a write requires, are not read
 */
export const readByKeys = async (
  table: Table,
  id: ImportId,
  families: readonly ImportedFamily[],
  { storesNothing }: { readonly storesNothing: boolean },
) => {
  const adultsOf = ({ adult, second }: ImportedFamily) => [adult, ...(second ? [second] : [])];
  const turnsOf = (family: ImportedFamily) =>
    phoneTurnRefs(adultsOf(family).map(({ phone_number }) => phone_number));
  const rows = families.flatMap((family) => family.rows.map((row) => rowRef(id, row)));
  const readRow = await batchRead(table, rows, { consistent: true });
  // Of those that were carried out before nothing else is looked at.
  const left = families.filter((family) => family.rows.some((row) => !readRow(rowRef(id, row))));
  const emails = new Set(left.flatMap(adultsOf).flatMap(({ email }) => email ?? []));
  const turns = storesNothing ? [] : left.flatMap((family) => [...turnsOf(family).values()]);
  const read = await batchRead(table, [...[...emails].map(registrationRef), ...turns], { consistent: true });
  return {
    rowOf: (row: ImportRowId) => readRow(rowRef(id, row)),
    addressOf: (email: string): Registration | undefined => read(registrationRef(email)),
    turnsOf: (family: ImportedFamily): PhoneTurns =>
      new Map(
        [...turnsOf(family)].map(([phone, ref]) => [phone, storesNothing ? undefined : read(ref)?.turn]),
      ),
  };
};
export type ReadByKeys = Awaited<ReturnType<typeof readByKeys>>;

/** Whether a family has an opening balance that was not taken back, and the attempt of the next one. */
export const readOpening = async (table: Table, familyId: FamilyId) => {
  const openings = (await listLedgerEntries(table, familyId)).filter(isOpening);
  const takenBack = await Promise.all(openings.map(({ cause }) => isTakenBack(table, familyId, cause)));
  return {
    hasOpening: takenBack.includes(false),
    next: openingAttempt(openings.length),
  };
};

const deedWrites = (table: Table, startedAt: Instant, deed: ImportDeed): Write[] => [
  ...deed.rows.map((row) =>
    putWrite(
      table,
      {
        ...importRowKey(deed.import_id, row),
        [entityAttribute]: 'import-row',
        parent_id: deed.parent_id,
        first: deed.first,
        [tableSchema.timeToLiveAttribute]: expiryOf(startedAt),
      },
      { if: isNew },
    ),
  ),
  putWrite(table, {
    ...importedKey(deed.parent_id, deed.first),
    [entityAttribute]: importedEntity,
    ...importedRowSchema.parse(deed),
    [tableSchema.timeToLiveAttribute]: expiryOf(startedAt),
  }),
];

const cardKeptMs = policies.card.importedKeptDays * dayMs;

/** What no card shows before the family has answered (IMP-03): notes, contacts and the second parent, by child. */
const cardItems = (
  family: Pick<ImportedFamily, 'second' | 'children'>,
  children: readonly Child[],
  now: Date,
): Item[] =>
  children.flatMap(({ id, parent_id }, index) => {
    const { medical_conditions = null, nothing_to_know, contact = null } = family.children[index] ?? {};
    const { second: adult } = family;
    if (!medical_conditions && !nothing_to_know && !contact && !adult) return [];
    const card: ImportedCard = {
      ...{ child_id: id, medical_conditions, contact, adult, at: instantOf(now) },
      ...(nothing_to_know && { nothing_to_know }),
    };
    return [
      {
        ...importedCardKey(parent_id, id),
        [entityAttribute]: importedCardEntity,
        ...card,
        [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(now.getTime() + cardKeptMs)),
      },
    ];
  });

/** What waits for the family's answer, and is not older than it is kept. */
export const waitingCards = ({ imported }: FamilyWithChildren, now: Date): ImportedCard[] =>
  imported.filter(({ at }) => now.getTime() - Date.parse(at) < cardKeptMs);

/** The family that is stored; `again` where what it was decided by has changed. */
type Stored = { readonly parentId: FamilyId } | 'again' | 'busy';

/** A family of a file as it is stored: new, without a login. */
interface NewOfFile {
  readonly family: ImportedFamily;
  readonly turns: PhoneTurns;
  /** The families that it is not, as they were read when that was decided. */
  readonly apart: readonly StoredFamily[];
}

/** A known family, and what of a file is new for it. */
interface KnownFamily {
  readonly family: ImportedFamily;
  readonly plan: ImportPlan;
  readonly stored: FamilyWithChildren;
  readonly turns: PhoneTurns;
}

type OfImport = Pick<StoredImport, 'import_id' | 'started_at'> & {
  /** Who notes what the file has besides; null where nothing is stored. */
  readonly started_by: UserId | null;
};

/** The note for the office that a family of a file has (IMP-06), and its id for the undo. */
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
  // Its id is another one each time: a family that an undo deleted may have left settled money under the one before.
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
    full_name,
    phone_number,
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
      ...apart.map((other) => checkWrite(table, familyKey(other.id), { if: likenessIsAsRead(other) })),
    ],
  };
};

/** Stores a family that is new, without a login, with the mark of each of its rows: all or nothing. Nobody is mailed. */
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

/** A family with something else in the contact that counts for it. */
export const withContact = (
  family: StoredFamily,
  contact: Partial<Pick<StoredFamily, 'email' | 'phone_number'>>,
): StoredFamily => ({
  ...family,
  ...contact,
  members: family.members.map((member, index) => (index === 0 ? { ...member, ...contact } : member)),
});

/** That a family has in it what it was compared by: its contacts, and the names of its children. */
const likenessIsAsRead = (family: StoredFamily): Tests => {
  const contacts: readonly (readonly [string, StoredContact])[] =
    family.members.length > 0
      ? family.members.map((member) => [memberPath(member.id), member])
      : [['office_contact', family]];
  return {
    ...familyIsActive,
    ...holderIsAsRead(family),
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
      add: children.length > 0 ? { child_names: namesOf(children), child_keys: keysOf(children) } : {},
      if: { ...likenessIsAsRead(known), ...listIsAsRead(known), children_count: known.child_keys.size },
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
      full_name: known.full_name,
      phone_number: completed.phone_number ?? known.phone_number,
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

/** Stores what is new of a known family, and the marks of its rows. `again` where the family changed since it was read. */
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

/** Writes of one transaction of DynamoDB. */
const mostWrites = 100;

/** Whether one transaction stores a family: the words of long names and the marks of many rows may be too many. */
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
  const most = mostWrites - (plan.office_note === undefined ? 0 : 1);
  // Its undo has one write more, for the opening balance.
  if (stored) return changeWrites(table, ofImport, { family, plan, stored, turns }, now).length < most;
  const { made, marks } = makeNewFamily(table, ofImport, { family, turns, apart }, now);
  return phonedFamilyPuts(table, made).length + marks.length <= most;
};

/** The writes, besides those of its entry, that note that the opening balance of a family is recorded. */
export const openingNoted = (table: Table, { parent_id, first }: ImportDeed, entry: IdempotencyKey): Write =>
  updateWrite(table, importedKey(parent_id, first), {
    set: { entry },
    remove: ['balance'],
    if: { ...exists, balance: present },
  });

/** The opening balance of an import that is not recorded yet, as the entry of a family that is joined. */
const openingOf = (
  balance: number,
  attempt: IdempotencyKey,
  { at, today }: Pick<FamilyJoin, 'at'> & { readonly today: CalendarDate },
): LedgerEntry => {
  const entry = {
    amount: centsSchema.parse(Math.abs(balance)),
    day: today,
    recorded_at: at,
    made_by: null,
    cause: { type: 'attempt', attempt },
  } as const;
  return balance > 0 ? { ...entry, kind: 'opening' } : { ...entry, kind: 'credit', class: null };
};

/** Ends that an import can be undone for a family. An opening balance that an interruption left out is recorded before. */
const endDeed = async (
  table: Table,
  deed: ImportDeed,
  moment: Pick<FamilyJoin, 'at'> & { readonly today: CalendarDate },
): Promise<'done' | 'refused'> => {
  const { balance, parent_id, first } = deed;
  const { hasOpening, next } = await readOpening(table, parent_id);
  const { outcome } = await sendTransaction(table, [
    deleteWrite(table, importedKey(parent_id, first), { if: deedIsAsRead(deed) }),
    ...(balance === undefined || balance === 0 || hasOpening
      ? []
      : entryWrites(table, parent_id, openingOf(balance, next, moment), undefined)),
  ]);
  if (outcome === 'busy') throw new ContentionError('Contention on what an import made persisted');
  return outcome;
};

/**
 * Ends that imports can be undone for two families that are joined: an undo would delete what the other one had. The rows of their
 * files are those of the family that stays. Idempotent.
 */
export const joinImports = async (table: Table, join: FamilyJoin, today: CalendarDate): Promise<void> => {
  const { from, to, at } = join;
  await repeatRefused(async () => {
    const deeds = [...(await listDeeds(table, from)), ...(await listDeeds(table, to))];
    const outcomes: string[] = [];
    for (const deed of deeds) {
      if (deed.parent_id === from)
        for (const row of deed.rows)
          await updateItem(table, importRowKey(deed.import_id, row), {
            set: { parent_id: to },
            if: { parent_id: from },
          });
      outcomes.push(await endDeed(table, deed, { at, today }));
    }
    return outcomes.includes('refused') ? undefined : true;
  });
};

const waitingCardOf = (item: Item | undefined) => item && itemParser(importedCardSchema)(item);

/**
 * Moves what files say of the children of a family that is joined with another one, until it has answered. Of a child that both
 * have the newer file counts. Idempotent.
 */
export const joinImportedCards = async (table: Table, join: FamilyJoin): Promise<void> => {
  const storedItem = (item: Item): Item => item;
  const items = await queryAll(table, {
    ...inPartition(familyPartition(join.from), { beginning: importedCardPrefix }),
    ConsistentRead: true,
  });
  for (const item of items) {
    const card = itemParser(importedCardSchema)(item);
    const child_id = childAfter(join, card.child_id);
    const key = importedCardKey(join.to, child_id);
    const there = waitingCardOf(await getItem(table, { key, fromItem: storedItem }));
    const isNewer = !there || there.at < card.at;
    const { outcome } = await sendTransaction(table, [
      deleteWrite(table, keyOfItem(item), { if: exists }),
      ...(isNewer ? [putWrite(table, { ...item, ...key, child_id }, { if: { at: there?.at } })] : []),
    ]);
    if (outcome !== 'done') throw new ContentionError('What files say of a child changed meanwhile');
  }
};
