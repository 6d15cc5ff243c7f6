import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { wordItems, wordKeys } from '#functions/accounts/search-words';
import { familyEntity, familyFromItem } from '#functions/accounts/stored-families';
import { wordsOf } from '#functions/across/parts-of-family';
import { bookingEntity, bookingFromItem, findBooking } from '#functions/booking/bookings';
import { isSlotItem, queryClass, slotEntity } from '#functions/classes/classes';
import { childEntity } from '#functions/families/children';
import { ledgerEntity } from '#functions/ledger/ledger';
import { isNew, requireUnchangedItem } from '#functions/lib/dynamo/expressions';
import {
  attributesOf,
  canonicalJson,
  chunk,
  type Item,
  indexKeys,
  type Key,
  keyOfItem,
  keyText,
  tableSchema,
  toEpochSeconds,
} from '#functions/lib/dynamo/items';
import { bookingKey, classKey, endedBookingKey } from '#functions/lib/dynamo/keys-of-classes';
import {
  accountKey,
  erasedKey,
  familyKey,
  familyPartition,
  joinedFamilyKey,
  peopleCountsKey,
} from '#functions/lib/dynamo/keys-of-people';
import { batchGet, inPartition, queryAll } from '#functions/lib/dynamo/reads';
import { deleteItem, putItem } from '#functions/lib/dynamo/writes';
import type { Table } from '#functions/lib/table';
import { applicationEntity, storedApplicationSchema } from '#functions/waiting/applications';
import { type ClassId, classIdSchema, type FamilyId, familyIdSchema, userIdSchema } from '#shared/lib/ids';
import { parseTolerantly } from '#shared/lib/tolerant';
import { entityOf, roomOf } from './rooms.ts';

export interface Tables {
  readonly restored: Table;
  readonly live: Table;
}

export const reasons = {
  erased: 'of families and accounts that were erased or joined since',
  'went-on': 'that ended, moved or went on since',
  passing: 'that pass by themselves: requests for emails, links that work once, counters',
  expired: 'that expired since',
} as const;
type Reason = keyof typeof reasons;

export interface Found {
  readonly item: Item;
  readonly live: Item | undefined;
  /** Undefined for one that can be put back. */
  readonly leftOut: Reason | undefined;
}

export type Scope = (item: Item) => boolean;

/** Each page has a request for each hundred of its items besides: so many items are in memory at once, of both tables. */
const segments = 8;
const pageSize = 400;

export const scanPages = async (
  table: Table,
  onPage: (items: readonly Item[]) => Promise<void>,
): Promise<void> => {
  const readSegment = async (Segment: number): Promise<void> => {
    const pages = paginateScan(
      { client: table.client, pageSize },
      { TableName: table.name, Segment, TotalSegments: segments, ConsistentRead: true },
    );
    for await (const { Items = [] } of pages) await onPage(Items);
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => readSegment(segment)));
};

/** Kinds that follow from others, or that pass within a day. A used link must not work again. */
const passing: ReadonlySet<string> = new Set([
  ...['mail-request', 'waiting-mail', 'aside-mail-again', 'messenger-wake', 'sender', 'mail-stop'],
  ...['use-counter', 'mail-count', 'token', 'newsletter-joining', 'current-classes'],
  ...['admin-invitation', 'coach-invitation', 'adult-invitation'],
]);

/** Kinds that only go on: what the live table has is later. */
const goingOn: ReadonlySet<string> = new Set([
  'daily-work',
  'send-lease',
  'attempt',
  'aside-mail',
  'unsent-message',
]);

/** Attributes that are counted from other items, or that only rise: a difference of these alone is none. */
const counted: Readonly<Record<string, readonly string[]>> = {
  [slotEntity]: [
    ...['current_bookings', 'revenue', 'held', 'waiting', 'kept', 'reserved', 'list_version', 'released_at'],
    ...indexKeys,
  ],
  [ledgerEntity]: [
    ...['counted_hour', 'hour_bookings', 'changes_hour', 'hour_changes', 'live_bookings_at_most', 'charged'],
    ...['credited', 'waived', 'received', 'open_since', 'due_plans', 'ended_attempts', 'trials', 'places'],
    ...['child_versions', 'payers', 'renamed_children', 'reminded_at'],
  ],
};

const without = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));

const isSame = (one: Item, other: Item): boolean => {
  const names = counted[entityOf(one)] ?? [];
  return canonicalJson(without(one, names)) === canonicalJson(without(other, names));
};

/** Names of attributes that say who did something, and not whose the item is. */
const isOfActor = (name: string): boolean =>
  /(?:^|_)by(?:_|$)|^actor_id$|^money_mails$|^joins$|^joined_into$|^idempotency_key$|^holder$/.test(name);

const idPattern = /fam_[0-9A-Z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Kinds that name families or accounts, and are not theirs. */
const ofSchool: ReadonlySet<string> = new Set(['activity', 'class', 'class-draft', 'erased']);

/** Whose an item is, by its key and its attributes: ids of families and accounts. */
const ownersOf = (item: Item): string[] => {
  if (ofSchool.has(entityOf(item))) return [];
  const own = Object.entries(item).flatMap(([name, value]) =>
    typeof value === 'string' && !isOfActor(name) && !name.startsWith('GSI') ? [value] : [],
  );
  const members = entityOf(item) === familyEntity ? Object.keys(Object(item.members)) : [];
  const whole = own.filter((value) => value.match(idPattern)?.[0] === value);
  return [...new Set([...(keyText(item).match(idPattern) ?? []), ...whole, ...members])];
};

export const scopeOf = (ids: readonly string[], not: readonly string[] = []): Scope => {
  const names = new Set(ids);
  return (item) => {
    const entity = entityOf(item);
    if (ofSchool.has(entity) && !ids.some((id) => keyText(item).includes(id))) return false;
    if (not.includes(entity)) return false;
    return (
      // A lease keeps the email about an item that comes back from being sent again.
      entity === 'send-lease' ||
      ids.some((id) => keyText(item).includes(id)) ||
      Object.entries(item).some(
        ([name, value]) => typeof value === 'string' && !isOfActor(name) && names.has(value),
      )
    );
  };
};

const keysAbout = (id: string): Key[] => {
  const family = familyIdSchema.safeParse(id).data;
  if (family) return [erasedKey(family), familyKey(family), joinedFamilyKey(family)];
  const account = userIdSchema.safeParse(id).data;
  return account ? [erasedKey(account), accountKey(account)] : [];
};

const isGone = (id: string, read: (key: Key) => Item | undefined): boolean => {
  const [erased, own, joined] = keysAbout(id).map(read);
  return Boolean(erased || joined || own?.deleting || own?.joined_into);
};

/** Keys whose items say that an item which is missing has ended. */
const endsOf = (item: Item): Key[] => {
  const entity = entityOf(item);
  if (entity === bookingEntity) {
    const { parent_id, id } = bookingFromItem(item);
    return [endedBookingKey(parent_id, id)];
  }
  if (entity === 'class-draft') return [classKey(classIdSchema.parse(item.id))];
  if (entity === applicationEntity) {
    const { time_slot_id, parent_id, child_ids } = parseTolerantly(storedApplicationSchema, item);
    return child_ids.map((child) => bookingKey(time_slot_id, parent_id, child));
  }
  return [];
};

/** Whether the state of an item, such as that of an offer, was another one at the moment, or its reader has left. */
const hasGoneOn = ({ item, live }: Pick<Found, 'item' | 'live'>): boolean =>
  live !== undefined &&
  (goingOn.has(entityOf(item)) ||
    (typeof live.state === 'string' && item.state !== live.state) ||
    (live.left_at !== undefined && item.left_at === undefined));

/** A calendar feed shows a family to whoever has its link: it has ended where its account has left that family. */
const isFeedOfFormer = (item: Item, read: (key: Key) => Item | undefined): boolean =>
  entityOf(item) === 'calendar-feed' &&
  ownersOf(item)
    .flatMap((id) => userIdSchema.safeParse(id).data ?? [])
    .some((id) => {
      const account = read(accountKey(id));
      return account !== undefined && account.family_id !== item.family_id;
    });

/** Says of each difference whether it can be put back. Reads what the live table says of its family, account and end. */
const judge = async (
  differences: readonly Pick<Found, 'item' | 'live'>[],
  live: Table,
  now: Date,
): Promise<Found[]> => {
  const missing = differences.filter((one) => !one.live).map(({ item }) => item);
  const keys = [
    ...differences.flatMap(({ item }) => ownersOf(item).flatMap(keysAbout)),
    ...missing.flatMap(endsOf),
  ];
  const read = await batchGet(live, keys, { consistent: true });
  const moved = new Set<Item>();
  for (const part of chunk(
    missing.filter((item) => entityOf(item) === bookingEntity),
    segments,
  ))
    await Promise.all(
      part.map(async (item) => {
        if (await findBooking(live, bookingFromItem(item).id)) moved.add(item);
      }),
    );
  const reasonOf = ({ item, live: present }: Pick<Found, 'item' | 'live'>): Reason | undefined => {
    if (passing.has(entityOf(item)) || keyText(item) === keyText(peopleCountsKey)) return 'passing';
    if (ownersOf(item).some((id) => isGone(id, read))) return 'erased';
    const end = item[tableSchema.timeToLiveAttribute];
    if (typeof end === 'number' && end <= toEpochSeconds(now)) return 'expired';
    const hasEnded =
      !present && (moved.has(item) || endsOf(item).some((key) => read(key)) || isFeedOfFormer(item, read));
    // A message that was not sent in full at the moment may have been since.
    const isUnfinished = entityOf(item) === 'message' && item.state !== 'done';
    return hasEnded || hasGoneOn({ item, live: present }) || isUnfinished ? 'went-on' : undefined;
  };
  return differences.map((one) => ({ ...one, leftOut: reasonOf(one) }));
};

interface Walk {
  readonly tables: Tables;
  readonly scope: Scope;
  readonly now: Date;
  readonly onRead?: (count: number) => void;
}

export const findLost = (
  { tables: { restored, live }, scope, now, onRead = () => {} }: Walk,
  onFound: (found: readonly Found[]) => Promise<void> | void,
): Promise<void> =>
  scanPages(restored, async (items) => {
    const chosen = items.filter(scope);
    const read = await batchGet(live, chosen.map(keyOfItem), { consistent: true });
    const differences = chosen.flatMap((item) => {
      const present = read(keyOfItem(item));
      return present && isSame(item, present) ? [] : [{ item, live: present }];
    });
    if (differences.length > 0) await onFound(await judge(differences, live, now));
    onRead(items.length);
  });

const findNewer = (
  { tables: { restored, live }, scope, onRead = () => {} }: Walk,
  onFound: (items: readonly Item[]) => void,
): Promise<void> =>
  scanPages(live, async (items) => {
    const chosen = items.filter(scope);
    const read = await batchGet(restored, chosen.map(keyOfItem), { consistent: false });
    onFound(chosen.filter((item) => !read(keyOfItem(item))));
    onRead(items.length);
  });

export interface RoomDifference {
  missing: number;
  overwritten: number;
  newer: number;
}

export interface Comparison {
  readonly rooms: ReadonlyMap<string, RoomDifference>;
  readonly leftOut: ReadonlyMap<Reason, number>;
}

export const compareTables = async (walk: Walk): Promise<Comparison> => {
  const rooms = new Map<string, RoomDifference>();
  const leftOut = new Map<Reason, number>();
  const count = (item: Item, what: keyof RoomDifference): void => {
    const room = rooms.get(roomOf(item)) ?? { missing: 0, overwritten: 0, newer: 0 };
    room[what] += 1;
    rooms.set(roomOf(item), room);
  };
  await findLost(walk, (found) => {
    for (const { item, live, leftOut: reason } of found)
      if (reason) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
      else count(item, live ? 'overwritten' : 'missing');
  });
  await findNewer(walk, (items) => {
    for (const item of items) count(item, 'newer');
  });
  return { rooms, leftOut };
};

const asSet = (value: unknown): ReadonlySet<unknown> => (value instanceof Set ? value : new Set());

/** The item as it is put back: counters are those of the live item, until they are counted again. */
const itemToPut = ({ item, live }: Found): Item => {
  if (!live) return item;
  const names = counted[entityOf(item)] ?? [];
  const kept = Object.fromEntries(names.flatMap((name) => (name in live ? [[name, live[name]]] : [])));
  const marks = names.filter((name) => item[name] instanceof Set || live[name] instanceof Set);
  const both = Object.fromEntries(
    marks.map((name) => [name, new Set([...asSet(item[name]), ...asSet(live[name])])]),
  );
  return { ...without(item, names), ...kept, ...both };
};

/** The search finds a family by these words alone. New ones come first, so that a repetition completes them. */
const putWords = async (table: Table, item: Item, live: Item): Promise<void> => {
  const [after, before] = [familyFromItem(item), familyFromItem(live)];
  const items = wordItems(after.id, wordsOf(after));
  const [used, known] = [items, wordKeys(before.id, wordsOf(before))].map(
    (keys) => new Set(keys.map(keyText)),
  );
  for (const word of items) if (!known?.has(keyText(word))) await putItem(table, word);
  for (const key of wordKeys(before.id, wordsOf(before)))
    if (!used?.has(keyText(key))) await deleteItem(table, key);
};

/** Puts an item back, where the live table is still as it was compared. @returns whether it was */
export const putBack = async (table: Table, found: Found): Promise<boolean> => {
  const { item, live } = found;
  if (!live) return (await putItem(table, item, { if: isNew })).outcome === 'done';
  if (entityOf(item) === familyEntity && entityOf(live) === familyEntity) await putWords(table, item, live);
  const put = itemToPut(found);
  const further = Object.keys(attributesOf(put)).filter((name) => !(name in live));
  return (await putItem(table, put, { if: requireUnchangedItem(live, further) })).outcome === 'done';
};

/** The ids by which the items of a family name it, in either table: its own, its members' and its children's. */
export const idsOfFamily = async ({ restored, live }: Tables, id: FamilyId): Promise<string[]> => {
  const query = { ...inPartition(familyPartition(id)), ConsistentRead: true };
  const items = (await Promise.all([restored, live].map((table) => queryAll(table, query)))).flat();
  const ofItems = items.flatMap((item) => [
    ...Object.keys(Object(item.members)),
    ...(entityOf(item) === childEntity ? [String(item.id)] : []),
  ]);
  return [...new Set([id, ...ofItems])];
};

export const idsOfClass = async ({ restored, live }: Tables, id: ClassId): Promise<string[]> => {
  const items = (
    await Promise.all([restored, live].map((table) => queryClass(table, id, { consistent: true })))
  ).flat();
  return [...new Set([id, ...items.filter(isSlotItem).map((item) => String(item.id))])];
};
