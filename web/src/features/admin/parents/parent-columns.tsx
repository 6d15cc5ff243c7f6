import type { ParentPage } from '#shared/schemas/managed-profile';
import { Badge } from '../../../components/badge.tsx';
import { businessDate } from '../../../lib/time/today.ts';
import { memberColumns } from '../member-columns.tsx';
import type { Column } from '../tables/column.ts';
import { type CsvColumn, phoneColumn } from '../tables/csv-column.ts';

export type ParentRow = ParentPage['parents'][number];

const { name, email, phone, role, joined } = memberColumns;

/** Columns of the list of parents (ADM-48). */
export const parentColumns: readonly Column<ParentRow>[] = [
  {
    ...name,
    cell: (parent) => (
      <>
        {name.cell(parent)} {parent.deleting && <Badge variant="danger">Being deleted</Badge>}
      </>
    ),
  },
  email,
  phone,
  role,
  {
    id: 'bookings',
    header: 'Bookings',
    kind: 'number',
    line: 'leadEnd',
    cell: ({ bookings_count }) => bookings_count,
    sortBy: ({ bookings_count }) => bookings_count,
  },
  joined,
];

export const parentCsvColumns: readonly CsvColumn<ParentRow>[] = [
  { header: 'Name', value: ({ full_name }) => full_name },
  { header: 'Email', value: (parent) => parent.email },
  phoneColumn('Phone', ({ phone_number }) => phone_number),
  { header: 'Role', value: (parent) => parent.role },
  { header: 'Bookings', value: ({ bookings_count }) => bookings_count },
  { header: 'Joined', value: ({ created_at }) => businessDate(created_at) },
];
