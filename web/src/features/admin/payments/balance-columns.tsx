import { Link } from 'react-router-dom';
import { formatCents } from '#shared/domain/pricing/money';
import { counted } from '#shared/domain/text/counted';
import { daysBetween } from '#shared/domain/time/calendar';
import { paths } from '#shared/paths';
import type { OpenBalance } from '#shared/schemas/payments';
import { Badge } from '../../../components/badge.tsx';
import { businessDate, businessToday } from '../../../lib/time/today.ts';
import { fromList } from '../back-link.tsx';
import { EmailText } from '../email-text.tsx';
import { orMissing } from '../or-missing.ts';
import { PhoneLink } from '../phone-link.tsx';
import type { Column } from '../tables/column.ts';
import { amountColumn, type CsvColumn, phoneColumn } from '../tables/csv-column.ts';

/** Whole days since the oldest open charge; null where that is not known. */
const daysOpen = ({ open_since }: OpenBalance): number | null =>
  open_since && daysBetween(open_since, businessToday());

const daysText = (balance: OpenBalance): string => {
  const days = daysOpen(balance);
  if (days === null) return 'Unknown';
  return counted(days, 'day', 'days');
};

/** Columns of the families with an open balance (PAY-07). */
export const balanceColumns: readonly Column<OpenBalance>[] = [
  {
    id: 'name',
    header: 'Family',
    kind: 'title',
    line: 'lead',
    cell: ({ full_name }) => orMissing(full_name),
  },
  {
    id: 'due',
    header: 'Due',
    kind: 'number',
    line: 'leadEnd',
    cell: ({ due }) => formatCents(due),
  },
  {
    id: 'later',
    header: 'Not Due Yet',
    kind: 'number',
    cell: ({ later }) => formatCents(later),
  },
  { id: 'days', header: 'Days Open', kind: 'short', line: 'detailEnd', cell: daysText },
  { id: 'reference', header: 'Reference', kind: 'short', cell: ({ reference }) => reference ?? 'None yet' },
  {
    id: 'email',
    header: 'Email',
    kind: 'email',
    line: 'detail',
    cell: ({ email }) => <EmailText email={orMissing(email)} />,
  },
  { id: 'phone', header: 'Phone', cell: ({ phone_number }) => <PhoneLink phone={phone_number} /> },
  {
    id: 'reminded',
    header: 'Reminded',
    kind: 'short',
    cell: ({ reminded_at, do_not_remind }) =>
      do_not_remind ? <Badge>Do not remind</Badge> : reminded_at ? businessDate(reminded_at) : 'Never',
  },
  {
    id: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: ({ parent_id, full_name }) => (
      <Link
        to={paths.adminParent(parent_id)}
        state={fromList}
        aria-label={`View the account of ${full_name}`}
      >
        View Account
      </Link>
    ),
  },
];

export const balanceCsvColumns: readonly CsvColumn<OpenBalance>[] = [
  { header: 'Family', value: ({ full_name }) => full_name },
  { header: 'Email', value: ({ email }) => email },
  phoneColumn('Phone', ({ phone_number }) => phone_number),
  { header: 'Reference', value: ({ reference }) => reference },
  amountColumn('Due', ({ due }) => due),
  amountColumn('Not Due Yet', ({ later }) => later),
  { header: 'Next Due Date', value: ({ next_due }) => next_due },
  { header: 'Open Since', value: ({ open_since }) => open_since },
  { header: 'Days Open', value: daysOpen },
  { header: 'Last Reminder', value: ({ reminded_at }) => reminded_at && businessDate(reminded_at) },
];
