import type { Reader } from '#shared/schemas/newsletter';
import { businessDate } from '../../../lib/time/today.ts';
import { EmailText } from '../email-text.tsx';
import type { Column } from '../tables/column.ts';
import type { CsvColumn } from '../tables/csv-column.ts';

export const readerColumns: readonly Column<Reader>[] = [
  {
    id: 'email',
    header: 'Email',
    kind: 'title',
    line: 'lead',
    cell: ({ email }) => <EmailText email={email} />,
    sortBy: ({ email }) => email,
  },
  {
    id: 'since',
    header: 'Confirmed On',
    kind: 'short',
    line: 'detail',
    cell: ({ consented_at }) => businessDate(consented_at),
    sortBy: ({ consented_at }) => consented_at,
  },
];

export const readerCsvColumns: readonly CsvColumn<Reader>[] = [
  { header: 'Email', value: ({ email }) => email },
  { header: 'Confirmed At', value: ({ consented_at }) => consented_at },
  { header: 'Consent', value: ({ consent }) => consent },
];
