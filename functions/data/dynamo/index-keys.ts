import { listIndex, ownerIndex } from './table-schema.ts';

interface OwnerIndexKeys {
  readonly [ownerIndex.partitionKey]: string;
  readonly [ownerIndex.sortKey]: string;
}

/** The assignments of an update that give an item these keys of the index by owner, with their values. */
export const indexedBy = (keys: OwnerIndexKeys) => ({
  sets: `${ownerIndex.partitionKey} = :indexed, ${ownerIndex.sortKey} = :sorted`,
  values: { ':indexed': keys[ownerIndex.partitionKey], ':sorted': keys[ownerIndex.sortKey] },
});

/** The clause of an update that takes an item out of the index by owner. */
export const removesFromIndex = `REMOVE ${ownerIndex.partitionKey}, ${ownerIndex.sortKey}`;

/** The attribute that has the list of an item, such as that of its profile. */
export const listAttribute = listIndex.partitionKey;

/** The attribute that has the place of an item in the index by owner, such as when it is due. */
export const placeAttribute = ownerIndex.sortKey;

/** The place of an item in its partition of the index by owner. */
export const placeByOwner = (item: { readonly [ownerIndex.sortKey]?: unknown }): string =>
  String(item[ownerIndex.sortKey]);

/** The conditions and the update that move an item from its place in the index by owner, once. */
export const movedByOwner = (seen: string, keys: Pick<OwnerIndexKeys, typeof ownerIndex.sortKey>) => ({
  ConditionExpression: `${ownerIndex.sortKey} = :seen`,
  UpdateExpression: `SET ${ownerIndex.sortKey} = :next`,
  ExpressionAttributeValues: { ':seen': seen, ':next': keys[ownerIndex.sortKey] },
});

/** The place of an item in its partition of the index of lists: the next page begins after it. */
export const placeInList = (keys: { readonly [listIndex.sortKey]: string }): string =>
  keys[listIndex.sortKey];
