import { readProfileNames } from '../../data/families/profile-names.ts';
import type { Table } from '../../data/table.ts';
import type { LedgerStatement } from '../../data/views/statement.ts';

type Lines = Pick<LedgerStatement, 'charges' | 'entries'>;

/** Names the administrators who made entries and ended bookings. One BatchGetItem per 100 administrators. */
export const nameMakers = async (table: Table, statements: readonly Lines[]) => {
  const nameOf = await readProfileNames(
    table,
    statements.flatMap(({ charges, entries }) => [
      ...charges.map(({ ended_by }) => ended_by),
      ...entries.map(({ made_by }) => made_by),
    ]),
  );
  return ({ charges, entries }: Lines) => ({
    charges: charges.map((charge) => ({ ...charge, ended_by_name: nameOf(charge.ended_by) })),
    entries: entries.map((entry) => ({ ...entry, made_by_name: nameOf(entry.made_by) })),
  });
};
