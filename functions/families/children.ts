import { emptyCard } from '#shared/families/card';
import type { NewChild, UpdateCard } from '#shared/families/child-input';
import { photoAnswer } from '#shared/families/children';
import { type Card, type Child, childSchema } from '#shared/families/family';
import { answeredHealth } from '#shared/families/health';
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
  keysOf,
  namesOf,
} from '../accounts/stored-families.ts';
import { sendCounted } from '../ledger/changes.ts';
import { ledgerIsOpen } from '../ledger/ledger.ts';
import { type Attempt, creationNotePut, subjectsFromItem } from '../lib/attempts.ts';
import {
  absent,
  atMost,
  both,
  checkWrite,
  contains,
  deleteWrite,
  either,
  exists,
  lacks,
  orAbsent,
  type Part,
  plus,
  putWrite,
  size,
  updateWrite,
} from '../lib/dynamo/expressions.ts';
import { entityAttribute, type Item, type ItemRef, listAttribute } from '../lib/dynamo/items.ts';
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

/** The value of the entity attribute on a child; the messenger's stream filter selects it. */
export const childEntity = 'child';

export const childItem = (child: Child): Item => ({
  ...childKey(child.parent_id, child.id),
  [entityAttribute]: childEntity,
  ...child,
});

/** A stored child. A note of the time before "none" was an answer is read as that answer: it is no sign on a register (IMP-09). */
export const childFromItem = (item: Item): Child => {
  const child = childSchema.parse(item);
  return { ...child, medical_conditions: countedNote(child.medical_conditions) };
};

export const isChildItem = (item: Item): boolean => item[entityAttribute] === childEntity;

export const childRef = (parentId: FamilyId, childId: ChildId): ItemRef<Child> => ({
  key: childKey(parentId, childId),
  fromItem: childFromItem,
});

export const childPut = (table: Table, child: Child): Write => putWrite(table, childItem(child));

/** A check that a child was not removed. */
export const childIsStored = (table: Table, parentId: FamilyId, childId: ChildId): Write =>
  checkWrite(table, childKey(parentId, childId), { if: exists });

/**
 * The children of one call, with ids that keep the order in which they were entered (API-24).
 * @param by the adult who enters them; absent where the office does
 */
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

/** That there is room for some more names of children. */
const room = (names: number): Part => orAbsent(size(atMost(limits.childNamesPerFamily - names)));

/**
 * The writes that add a name by which searches find a family, that of its item first. Refused, with the item, where
 * the family has as many other names as it may.
 */
export const childNameUpdate = (table: Table, parentId: FamilyId, name: string): Write[] => [
  updateWrite(table, familyKey(parentId), {
    add: { child_names: new Set([name]) },
    if: { ...familyIsActive, child_names: either(contains(name), room(1)) },
    returnsStored: true,
  }),
  ...wordChanges(table, parentId, { after: childWords([name]) }),
];

export type AddChildrenOutcome =
  /** By this request, or by an earlier one of the same attempt: then the children as they are now. */
  | { readonly outcome: 'added'; readonly children: readonly Child[] }
  | { readonly outcome: 'too-many' | 'too-many-names' | 'no-profile' | 'busy' }
  /** The family has made as many changes in this hour as it may. */
  | { readonly outcome: 'limited' }
  /** The family has a child of this name. */
  | { readonly outcome: 'same-name'; readonly name: string };

/** Children that are stored, of any families. One consistent round trip for each hundred. */
export const readChildren = async (
  table: Table,
  children: readonly Pick<Child, 'id' | 'parent_id'>[],
): Promise<Child[]> => {
  const refs = children.map(({ parent_id, id }) => childRef(parent_id, id));
  const read = await batchRead(table, refs, { consistent: true });
  return refs.flatMap((ref) => read(ref) ?? []);
};

/** That an administrator acts, and what is stored with it. */
export interface OfficeActs {
  readonly extraWrites: ExtraWrites;
}

/**
 * Adds children of different names to one family, all or none (API-25), once for each attempt: one change of it. An
 * administrator's first child makes the account a family: lists and counts change in the same transaction. What the office
 * adds does not count among the family's changes.
 * @param unlistedSince when the family was made, where it is that of administrators and in no list yet: found by the first request
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
  const added = [...keysOf(children)];
  const { office } = attempt;
  const change = office ? undefined : { parent_id: parentId, at: instantOf(attempt.now) };
  const result = await sendCounted(table, change, [
    updateWrite(table, familyKey(parentId), {
      set: {
        children_count: plus(children.length),
        ...(isNewFamily && familyIndexKeys({ id: parentId, created_at: unlistedSince })),
      },
      add: { child_names: namesOf(children), child_keys: new Set(added) },
      if: {
        ...familyIsActive,
        children_count: atMost(mostBefore),
        child_names: room(children.length),
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
    // The family's deletion finds what is stored while its ledger is open.
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

/**
 * Changes the card of one child, which is kept then (SEE-03). What a file says of the child goes in the same transaction, once
 * its family has answered (IMP-03).
 * @returns the child afterwards; undefined where the family has none of this id
 */
export const updateCard = async (
  table: Table,
  { parentId, childId }: { readonly parentId: FamilyId; readonly childId: ChildId },
  { health, contacts, photos_school, photos_web, confirmed, imported }: UpdateCard,
  { at, by }: { readonly at: Instant; readonly by: UserId },
): Promise<Child | 'busy' | undefined> => {
  const changes = {
    ...(health && answeredHealth(health, at)),
    ...(contacts && { contacts }),
    ...(photos_school !== undefined && { photos_school: photoAnswer(photos_school, at, by) }),
    ...(photos_web !== undefined && { photos_web: photoAnswer(photos_web, at, by) }),
    ...(confirmed && { card_confirmed_at: at }),
  } satisfies Partial<Card>;
  const key = childKey(parentId, childId);
  const change = { set: { ...changes, card_by: by }, remove: ['card_goes_on'], if: exists };
  if (!imported) {
    const { item } = await updateItem(table, key, { ...change, returnsNew: true });
    return item && childFromItem(item);
  }
  const { outcome } = await sendTransaction(table, [
    updateWrite(table, key, change),
    deleteWrite(table, importedCardKey(parentId, childId)),
  ]);
  return outcome === 'busy' ? outcome : getItem(table, childRef(parentId, childId));
};

/** Notes when the notes and contacts of a child go. Refused where the child was removed. */
export const cardGoesOn = (table: Table, { parent_id, id }: Child, day: CalendarDate): Write =>
  updateWrite(table, childKey(parent_id, id), { set: { card_goes_on: day }, if: exists });

/** Removes the notes and contacts of a child, unless its family has kept them since it was read. */
export const eraseCard = async (table: Table, { parent_id, id, card_goes_on }: Child): Promise<void> => {
  await updateItem(table, childKey(parent_id, id), {
    set: { medical_conditions: null, health_answer: null, contacts: [] },
    remove: ['card_goes_on', 'card_by'],
    if: { card_goes_on },
  });
};
