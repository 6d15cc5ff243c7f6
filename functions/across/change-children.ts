import { type Merged, mergeEdit } from '#shared/contract/edits';
import { childValues, type UpdateChild } from '#shared/families/child-edits';
import type { Child, Health } from '#shared/families/family';
import { answeredHealth, enteredHealth } from '#shared/families/health';
import type { BusinessMoment } from '#shared/lib/business-time';
import { childNameKey } from '#shared/lib/fold-text';
import type { ChildId, FamilyId, UserId } from '#shared/lib/ids';
import { type Instant, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { countPeople, getAccount } from '../accounts/accounts.ts';
import { childWords, wordChanges } from '../accounts/search-words.ts';
import {
  familyFromItem,
  familyIsActive,
  isListedFamily,
  nameKeysOf,
  namesOf,
  requireSameList,
  type StoredFamily,
} from '../accounts/stored-families.ts';
import { bookingUpdate, listBookingsOfParent, type StoredBooking } from '../booking/bookings.ts';
import { hasSessionToCome } from '../booking/held-by-family.ts';
import { classRef, slotRef } from '../classes/classes.ts';
import { childNameUpdate, type OfficeActs } from '../families/children.ts';
import { type FamilyWithChildren, getFamily } from '../families/families.ts';
import { hasReachedChangeLimit } from '../ledger/changes.ts';
import { changedChildrenUpdate } from '../ledger/charges.ts';
import { type FamilyLedger, getFamilyLedger, hasBooked } from '../ledger/ledger.ts';
import { retryDelay } from '../lib/contention.ts';
import { absent, checkWrite, deleteWrite, exists, updateWrite } from '../lib/dynamo/expressions.ts';
import { listIndex } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { accountKey, childKey, familyKey, importedCardKey } from '../lib/dynamo/keys-of-people.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { patienceMs } from '../limits.ts';

interface FamilyToChange {
  readonly children: readonly Child[];
  readonly bookings: readonly StoredBooking[];
}

interface ChangedFamily extends FamilyToChange {
  readonly writes: readonly Write[];
}

/** Names of ended bookings add up. A transaction has their words, at most three each, and up to 40 bookings of a child. */
const maxNamesLeaving = 15;

/** The names for searches: of the children and of their bookings. */
const namesForSearch = ({ family, children }: FamilyWithChildren, after: FamilyToChange): Set<string> => {
  const needed = new Set([...namesOf(after.children), ...after.bookings.map(({ child_name }) => child_name)]);
  const leaving = [...family.child_names].filter((name) => !needed.has(name));
  const before = namesOf(children);
  const oldNames = leaving.filter((name) => !before.has(name));
  return new Set([...needed, ...oldNames.slice(maxNamesLeaving)]);
};

/** While a member is no administrator, a family without child and booking is listed too (BHF-05). */
const memberWithoutRole = async (table: Table, { members }: StoredFamily): Promise<UserId | undefined> => {
  const accounts = await Promise.all(members.map(({ id }) => getAccount(table, id)));
  return accounts.find((account) => account?.role !== 'admin')?.id;
};

/**
 * Refused where the family is being deleted, or children, names, list or the role that decides about the list changed. One more
 * read for each member where the last child of a family that never booked goes.
 */
const familyWrites = async (
  table: Table,
  stored: FamilyWithChildren,
  ledger: FamilyLedger,
  after: FamilyToChange,
): Promise<Write[]> => {
  const { family } = stored;
  const keys = nameKeysOf(after.children);
  const names = namesForSearch(stored, after);
  const isUnused = isListedFamily(family) && after.children.length === 0 && !hasBooked(ledger);
  const parent = isUnused ? await memberWithoutRole(table, family) : undefined;
  const leavesList = isUnused && family.members.length > 0 && parent === undefined;
  return [
    updateWrite(table, familyKey(family.id), {
      set: { children_count: after.children.length, child_keys: keys, child_names: names },
      ...(leavesList && { remove: [listIndex.partitionKey, listIndex.sortKey] }),
      if: {
        ...familyIsActive,
        child_keys: family.child_keys,
        child_names: family.child_names,
        ...requireSameList(family),
      },
    }),
    ...wordChanges(table, family.id, {
      before: childWords(family.child_names),
      after: childWords(names),
    }),
    ...(leavesList
      ? [
          countPeople(table, { families: -1 }),
          ...family.members.map(({ id }) => checkWrite(table, accountKey(id), { if: { role: 'admin' } })),
        ]
      : []),
    ...(parent ? [checkWrite(table, accountKey(parent), { if: { role: absent } })] : []),
  ];
};

/** The ledger retains the names of renamed children until these are removed. */
const updateOfLedger = (
  table: Table,
  { family, children }: FamilyWithChildren,
  ledger: FamilyLedger,
  {
    after,
    ...change
  }: { readonly after: readonly Child[]; readonly at: Instant; readonly isCounted: boolean },
): Write => {
  const names = new Map(children.map(({ id, name }) => [id, name]));
  const isRenamed = ({ id, name }: Child) =>
    ledger.renamed_children[id] !== undefined || names.get(id) !== name;
  const renamed = Object.fromEntries(after.filter(isRenamed).map(({ id, name }) => [id, name]));
  return changedChildrenUpdate(table, family.id, ledger, { ...change, renamed });
};

type ChangeChildrenOutcome<Refusal> =
  | { readonly outcome: 'done' | 'no-profile' | 'limited' | 'busy' }
  | Refusal;

const changeChildren = async <Refusal extends { readonly outcome: string } = never>(
  table: Table,
  parentId: FamilyId,
  { at, office }: { readonly at: Instant; readonly office?: OfficeActs | undefined },
  change: (family: FamilyToChange) => Promise<ChangedFamily | Refusal>,
): Promise<ChangeChildrenOutcome<Refusal>> => {
  const waitToRetry = retryDelay(patienceMs);
  for (;;) {
    const [family, ledger] = await Promise.all([
      getFamily(table, parentId),
      getFamilyLedger(table, parentId, { consistent: true }),
    ]);
    if (!family || !ledger || family.family.deleting) return { outcome: 'no-profile' };
    // After the ledger, whose write requires that no booking was made since.
    const bookings = await listBookingsOfParent(table, parentId);
    const changed = await change({ children: family.children, bookings });
    if ('outcome' in changed) return changed;
    if (!office && hasReachedChangeLimit(ledger, at)) return { outcome: 'limited' };
    const { outcome } = await sendTransaction(table, [
      ...(await familyWrites(table, family, ledger, changed)),
      updateOfLedger(table, family, ledger, { after: changed.children, at, isCounted: !office }),
      ...changed.writes,
      ...(office?.extraWrites ?? []),
    ]);
    if (outcome !== 'refused') return { outcome };
    if (!(await waitToRetry())) return { outcome: 'busy' };
  }
};

/** Concurrent requests may exceed the limit of live bookings by a few. Search words need many of a transaction's 100 writes. */
const maxRenamed = limits.liveBookings + 10;

type ChangedFields = Pick<Child, 'name' | 'date_of_birth'> & Partial<Health>;

/** Refused where the changed fields are not as read: a card is changed without the family's item. */
const childUpdate = (table: Table, child: Child, fields: ChangedFields, by: UserId | undefined): Write =>
  updateWrite(table, childKey(child.parent_id, child.id), {
    set: { ...fields, ...(by && { card_by: by }) },
    if: {
      ...exists,
      name: child.name,
      date_of_birth: child.date_of_birth,
      // Each answer has its own time.
      ...(fields.health_answer !== undefined && { health_answer: child.health_answer }),
    },
  });

type ChangeRefusal =
  | { readonly outcome: 'no-child' }
  | { readonly outcome: 'same-name'; readonly name: string }
  | Extract<Merged<ReturnType<typeof childValues>>, { outcome: 'changed-meanwhile' }>;

/** Bookings get the new name at once and keep their age; ended ones stay (KID-01). Refused where a field changed (PRF-01). */
export const updateChild = (
  table: Table,
  parentId: FamilyId,
  childId: ChildId,
  { health, ...edit }: UpdateChild,
  {
    at,
    by,
    office,
  }: { readonly at: Instant; readonly by?: UserId; readonly office?: OfficeActs | undefined },
): Promise<ChangeChildrenOutcome<ChangeRefusal>> =>
  changeChildren<ChangeRefusal>(table, parentId, { at, office }, async ({ children, bookings }) => {
    const child = children.find(({ id }) => id === childId);
    if (!child) return { outcome: 'no-child' };
    const merged = mergeEdit(childValues(child), {
      ...edit,
      ...(health && { health: enteredHealth(health) }),
    });
    if (merged.outcome === 'changed-meanwhile') return merged;
    const { name, date_of_birth } = merged.values;
    const key = childNameKey(name);
    const isTaken = children.some((other) => other.id !== childId && childNameKey(other.name) === key);
    if (isTaken) return { outcome: 'same-name', name };
    const fields = { name, date_of_birth, ...(health && answeredHealth(health, at, child)) };
    const renamed =
      child.name === name ? [] : bookings.filter(({ child_id }) => child_id === childId).slice(0, maxRenamed);
    const ids = new Set(renamed.map(({ id }) => id));
    return {
      children: children.map((one) => (one.id === childId ? { ...one, ...fields } : one)),
      bookings: bookings.map((one) => (ids.has(one.id) ? { ...one, child_name: name } : one)),
      writes: [
        childUpdate(table, child, fields, by),
        ...renamed.map((booking) => bookingUpdate(table, booking, { set: { child_name: name } })),
      ],
    };
  });

/**
 * All or nothing, without counters (API-16).
 * @returns `changed` where the booking changed or is gone, `no-family`, `too-many-names` at the limit
 */
export const changeBooking = async (
  table: Table,
  booking: StoredBooking,
  { child_name, child_age }: Pick<StoredBooking, 'child_name' | 'child_age'>,
  extraWrites: ExtraWrites,
): Promise<{ readonly outcome: 'done' | 'changed' | 'no-family' | 'too-many-names' | 'busy' }> => {
  const result = await sendTransaction(table, [
    bookingUpdate(table, booking, {
      set: { child_name, child_age },
      if: { child_name: booking.child_name, child_age: booking.child_age },
    }),
    // Searches find the family by its children's names.
    ...(child_name === booking.child_name ? [] : childNameUpdate(table, booking.parent_id, child_name)),
    ...extraWrites,
  ]);
  if (result.outcome !== 'refused') return { outcome: result.outcome };
  const [refusedBooking, refusedFamily] = result.refusals;
  if (refusedBooking) return { outcome: 'changed' };
  const isActive = refusedFamily?.item && !familyFromItem(refusedFamily.item).deleting;
  return { outcome: isActive ? 'too-many-names' : 'no-family' };
};

const countComing = async (
  table: Table,
  bookings: readonly StoredBooking[],
  moment: BusinessMoment,
): Promise<number> => {
  if (bookings.length === 0) return 0;
  const refsOf = ({ class_id, time_slot_id }: StoredBooking) =>
    [classRef(class_id), slotRef(class_id, time_slot_id)] as const;
  const read = await batchRead(table, bookings.flatMap(refsOf), { consistent: false });
  return bookings.filter((booking) => {
    const [cls, slot] = refsOf(booking);
    const [foundClass, foundSlot] = [read(cls), read(slot)];
    return foundClass && foundSlot && hasSessionToCome(booking, foundClass, foundSlot, moment);
  }).length;
};

type RemovalRefusal =
  | { readonly outcome: 'no-child' }
  /** The child has bookings with sessions to come (KID-03). */
  | { readonly outcome: 'has-bookings'; readonly name: string; readonly bookings: number };

/** Only without sessions to come (API-26). Older bookings keep name and age; the family keeps the name as long as they. */
export const removeChild = (
  table: Table,
  parentId: FamilyId,
  childId: ChildId,
  moment: BusinessMoment,
): Promise<ChangeChildrenOutcome<RemovalRefusal>> =>
  changeChildren<RemovalRefusal>(
    table,
    parentId,
    { at: instantOf(moment.now) },
    async ({ children, bookings }) => {
      const child = children.find(({ id }) => id === childId);
      if (!child) return { outcome: 'no-child' };
      const own = bookings.filter(({ child_id }) => child_id === childId);
      const coming = await countComing(table, own, moment);
      if (coming > 0) return { outcome: 'has-bookings', name: child.name, bookings: coming };
      return {
        children: children.filter(({ id }) => id !== childId),
        bookings,
        writes: [
          deleteWrite(table, childKey(parentId, childId), { if: exists }),
          deleteWrite(table, importedCardKey(parentId, childId)),
        ],
      };
    },
  );
