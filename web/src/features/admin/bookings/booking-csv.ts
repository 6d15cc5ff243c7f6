import { chargeStateText } from '#shared/domain/ledger/charge-state';
import { classTypeName } from '#shared/domain/text/format';
import type { PaidBooking } from '#shared/schemas/booking-admin';
import { businessDate } from '../../../lib/time/today.ts';
import { shortTimes } from '../short-times.ts';
import { amountColumn, type CsvColumn, phoneColumn } from '../tables/csv-column.ts';

export const bookingCsvColumns: readonly CsvColumn<PaidBooking>[] = [
  { header: 'Class Type', value: ({ time_slot }) => classTypeName(time_slot.class.class_type) },
  { header: 'Venue', value: ({ time_slot }) => time_slot.class.venue },
  { header: 'Time Slot', value: ({ time_slot }) => shortTimes(time_slot) },
  { header: 'Type', value: ({ is_trial }) => (is_trial ? 'Trial' : 'Full') },
  { header: 'Trial Date', value: ({ trial_date }) => trial_date },
  { header: 'Child Name', value: ({ child_name }) => child_name },
  { header: 'Age', value: ({ child_age }) => child_age },
  { header: 'Parent', value: ({ parent }) => parent.full_name },
  { header: 'Email', value: ({ parent }) => parent.email },
  phoneColumn('Phone', ({ parent }) => parent.phone_number),
  amountColumn('Amount', ({ amount }) => amount),
  { header: 'Payment', value: ({ payment, amount }) => chargeStateText({ ...payment, amount }) },
  { header: 'Booked On', value: ({ created_at }) => businessDate(created_at) },
];
