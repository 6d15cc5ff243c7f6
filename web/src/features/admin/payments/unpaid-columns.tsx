import { formatCents } from '#shared/domain/pricing/money';
import { classTypeName, everyWeekday, formatDate } from '#shared/domain/text/format';
import type { UnpaidCharge } from '#shared/schemas/payments';
import { orMissing } from '../or-missing.ts';
import { PhoneLink } from '../phone-link.tsx';
import { shortTimes } from '../short-times.ts';
import type { Column } from '../tables/column.ts';
import { amountColumn, type CsvColumn, phoneColumn } from '../tables/csv-column.ts';

/** "Juniorballerz, Riverside, Saturdays, 10:00 - 11:00", or that the place is given back. */
const placeText = ({ place }: UnpaidCharge): string => {
  if (!place) return 'Ended, no place';
  const { time_slot } = place;
  const { class_type, venue, start_date } = time_slot.class;
  return [classTypeName(class_type), venue, everyWeekday(start_date), shortTimes(time_slot)].join(', ');
};

const childText = ({ child_name, place }: UnpaidCharge): string =>
  place?.is_trial ? `${child_name} (trial)` : child_name;

/** Columns of what is not paid by a day (DUE-02). */
export const unpaidColumns: readonly Column<UnpaidCharge>[] = [
  { id: 'child', header: 'Child', kind: 'title', line: 'lead', cell: childText },
  { id: 'due', header: 'Due', kind: 'number', line: 'leadEnd', cell: ({ due }) => formatCents(due) },
  { id: 'place', header: 'Place', kind: 'place', line: 'detail', cell: placeText },
  {
    id: 'since',
    header: 'Due Since',
    kind: 'short',
    line: 'detailEnd',
    cell: ({ since }) => formatDate(since),
  },
  { id: 'parent', header: 'Parent', cell: ({ full_name }) => orMissing(full_name) },
  { id: 'phone', header: 'Phone', cell: ({ phone_number }) => <PhoneLink phone={phone_number} /> },
];

export const unpaidCsvColumns: readonly CsvColumn<UnpaidCharge>[] = [
  { header: 'Child', value: childText },
  { header: 'Place', value: placeText },
  amountColumn('Due', ({ due }) => due),
  { header: 'Due Since', value: ({ since }) => since },
  { header: 'Parent', value: ({ full_name }) => full_name },
  { header: 'Email', value: ({ email }) => email },
  phoneColumn('Phone', ({ phone_number }) => phone_number),
  { header: 'Reference', value: ({ reference }) => reference },
];
