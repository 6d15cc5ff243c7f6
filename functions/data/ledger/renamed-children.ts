import { isDeepStrictEqual } from 'node:util';
import type { Booking } from '#shared/schemas/booking';
import type { UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { familyLedgerKey } from '../dynamo/keys/ledger.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { changeCount } from './change-limits.ts';
import type { FamilyLedger } from './family-ledger.ts';

/** A child by the name that a booking gives it. */
export type NamedChild = Pick<Booking, 'child_id' | 'child_name'>;

/** The present name of a child: that of the ledger where the child was renamed, otherwise the one that was read. */
export const presentName = (
  ledger: Pick<FamilyLedger, 'renamed_children'> | undefined,
  { child_id, child_name }: NamedChild,
): string => ledger?.renamed_children[child_id] ?? child_name;

/** Whether children have the names that bookings give them. */
export const haveNames = (ledger: FamilyLedger, children: readonly NamedChild[]): boolean =>
  children.every((child) => presentName(ledger, child) === child.child_name);

/** The condition on a ledger that children have the names that bookings give them (KID-01). */
export const namesArePresent = (children: readonly NamedChild[]) => ({
  condition: children
    .map(
      (_, n) =>
        `(attribute_not_exists(renamed_children.#child${n}) OR renamed_children.#child${n} = :name${n})`,
    )
    .join(' AND '),
  names: Object.fromEntries(children.map(({ child_id }, n) => [`#child${n}`, child_id])),
  values: Object.fromEntries(children.map(({ child_name }, n) => [`:name${n}`, child_name])),
});

/**
 * What notes the names that children got, as parts of an `Update`. Refused where the family made a booking since its ledger
 * was read: one that was not found then would keep the old name. The hour and its count change with every booking, and never
 * return.
 */
const renaming = (
  { counted_hour, hour_bookings, renamed_children }: FamilyLedger,
  renamed: FamilyLedger['renamed_children'],
) => ({
  condition: [
    '',
    '(attribute_not_exists(counted_hour) OR (counted_hour = :hour AND hour_bookings = :made))',
    '(attribute_not_exists(renamed_children) OR renamed_children = :seen)',
  ].join(' AND '),
  set: ['renamed_children = :renamed'],
  values: { ':hour': counted_hour, ':made': hour_bookings, ':seen': renamed_children, ':renamed': renamed },
});

/**
 * The write of a change of a family's children, which counts, with the names that they got. Refused as `renaming` is, and
 * where the family may make no other change in the hour.
 */
export const changedChildrenUpdate = (
  table: Table,
  userId: UserId,
  ledger: FamilyLedger,
  { at, renamed }: { readonly at: Instant; readonly renamed: FamilyLedger['renamed_children'] },
): Write => {
  const count = changeCount(ledger, { at, isCounted: true });
  const names = isDeepStrictEqual(renamed, ledger.renamed_children)
    ? { condition: '', set: [], values: {} }
    : renaming(ledger, renamed);
  return {
    Update: {
      TableName: table.name,
      Key: familyLedgerKey(userId),
      ConditionExpression: `attribute_exists(PK)${names.condition}${count.condition}`,
      UpdateExpression: `SET ${[...names.set, ...count.set].join(', ')}`,
      ExpressionAttributeValues: { ...names.values, ...count.values },
    },
  };
};
