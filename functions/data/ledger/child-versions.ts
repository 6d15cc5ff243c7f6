import type { ChildId, UserId } from '#shared/schemas/ids';
import { familyLedgerKey } from '../dynamo/keys/ledger.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import type { FamilyLedger } from './family-ledger.ts';

type Versions = Pick<FamilyLedger, 'child_versions'>;

/**
 * Raises the version of children who get sessions, as parts of an `Update`: refused where one of them got others since the
 * ledger was read. So what was compared with a child's other sessions holds (BSK-04). Places of siblings do not matter.
 * @param ledger as read; without it, nothing was compared
 */
export const raiseVersions = (childIds: readonly ChildId[], ledger: Versions | undefined) => {
  const versions = childIds.map((id) => ledger?.child_versions[id]);
  const conditionOf = (version: number | undefined, n: number): string =>
    version === undefined
      ? ` AND attribute_not_exists(child_versions.#child${n})`
      : ` AND child_versions.#child${n} = :version${n}`;
  return {
    condition: ledger ? versions.map(conditionOf).join('') : '',
    set: childIds.map(
      (_, n) => `child_versions.#child${n} = if_not_exists(child_versions.#child${n}, :unbooked) + :raised`,
    ),
    names: Object.fromEntries(childIds.map((id, n) => [`#child${n}`, id])),
    values: {
      ':unbooked': 0,
      ':raised': 1,
      ...Object.fromEntries(
        versions.flatMap((version, n) => (version === undefined ? [] : [[`:version${n}`, version]])),
      ),
    },
  };
};

/** Whether children have the versions that they had in another read of the ledger. */
export const haveSameVersions = (one: Versions, other: Versions, childIds: readonly ChildId[]): boolean =>
  childIds.every((id) => one.child_versions[id] === other.child_versions[id]);

/** The write that raises the version of a child whose trial moves; refused as `raiseVersions` says. */
export const versionRaise = (table: Table, userId: UserId, childId: ChildId, ledger: Versions): Write => {
  const { condition, set, names, values } = raiseVersions([childId], ledger);
  return {
    Update: {
      TableName: table.name,
      Key: familyLedgerKey(userId),
      ConditionExpression: `attribute_exists(PK)${condition}`,
      UpdateExpression: `SET ${set.join(', ')}`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
};
