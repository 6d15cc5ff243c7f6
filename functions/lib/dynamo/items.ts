import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { parseTolerantly } from '#shared/lib/tolerant';

/** For infrastructure and local stack. A change needs another `shape` (`infra/local/data-dir.ts`). */
export const tableSchema = {
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: [
    { name: 'GSI1', partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    { name: 'GSI2', partitionKey: 'GSI2PK', sortKey: 'GSI2SK' },
  ],
  timeToLiveAttribute: 'expires_at',
} as const;

/** Finds what belongs to one owner (a family's bookings). */
export const ownerIndex = tableSchema.indexes[0];
export const listIndex = tableSchema.indexes[1];

/** The entity of an item, for the streams' filters. */
export const entityAttribute = 'entity';

/** Marks an item that the join of two families stored under another key, so that nobody is told of it again. */
export const joinedAttribute = 'joined_at';

export const toEpochSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** Names, addresses and tokens are in keys only as a hash, since logs and metrics may contain keys. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface Key {
  readonly PK: string;
  readonly SK: string;
}

export const keyText = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }): string =>
  `${PK} ${SK}`;

export const keyOfItem = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }): Key => ({
  PK: String(PK),
  SK: String(SK),
});

export type Item = Readonly<Record<string, unknown>>;

/** Equal for equal values, in whatever order attributes and sets are. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown): unknown => {
    if (part instanceof Set) return [...part].toSorted();
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }) ?? '';

export interface ItemRef<Entity> {
  readonly key: Key;
  /** @throws ZodError for an item that is not as this entity is stored */
  readonly fromItem: (item: Item) => Entity;
}

/** Also keys and choices of a newer version. @returns a function that throws ZodError for other items */
export const itemParser =
  <Schema extends z.core.$ZodType>(schema: Schema) =>
  (item: unknown): z.output<Schema> =>
    parseTolerantly(schema, item);

export const attributesOf = ({
  PK: _,
  SK: __,
  ...attributes
}: Item): Readonly<Record<string, NonNullable<unknown> | null>> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, value ?? null]));

interface OwnerIndexKeys {
  readonly [ownerIndex.partitionKey]: string;
  readonly [ownerIndex.sortKey]: string;
}

/** The position in the index by owner. */
export const indexKeys: readonly string[] = [ownerIndex.partitionKey, ownerIndex.sortKey];

/** The list that contains an item. */
export const listAttribute = listIndex.partitionKey;

/** The sort key in the index by owner, such as when an item is due. */
export const positionAttribute = ownerIndex.sortKey;

/** The sort key in the index by owner. */
export const positionByOwner = (item: { readonly [ownerIndex.sortKey]?: unknown }): string =>
  String(item[ownerIndex.sortKey]);

/** Moves an item from its position in the index by owner, once. */
export const moveInOwnerIndex = (seen: string, keys: Pick<OwnerIndexKeys, typeof ownerIndex.sortKey>) => ({
  set: { [ownerIndex.sortKey]: keys[ownerIndex.sortKey] },
  if: { [ownerIndex.sortKey]: seen },
});

/** The next page begins after this position. */
export const positionInList = (keys: { readonly [listIndex.sortKey]: string }): string =>
  keys[listIndex.sortKey];

/** Splits a list into lists of at most `size`, in order. */
export const chunk = <Element>(list: readonly Element[], size: number): Element[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
