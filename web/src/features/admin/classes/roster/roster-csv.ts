import { contactText } from '#shared/domain/children/contacts';
import { healthText } from '#shared/domain/children/health';
import { photosText } from '#shared/domain/children/photos';
import type { RosterEntry } from '#shared/schemas/roster';
import { businessDate } from '../../../../lib/time/today.ts';
import { type CsvColumn, phoneColumn } from '../../tables/csv-column.ts';

const typeText = ({ is_trial, only_dates }: RosterEntry): string => {
  if (is_trial) return 'Trial';
  return only_dates ? `Full, here only on ${only_dates.join(', ')}` : 'Full';
};

export const rosterCsvColumns: readonly CsvColumn<RosterEntry>[] = [
  { header: 'Child Name', value: ({ child_name }) => child_name },
  { header: 'Child Age', value: ({ child_age }) => child_age },
  { header: 'Type', value: typeText },
  { header: 'Trial Date', value: ({ trial_date }) => trial_date },
  { header: 'Medical Notes', value: healthText },
  { header: 'Parent Name', value: ({ parent }) => parent.full_name },
  { header: 'Parent Email', value: ({ parent }) => parent.email },
  phoneColumn('Parent Phone', ({ parent }) => parent.phone_number),
  { header: 'Other Contacts', value: ({ contacts }) => contacts.map(contactText).join('; ') },
  { header: 'Photos', value: ({ photos }) => photosText(photos) ?? 'Photos allowed' },
  { header: 'Booked On', value: ({ created_at }) => businessDate(created_at) },
];
