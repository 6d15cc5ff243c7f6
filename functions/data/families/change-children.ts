import type { Child } from '#shared/schemas/child';
import type { UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { patienceMs } from '../../limits.ts';
import { listBookingsOfParent, type StoredBooking } from '../bookings/bookings.ts';
import { listAttribute } from '../dynamo/index-keys.ts';
import { profileKey, profilesPartition } from '../dynamo/keys/families.ts';
import { retryDelay } from '../dynamo/retry-delay.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { setAttributes } from '../dynamo/set-attributes.ts';
import { hasChangedEnough } from '../ledger/change-limits.ts';
import { type FamilyLedger, getFamilyLedger, hasBooked } from '../ledger/family-ledger.ts';
import { changedChildrenUpdate } from '../ledger/renamed-children.ts';
import type { Table } from '../table.ts';
import { getFamily, type StoredFamily } from './families.ts';
import { countProfiles } from './profile-counts.ts';
import { profileIsActive } from './profile-is-active.ts';
import { childWords, wordChanges } from './search-words.ts';
import { keysOf, listIsAsRead, namesOf } from './stored-profile.ts';

/** A family that is to change, with its bookings that are not ended. */
interface FamilyToChange {
  readonly children: readonly Child[];
  readonly bookings: readonly StoredBooking[];
}

/** The children and bookings after the change, and its writes besides that of the profile. */
interface ChangedFamily extends FamilyToChange {
  readonly writes: readonly Write[];
}

/**
 * Names that one change takes off a family besides that of the child: the names of bookings that ended may add up. Their
 * words, at most three each, are in its transaction, as are up to 40 bookings of a child that is renamed.
 */
const maxNamesLeaving = 15;

/** The names by which searches find a family after a change: of its children and of its bookings. */
const namesAfter = ({ profile, children }: StoredFamily, after: FamilyToChange): Set<string> => {
  const needed = new Set([...namesOf(after.children), ...after.bookings.map(({ child_name }) => child_name)]);
  const leaving = [...profile.child_names].filter((name) => !needed.has(name));
  const before = namesOf(children);
  const oldNames = leaving.filter((name) => !before.has(name));
  return new Set([...needed, ...oldNames.slice(maxNamesLeaving)]);
};

/**
 * The writes of the profile and of its search words. Refused where the family is being deleted, or its children, names or
 * list changed since they were read. An administrator without a child who never booked is no family.
 */
const profileWrites = (
  table: Table,
  family: StoredFamily,
  ledger: FamilyLedger,
  after: FamilyToChange,
): Write[] => {
  const { profile } = family;
  const keys = keysOf(after.children);
  const names = namesAfter(family, after);
  // DynamoDB has no empty set.
  const sets = Object.entries({ child_keys: keys, child_names: names });
  const list = listIsAsRead(profile);
  const leavesList =
    profile[listAttribute] === profilesPartition('admin-family')[listAttribute] &&
    after.children.length === 0 &&
    !hasBooked(ledger);
  const { ExpressionAttributeValues, ...update } = setAttributes(
    {
      children_count: after.children.length,
      ...(leavesList && profilesPartition('admin')),
      ...Object.fromEntries(sets.filter(([, set]) => set.size > 0)),
    },
    sets.filter(([, set]) => set.size === 0).map(([name]) => name),
  );
  const hasNames = profile.child_names.size > 0;
  return [
    {
      Update: {
        TableName: table.name,
        Key: profileKey(profile.id),
        ...update,
        ConditionExpression: `${profileIsActive} AND child_keys = :seen AND ${
          hasNames ? 'child_names = :seenNames' : 'attribute_not_exists(child_names)'
        }${list.condition}`,
        ExpressionAttributeValues: {
          ...ExpressionAttributeValues,
          ...list.values,
          ':seen': profile.child_keys,
          ...(hasNames && { ':seenNames': profile.child_names }),
        },
      },
    },
    ...wordChanges(table, profile.id, {
      before: childWords(profile.child_names),
      after: childWords(names),
    }),
    ...(leavesList ? [countProfiles(table, { parents: -1 })] : []),
  ];
};

/** The write of the ledger: it keeps the names of renamed children, as long as these are not removed. */
const ledgerUpdate = (
  table: Table,
  { profile, children }: StoredFamily,
  ledger: FamilyLedger,
  { after, at }: { readonly after: readonly Child[]; readonly at: Instant },
): Write => {
  const names = new Map(children.map(({ id, name }) => [id, name]));
  const isRenamed = ({ id, name }: Child) =>
    ledger.renamed_children[id] !== undefined || names.get(id) !== name;
  const renamed = Object.fromEntries(after.filter(isRenamed).map(({ id, name }) => [id, name]));
  return changedChildrenUpdate(table, profile.id, ledger, { at, renamed });
};

export type ChangeChildrenOutcome<Refusal> =
  | { readonly outcome: 'done' | 'no-profile' | 'limited' | 'busy' }
  | Refusal;

/**
 * Changes the children of one family, which counts among its changes. A change of the family at the same time is retried: `change` is then asked again.
 * @param change the family after the change, or why it is refused
 */
export const changeChildren = async <Refusal extends { readonly outcome: string } = never>(
  table: Table,
  parentId: UserId,
  at: Instant,
  change: (family: FamilyToChange) => Promise<ChangedFamily | Refusal>,
): Promise<ChangeChildrenOutcome<Refusal>> => {
  const waitToRetry = retryDelay(patienceMs);
  for (;;) {
    const [family, ledger] = await Promise.all([
      getFamily(table, parentId),
      getFamilyLedger(table, parentId, { consistent: true }),
    ]);
    if (!family || !ledger || family.profile.deleting) return { outcome: 'no-profile' };
    // After the ledger, whose write requires that no booking was made since.
    const bookings = await listBookingsOfParent(table, parentId);
    const changed = await change({ children: family.children, bookings });
    if ('outcome' in changed) return changed;
    if (hasChangedEnough(ledger, at)) return { outcome: 'limited' };
    const { outcome } = await sendTransaction(table, [
      ...profileWrites(table, family, ledger, changed),
      ledgerUpdate(table, family, ledger, { after: changed.children, at }),
      ...changed.writes,
    ]);
    if (outcome !== 'refused') return { outcome };
    if (!(await waitToRetry())) return { outcome: 'busy' };
  }
};
