import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { parseTolerantly } from '#shared/lib/tolerant';

/**
 * Names of the table's keys, indexes and lifetime attribute: infrastructure and the local stack create these. Local data of
 * before a change needs another `shape` (`infra/local/data-dir.ts`).
 */
export const tableSchema = {
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: [
    { name: 'GSI1', partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    { name: 'GSI2', partitionKey: 'GSI2PK', sortKey: 'GSI2SK' },
  ],
  timeToLiveAttribute: 'expires_at',
} as const;

/** The index that finds what belongs to one owner (a parent's bookings). */
export const ownerIndex = tableSchema.indexes[0];
/** The index that lists bookings by month and profiles by list. */
export const listIndex = tableSchema.indexes[1];

/** The attribute that says which entity an item is; the mailer's stream filter reads it. */
export const entityAttribute = 'entity';

/**
 * Set on an item that the join of two families stored under another key: it is not new, so that nobody is told of it again.
 */
export const joinedAttribute = 'joined_at';

/** A moment as the time-to-live attribute holds it: whole seconds since 1970. */
export const toEpochSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** Names, addresses and tokens are in keys only as a hash: logs and metrics may contain keys. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A key of the table. Only the files of this folder build keys; docs/data-model.md lists them. */
export interface Key {
  readonly PK: string;
  readonly SK: string;
}

/** A key as text, to compare keys by. */
export const keyText = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }): string =>
  `${PK} ${SK}`;

/** The key of an item that was read. */
export const keyOfItem = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }): Key => ({
  PK: String(PK),
  SK: String(SK),
});

/** An item of the table. */
export type Item = Readonly<Record<string, unknown>>;

/** A value as text that is equal for equal values, in whatever order their attributes and the elements of sets are. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown): unknown => {
    if (part instanceof Set) return [...part].toSorted();
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }) ?? '';

/** Where an item is stored, and how it is read. */
export interface ItemRef<Entity> {
  readonly key: Key;
  /** @throws ZodError for an item that is not as this entity is stored */
  readonly fromItem: (item: Item) => Entity;
}

/**
 * How an item of a schema is read. Keys and values of choices that a newer version stored are no reason to refuse it.
 * @returns a function that throws a ZodError for an item that is not as this schema says
 */
export const itemParser =
  <Schema extends z.core.$ZodType>(schema: Schema) =>
  (item: unknown): z.output<Schema> =>
    parseTolerantly(schema, item);

/** The attributes of an item besides its key. */
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

/** The attributes that place an item in the index by owner. */
export const indexKeys: readonly string[] = [ownerIndex.partitionKey, ownerIndex.sortKey];

/** The attribute that has the list of an item, such as that of its profile. */
export const listAttribute = listIndex.partitionKey;

/** The attribute that has the place of an item in the index by owner, such as when it is due. */
export const placeAttribute = ownerIndex.sortKey;

/** The place of an item in its partition of the index by owner. */
export const placeByOwner = (item: { readonly [ownerIndex.sortKey]?: unknown }): string =>
  String(item[ownerIndex.sortKey]);

/** The change that moves an item from its place in the index by owner, once. */
export const movedByOwner = (seen: string, keys: Pick<OwnerIndexKeys, typeof ownerIndex.sortKey>) => ({
  set: { [ownerIndex.sortKey]: keys[ownerIndex.sortKey] },
  if: { [ownerIndex.sortKey]: seen },
});

/** The place of an item in its partition of the index of lists: the next page begins after it. */
export const placeInList = (keys: { readonly [listIndex.sortKey]: string }): string =>
  keys[listIndex.sortKey];

/** Splits a list into lists of at most `size`, in order. */
export const chunk = <Element>(list: readonly Element[], size: number): Element[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
