import * as z from 'zod/mini';
import { type Merged, mergeEdit } from '#shared/contract/edits';
import { emptyCard } from '#shared/families/card';
import { cardValues, type UpdateCard } from '#shared/families/child-edits';
import type { NewChild } from '#shared/families/child-input';
import { photoAnswer } from '#shared/families/children';
import { type Card, type Child, childSchema, coachCardSchema } from '#shared/families/family';
import { answeredHealth, enteredHealth } from '#shared/families/health';
import { countedNote } from '#shared/families/nothing';
import { childNameKey } from '#shared/lib/fold-text';
import { type ChildId, childIdSchema, type FamilyId, type UserId } from '#shared/lib/ids';
import { type CalendarDate, type Instant, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { countPeople } from '../accounts/accounts.ts';
import { childWords, wordChanges } from '../accounts/search-words.ts';
import {
  familyFromItem,
  familyIsActive,
  isListedFamily,
  nameKeysOf,
  namesOf,
} from '../accounts/stored-families.ts';
import { sendAsOneChange } from '../ledger/changes.ts';
import { ledgerIsOpen } from '../ledger/ledger.ts';
import { type Attempt, creationNotePut, subjectsFromItem } from '../lib/attempts.ts';
import {
  absent,
  atMost,
  both,
  type Clause,
  checkWrite,
  contains,
  deleteWrite,
  either,
  exists,
  lacks,
  not,
  orAbsent,
  plus,
  present,
  putWrite,
  size,
  type Tests,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type ItemRef, itemParser, listAttribute } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import {
  childKey,
  familiesPartition,
  familyIndexKeys,
  familyKey,
  importedCardKey,
} from '../lib/dynamo/keys-of-people.ts';
import { batchRead, getItem } from '../lib/dynamo/reads.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { newChildId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';

/** The messenger's stream filter selects this entity. */
export const childEntity = 'child';

export const childItem = (child: Child): Item => ({
  ...childKey(child.parent_id, child.id),
  [entityAttribute]: childEntity,
  ...child,
});

/** A note that says "none", from before that was an answer, is read as that answer: it shows no sign on a register (IMP-09). */
export const childFromItem = (item: Item): Child => {
  const child = itemParser(childSchema)(item);
  return { ...child, medical_conditions: countedNote(child.medical_conditions) };
};

export const isChildItem = (item: Item): boolean => item[entityAttribute] === childEntity;

export const childRef = (parentId: FamilyId, childId: ChildId): ItemRef<Child> => ({
  key: childKey(parentId, childId),
  fromItem: childFromItem,
});

export const childPut = (table: Table, child: Child): Write => putWrite(table, childItem(child));

export const childIsStored = (table: Table, parentId: FamilyId, childId: ChildId): Write =>
  checkWrite(table, childKey(parentId, childId), { if: exists });

/** Ids keep the order in which the children were entered (API-24). @param by absent where the office enters them */
export const makeChildren = (
  parentId: FamilyId,
  entered: readonly NewChild[],
  now: Date,
  by?: UserId,
): Child[] =>
  entered.map(({ name, date_of_birth, ...health }, index) => ({
    id: newChildId(new Date(now.getTime() + index)),
    parent_id: parentId,
    name,
    date_of_birth,
    ...emptyCard,
    ...answeredHealth(health, instantOf(now)),
    ...(by && { card_by: by }),
    created_at: instantOf(now),
  }));

const requireRoomForNames = (names: number): Clause =>
  orAbsent(size(atMost(limits.childNamesPerFamily - names)));

/** Adds a name to a family's search, in its item first. Refused, with the item, where the family has the most names allowed. */
export const childNameUpdate = (table: Table, parentId: FamilyId, name: string): Write[] => [
  updateWrite(table, familyKey(parentId), {
    add: { child_names: new Set([name]) },
    if: { ...familyIsActive, child_names: either(contains(name), requireRoomForNames(1)) },
    returnsStored: true,
  }),
  ...wordChanges(table, parentId, { after: childWords([name]) }),
];

export type AddChildrenOutcome =
  /** The children as they are now, also for a repeated attempt. */
  | { readonly outcome: 'added'; readonly children: readonly Child[] }
  | { readonly outcome: 'too-many' | 'too-many-names' | 'no-profile' | 'busy' }
  | { readonly outcome: 'limited' }
  | { readonly outcome: 'same-name'; readonly name: string };

export const readChildren = async (
  table: Table,
  children: readonly Pick<Child, 'id' | 'parent_id'>[],
): Promise<Child[]> => {
  const refs = children.map(({ parent_id, id }) => childRef(parent_id, id));
  const read = await batchRead(table, refs, { consistent: true });
  return refs.flatMap((ref) => read(ref) ?? []);
};

export interface OfficeActs {
  readonly extraWrites: ExtraWrites;
}

/**
 * All or none, once for an attempt (API-25), as one change of the family unless the office adds. A first child of an
 * administrator lists the family in the same transaction.
 * @param unlistedSince the creation of an unlisted family
 */
export const addChildren = async (
  table: Table,
  parentId: FamilyId,
  children: readonly Child[],
  attempt: Attempt & { readonly office?: OfficeActs },
  unlistedSince?: Instant,
): Promise<AddChildrenOutcome> => {
  const isNewFamily = unlistedSince !== undefined;
  const mostBefore = limits.childrenPerFamily - children.length;
  const added = [...nameKeysOf(children)];
  const { office } = attempt;
  const change = office ? undefined : { parent_id: parentId, at: instantOf(attempt.now) };
  const result = await sendAsOneChange(table, change, [
    updateWrite(table, familyKey(parentId), {
      set: {
        children_count: plus(children.length),
        ...(isNewFamily && familyIndexKeys({ id: parentId, created_at: unlistedSince })),
      },
      add: { child_names: namesOf(children), child_keys: new Set(added) },
      if: {
        ...familyIsActive,
        children_count: atMost(mostBefore),
        child_names: requireRoomForNames(children.length),
        child_keys: both(...added.map(lacks)),
        [listAttribute]: isNewFamily ? absent : familiesPartition[listAttribute],
      },
      returnsStored: true,
    }),
    creationNotePut(
      table,
      attempt,
      children.map(({ id }) => id),
    ),
    ...children.map((child) => childPut(table, child)),
    ...wordChanges(table, parentId, { after: childWords(namesOf(children)) }),
    ...(isNewFamily ? [countPeople(table, { families: 1 })] : []),
    // The family's deletion finds what is stored while the ledger is open.
    ...(office ? [ledgerIsOpen(table, parentId), ...office.extraWrites] : []),
  ]);
  if (result.outcome === 'done') return { outcome: 'added', children };
  if (result.outcome === 'no-ledger') return { outcome: 'no-profile' };
  if (result.outcome !== 'refused') return result;
  const [ofProfile, ofAttempt] = result.refusals;
  const item = ofProfile?.item;
  const family = item && familyFromItem(item);
  if (ofProfile && (!family || family.deleting)) return { outcome: 'no-profile' };
  if (ofAttempt?.item) {
    const ids = subjectsFromItem(ofAttempt.item).map((id) => childIdSchema.parse(id));
    const added = ids.map((id) => ({ id, parent_id: parentId }));
    return { outcome: 'added', children: await readChildren(table, added) };
  }
  if (family && isListedFamily(family) === isNewFamily)
    return addChildren(table, parentId, children, attempt, isNewFamily ? undefined : family.created_at);
  if (!family) throw new Error('Children were refused, and neither by their family nor by their attempt');
  if (Number(item.children_count) > mostBefore) return { outcome: 'too-many' };
  const same = children.find(({ name }) => family.child_keys.has(childNameKey(name)));
  return same ? { outcome: 'same-name', name: same.name } : { outcome: 'too-many-names' };
};

type CardEdit = Omit<UpdateCard, 'confirmed' | 'imported'>;
type CardValues = ReturnType<typeof cardValues>;

const shownHealthSchema = z.object({
  medical_conditions: z.nullable(z.string()),
  nothing_to_know: z.boolean(),
});

const neverSo: Tests = { PK: both(present, absent) };

const photoIs = (field: 'photos_school' | 'photos_web', value: unknown): Tests => {
  if (value === null) return { [field]: null };
  return typeof value === 'boolean' ? { [`${field}.allowed`]: value } : neverSo;
};

/** Requires that a field of a stored card equals that of a form. */
const equalsStored: Readonly<Record<keyof CardValues, (value: unknown) => Tests>> = {
  health: (value) => {
    const { data } = shownHealthSchema.safeParse(value);
    if (!data) return neverSo;
    const { medical_conditions, nothing_to_know } = data;
    if (medical_conditions !== null) return { medical_conditions };
    return { medical_conditions, health_answer: nothing_to_know ? not(null) : null };
  },
  contacts: (value) => {
    const { data } = coachCardSchema.shape.contacts.safeParse(value);
    return data ? { contacts: data } : neverSo;
  },
  photos_school: (value) => photoIs('photos_school', value),
  photos_web: (value) => photoIs('photos_web', value),
};

const cardFieldSchema = z.enum(['health', 'contacts', 'photos_school', 'photos_web']);

/** Each field is stored either as it was shown, or as it is to be. */
const requireShownCard = ({ shown, ...changes }: CardEdit): Tests[] => {
  const next = new Map<string, unknown>(Object.entries(changes));
  return Object.entries(shown).reduce<Tests[]>(
    (cases, [name, value = null]) => {
      const test = cardFieldSchema.parse(name);
      const wanted = next.get(name);
      const allowed = [value, ...(wanted === undefined ? [] : [wanted])].map(equalsStored[test]);
      return cases.flatMap((each) => allowed.map((one) => ({ ...each, ...one })));
    },
    [exists],
  );
};

type UpdateCardOutcome =
  | { readonly outcome: 'done'; readonly child: Child }
  | Extract<Merged<CardValues>, { outcome: 'changed-meanwhile' }>
  | { readonly outcome: 'no-child' | 'busy' };

/** Retains the card (SEE-03), and removes answered file data (IMP-03). Refused where the same fields changed (PRF-01). */
export const updateCard = async (
  table: Table,
  { parentId, childId }: { readonly parentId: FamilyId; readonly childId: ChildId },
  { confirmed, imported, ...entered }: UpdateCard,
  { at, by }: { readonly at: Instant; readonly by: UserId },
): Promise<UpdateCardOutcome> => {
  const edit = { ...entered, ...(entered.health && { health: enteredHealth(entered.health) }) };
  const { health, contacts, photos_school, photos_web } = entered;
  const changes = {
    ...(health && answeredHealth(health, at)),
    ...(contacts && { contacts }),
    ...(photos_school !== undefined && { photos_school: photoAnswer(photos_school, at, by) }),
    ...(photos_web !== undefined && { photos_web: photoAnswer(photos_web, at, by) }),
    ...(confirmed && { card_confirmed_at: at }),
  } satisfies Partial<Card>;
  const key = childKey(parentId, childId);
  const write = async (tests: Tests | readonly Tests[]) => {
    const change = {
      set: { ...changes, card_by: by },
      remove: ['card_goes_on'],
      if: tests,
      returnsStored: true,
    };
    if (!imported) return updateItem(table, key, { ...change, returnsNew: true });
    const result = await sendTransaction(table, [
      updateWrite(table, key, change),
      deleteWrite(table, importedCardKey(parentId, childId)),
    ]);
    if (result.outcome === 'refused') return { outcome: 'refused', item: result.refusals[0]?.item } as const;
    if (result.outcome === 'busy') return { outcome: 'busy', item: undefined } as const;
    return { outcome: 'done', item: await getItem(table, { key, fromItem: (item) => item }) } as const;
  };
  let written = await write(requireShownCard(edit));
  if (written.outcome === 'refused' && written.item) {
    const stored = written.item;
    const merged = mergeEdit(cardValues(childFromItem(stored)), edit);
    if (merged.outcome === 'changed-meanwhile') return merged;
    // A stored "none" is read as an answer without a note.
    const read = ['medical_conditions', 'health_answer', 'contacts', 'photos_school', 'photos_web'];
    written = await write({ ...exists, ...Object.fromEntries(read.map((name) => [name, stored[name]])) });
    if (written.outcome === 'refused' && written.item) return { outcome: 'busy' };
  }
  if (written.outcome === 'busy') return { outcome: 'busy' };
  return written.outcome === 'done' && written.item
    ? { outcome: 'done', child: childFromItem(written.item) }
    : { outcome: 'no-child' };
};

/** Sets when the notes and contacts of a child go. Refused where the child was removed. */
export const setCardEnd = (
  table: Table,
  { parent_id, id }: Pick<Child, 'id' | 'parent_id'>,
  day: CalendarDate,
): Write => updateWrite(table, childKey(parent_id, id), { set: { card_goes_on: day }, if: exists });

/** Removes the notes and contacts of a child, unless the family acted since they were read. */
export const eraseCard = async (table: Table, { parent_id, id, card_goes_on }: Child): Promise<void> => {
  await updateItem(table, childKey(parent_id, id), {
    set: { medical_conditions: null, health_answer: null, contacts: [] },
    remove: ['card_goes_on', 'card_by'],
    if: { card_goes_on },
  });
};
