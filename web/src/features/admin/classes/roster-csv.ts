import type { RosterEntry } from '#shared/schemas/booking-admin';
import { businessDate } from '../../../lib/time/today.ts';
import type { CsvColumn } from '../tables/csv-column.ts';

export const rosterCsvColumns: readonly CsvColumn<RosterEntry>[] = [
  { header: 'Child Name', value: ({ child_name }) => child_name },
  { header: 'Child Age', value: ({ child_age }) => child_age },
  { header: 'Type', value: ({ is_trial }) => (is_trial ? 'Trial' : 'Full') },
  { header: 'Trial Date', value: ({ trial_date }) => trial_date },
  { header: 'Medical Notes', value: ({ medical_conditions }) => medical_conditions },
  { header: 'Parent Name', value: ({ parent }) => parent.full_name },
  { header: 'Parent Email', value: ({ parent }) => parent.email },
  { header: 'Parent Phone', value: ({ parent }) => parent.phone_number },
  { header: 'Booked On', value: ({ created_at }) => businessDate(created_at) },
];
