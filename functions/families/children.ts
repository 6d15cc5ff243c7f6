import { emptyCard } from '#shared/families/card';
import type { NewChild, UpdateCard } from '#shared/families/child-input';
import { photoAnswer } from '#shared/families/children';
import { type Card, type Child, childSchema } from '#shared/families/family';
import { answeredHealth } from '#shared/families/health';
import { childNameKey } from '#shared/lib/fold-text';
import { type ChildId, childIdSchema, type UserId } from '#shared/lib/ids';
import { type CalendarDate, type Instant, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { profileIsActive } from '../accounts/profile-marks.ts';
import { countProfiles, isFamily, keysOf, namesOf, profileFromItem } from '../accounts/profiles.ts';
import { childWords, wordChanges } from '../accounts/search-words.ts';
import { sendCounted } from '../ledger/charges.ts';
import { type Attempt, creationNotePut, subjectsFromItem } from '../lib/attempts.ts';
import {
  entityAttribute,
  type Item,
  type ItemRef,
  listAttribute,
  setAttributes,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { childKey, profileKey, profilesPartition } from '../lib/dynamo/keys-of-people.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { newChildId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';

const childEntity = 'child';

export const childItem = (child: Child): Item => ({
  ...childKey(child.parent_id, child.id),
  [entityAttribute]: childEntity,
  ...child,
});

export const isChildItem = (item: Item): boolean => item[entityAttribute] === childEntity;

export const childFromItem = (item: Item): Child => childSchema.parse(item);

export const childRef = (parentId: UserId, childId: ChildId): ItemRef<Child> => ({
  key: childKey(parentId, childId),
  fromItem: childFromItem,
});

export const childPut = (table: Table, child: Child): Write => ({
  Put: { TableName: table.name, Item: childItem(child) },
});

/** A check that a child was not removed. */
export const childIsStored = (table: Table, parentId: UserId, childId: ChildId): Write => ({
  ConditionCheck: {
    TableName: table.name,
    Key: childKey(parentId, childId),
    ConditionExpression: 'attribute_exists(PK)',
  },
});

/** The children of one call, with ids that keep the order in which they were entered (API-24). */
export const makeChildren = (parentId: UserId, entered: readonly NewChild[], now: Date): Child[] =>
  entered.map(({ name, date_of_birth, ...health }, index) => ({
    id: newChildId(new Date(now.getTime() + index)),
    parent_id: parentId,
    name,
    date_of_birth,
    ...emptyCard,
    ...answeredHealth(health, instantOf(now)),
    created_at: instantOf(now),
  }));

const noRoomForNames = '(attribute_exists(child_names) AND size(child_names) > :mostNames)';

/**
 * The writes that add a name by which searches find a family, that of its profile first. Refused, with the profile, where
 * the family has as many other names as it may.
 */
export const childNameUpdate = (table: Table, parentId: UserId, name: string): Write[] => [
  {
    Update: {
      TableName: table.name,
      Key: profileKey(parentId),
      ConditionExpression: `${profileIsActive} AND (contains(child_names, :name) OR NOT ${noRoomForNames})`,
      UpdateExpression: 'ADD child_names :names',
      ExpressionAttributeValues: {
        ':name': name,
        ':names': new Set([name]),
        ':mostNames': limits.childNamesPerFamily - 1,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  },
  ...wordChanges(table, parentId, { after: childWords([name]) }),
];

type AddChildrenOutcome =
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

/**
 * Adds children of different names to one family, all or none (API-25), once for each attempt: one change of it. An
 * administrator's first child makes the account a family: lists and counts change in the same transaction.
 * @param isNewFamily whether the account is that of an administrator who is no family yet: found by the first request
 */
export const addChildren = async (
  table: Table,
  parentId: UserId,
  children: readonly Child[],
  attempt: Omit<Attempt, 'by'>,
  isNewFamily = false,
): Promise<AddChildrenOutcome> => {
  const mostBefore = limits.childrenPerFamily - children.length;
  const added = [...keysOf(children)];
  const isNew = added.map((_, index) => `NOT contains(child_keys, :key${index})`).join(' AND ');
  const change = { parent_id: parentId, at: instantOf(attempt.now) };
  const result = await sendCounted(table, change, [
    {
      Update: {
        TableName: table.name,
        Key: profileKey(parentId),
        ConditionExpression: `${profileIsActive} AND children_count <= :most AND NOT ${noRoomForNames} AND ${isNew} AND ${isNewFamily ? '' : 'NOT '}${listAttribute} = :noFamily`,
        UpdateExpression: `SET children_count = children_count + :added${isNewFamily ? `, ${listAttribute} = :family` : ''} ADD child_names :names, child_keys :keys`,
        ExpressionAttributeValues: {
          ':noFamily': profilesPartition('admin')[listAttribute],
          ...(isNewFamily && { ':family': profilesPartition('admin-family')[listAttribute] }),
          ':most': mostBefore,
          ':mostNames': limits.childNamesPerFamily - children.length,
          ':added': children.length,
          ':names': namesOf(children),
          ':keys': new Set(added),
          ...Object.fromEntries(added.map((key, index) => [`:key${index}`, key])),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    creationNotePut(
      table,
      { ...attempt, by: parentId },
      children.map(({ id }) => id),
    ),
    ...children.map((child) => childPut(table, child)),
    ...wordChanges(table, parentId, { after: childWords(namesOf(children)) }),
    ...(isNewFamily ? [countProfiles(table, { parents: 1 })] : []),
  ]);
  if (result.outcome === 'done') return { outcome: 'added', children };
  if (result.outcome === 'no-ledger') return { outcome: 'no-profile' };
  if (result.outcome !== 'refused') return result;
  const [ofProfile, ofAttempt] = result.refusals;
  const item = ofProfile?.item;
  const profile = item && profileFromItem(item);
  if (ofProfile && (!profile || profile.deleting)) return { outcome: 'no-profile' };
  if (ofAttempt?.item) {
    const ids = subjectsFromItem(ofAttempt.item).map((id) => childIdSchema.parse(id));
    const added = ids.map((id) => ({ id, parent_id: parentId }));
    return { outcome: 'added', children: await readChildren(table, added) };
  }
  if (profile && isFamily(profile) === isNewFamily)
    return addChildren(table, parentId, children, attempt, !isNewFamily);
  if (!profile) throw new Error('Children were refused, and neither by their family nor by their attempt');
  if (Number(item.children_count) > mostBefore) return { outcome: 'too-many' };
  const same = children.find(({ name }) => profile.child_keys.has(childNameKey(name)));
  return same ? { outcome: 'same-name', name: same.name } : { outcome: 'too-many-names' };
};

/**
 * Changes the card of one child, which is kept then (SEE-03).
 * @returns the child afterwards; undefined where the family has none of this id
 */
export const updateCard = async (
  table: Table,
  { parentId, childId }: { readonly parentId: UserId; readonly childId: ChildId },
  { health, contacts, photos_school, photos_web, confirmed }: UpdateCard,
  at: Instant,
): Promise<Child | undefined> => {
  const changes: Partial<Card> = {
    ...(health && answeredHealth(health, at)),
    ...(contacts && { contacts }),
    ...(photos_school !== undefined && { photos_school: photoAnswer(photos_school, at, parentId) }),
    ...(photos_web !== undefined && { photos_web: photoAnswer(photos_web, at, parentId) }),
    ...(confirmed && { card_confirmed_at: at }),
  };
  const { item } = await updateItem(table, {
    TableName: table.name,
    Key: childKey(parentId, childId),
    ...setAttributes(changes, ['card_goes_on']),
    ConditionExpression: 'attribute_exists(PK)',
    ReturnValues: 'ALL_NEW',
  });
  return item && childFromItem(item);
};

/** Notes when the notes and contacts of a child go. Refused where the child was removed. */
export const cardGoesOn = (table: Table, { parent_id, id }: Child, day: CalendarDate): Write => ({
  Update: {
    TableName: table.name,
    Key: childKey(parent_id, id),
    UpdateExpression: 'SET card_goes_on = :day',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeValues: { ':day': day },
  },
});

/** Removes the notes and contacts of a child, unless its family has kept them since it was read. */
export const eraseCard = async (table: Table, { parent_id, id, card_goes_on }: Child): Promise<void> => {
  await updateItem(table, {
    TableName: table.name,
    Key: childKey(parent_id, id),
    UpdateExpression:
      'SET medical_conditions = :none, health_answer = :none, contacts = :nobody REMOVE card_goes_on',
    ConditionExpression: 'card_goes_on = :day',
    ExpressionAttributeValues: { ':none': null, ':nobody': [], ':day': card_goes_on },
  });
};
