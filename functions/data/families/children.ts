import { emptyCard } from '#shared/domain/children/card';
import { childNameKey } from '#shared/domain/children/child-name';
import { answeredHealth } from '#shared/domain/children/health';
import { instantOf } from '#shared/domain/time/instant-of';
import { limits } from '#shared/limits';
import { type Child, childSchema } from '#shared/schemas/child';
import type { NewChild } from '#shared/schemas/child-input';
import { type ChildId, childIdSchema, type UserId } from '#shared/schemas/ids';
import { type Attempt, creationNotePut, subjectsFromItem } from '../attempts.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { listAttribute } from '../dynamo/index-keys.ts';
import type { Item, ItemRef } from '../dynamo/item-ref.ts';
import { childKey, profileKey, profilesPartition } from '../dynamo/keys/families.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { newChildId } from '../ids.ts';
import { sendCounted } from '../ledger/change-limits.ts';
import type { Table } from '../table.ts';
import { countProfiles } from './profile-counts.ts';
import { profileIsActive } from './profile-is-active.ts';
import { childWords, wordChanges } from './search-words.ts';
import { isFamily, keysOf, namesOf, profileFromItem } from './stored-profile.ts';

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

/**
 * Adds children of different names to one family, all or none (API-25), once for each attempt: one change of it. An administrator's first
 * child makes the account a family: lists and counts change in the same transaction.
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
