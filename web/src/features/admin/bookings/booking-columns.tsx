import { classTypeName, formatDate } from '#shared/domain/format';
import { formatCents } from '#shared/domain/money';
import type { BookingDetails } from '#shared/schemas/booking';
import { businessDate } from '../../../lib/today.ts';
import { orMissing } from '../or-missing.ts';
import { shortTimes } from '../short-times.ts';
import type { Column } from '../tables/column.ts';

/** "Trial (Sep 6, 2025)", "Trial" or "Full" (ADM-41). */
const typeText = ({ is_trial, trial_date }: BookingDetails): string => {
  if (!is_trial) return 'Full';
  return trial_date ? `Trial (${formatDate(trial_date)})` : 'Trial';
};

/** What a booking is, in the order of the specification (ADM-39). */
export const bookingColumns: readonly Column<BookingDetails>[] = [
  {
    id: 'class',
    header: 'Class Type',
    cell: ({ time_slot }) => classTypeName(time_slot.class.class_type),
    sortBy: ({ time_slot }) => time_slot.class.class_type,
  },
  {
    id: 'venue',
    header: 'Venue',
    cell: ({ time_slot }) => time_slot.class.venue,
    sortBy: ({ time_slot }) => time_slot.class.venue,
  },
  {
    id: 'slot',
    header: 'Time Slot',
    kind: 'short',
    cell: ({ time_slot }) => shortTimes(time_slot),
    sortBy: ({ time_slot }) => shortTimes(time_slot),
  },
  { id: 'type', header: 'Type', cell: typeText, sortBy: typeText },
  {
    id: 'child',
    header: 'Child Name',
    kind: 'title',
    cell: ({ child_name }) => child_name,
    sortBy: ({ child_name }) => child_name,
  },
  {
    id: 'age',
    header: 'Age',
    kind: 'number',
    cell: ({ child_age }) => child_age,
    sortBy: ({ child_age }) => child_age,
  },
  {
    id: 'parent',
    header: 'Parent',
    cell: ({ parent }) => orMissing(parent.full_name),
    sortBy: ({ parent }) => parent.full_name,
  },
  {
    id: 'email',
    header: 'Email',
    kind: 'email',
    cell: ({ parent }) => orMissing(parent.email),
    sortBy: ({ parent }) => parent.email,
  },
  { id: 'phone', header: 'Phone', cell: ({ parent }) => orMissing(parent.phone_number) },
  {
    id: 'amount',
    header: 'Amount',
    kind: 'number',
    cell: ({ amount }) => formatCents(amount),
    sortBy: ({ amount }) => amount,
  },
  {
    id: 'booked',
    header: 'Booked On',
    kind: 'short',
    cell: ({ created_at }) => businessDate(created_at),
    sortBy: ({ created_at }) => created_at,
  },
];
