import { batchPut } from '#functions/data/dynamo/batch-write';
import { familyLedgerItem } from '#functions/data/ledger/family-ledger';
import type { Table } from '#functions/data/table';
import type { Family } from '#shared/schemas/profile';

/** Sets the counts of families to none, for tests and measurements in which they book beyond the limits of BOK-52. */
export const resetAccounts = (
  table: Table,
  accounts: readonly { readonly family: Family }[],
): Promise<void> =>
  batchPut(
    table,
    accounts.map(({ family }) => familyLedgerItem(family.profile.id)),
  );
