import type { UserId } from '#shared/schemas/ids';
import type { OpenBalance } from '#shared/schemas/payments';
import { DataTable } from '../tables/data-table.tsx';
import { balanceColumns } from './balance-columns.tsx';

interface BalancesTableProps {
  readonly families: readonly OpenBalance[];
  readonly isStale: boolean;
  readonly chosen: ReadonlySet<UserId>;
  readonly onChoose: (parentId: UserId) => void;
}

/** Families with an open balance, each with a box that chooses it for a reminder. */
export const BalancesTable = ({ families, isStale, chosen, onChoose }: BalancesTableProps) => (
  <DataTable
    label="Open balances"
    columns={[
      ...balanceColumns,
      {
        id: 'choose',
        header: 'Remind',
        kind: 'contact',
        line: 'reach',
        cell: ({ parent_id, full_name }) => (
          <label>
            <input
              type="checkbox"
              aria-label={`Remind ${full_name}`}
              checked={chosen.has(parent_id)}
              onChange={() => onChoose(parent_id)}
            />
          </label>
        ),
      },
    ]}
    rows={families}
    rowKey={({ parent_id }) => parent_id}
    rowName={({ full_name }) => full_name}
    isWhole={false}
    isStale={isStale}
    isWide
  />
);
