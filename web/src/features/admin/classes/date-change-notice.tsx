import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { bookingCount } from '#shared/domain/classes/capacity';
import { formatTimeRange, weekdayName } from '#shared/domain/text/format';
import type { ManagedClass } from '#shared/schemas/class-input';
import { calendarDateSchema } from '#shared/schemas/values';
import { Notice } from '../../../components/notice.tsx';
import { impactQuery, impactText } from './impact-query.ts';
import type { ClassForm } from './use-class-form.ts';

interface DateChangeNoticeProps {
  /** The class as it is stored. */
  readonly cls: ManagedClass;
  readonly form: ClassForm;
}

const movedWeekday = (before: ManagedClass['start_date'], typed: string): string | null => {
  const date = calendarDateSchema.safeParse(typed);
  if (!date.success || weekdayName(date.data) === weekdayName(before)) return null;
  return `The sessions move from ${weekdayName(before)} to ${weekdayName(date.data)}.`;
};

/** Warns how a change of dates, venue, or times of booked slots affects the families that have booked. */
export const DateChangeNotice = ({ cls, form }: DateChangeNoticeProps) => {
  const [start, end, rows, venueId] = useWatch({
    control: form.control,
    name: ['start_date', 'end_date', 'time_slots', 'venue_id'],
  });
  const moved = cls.time_slots.filter((slot) => {
    const row = rows.find(({ slot_id }) => slot_id === slot.id);
    if (!row || bookingCount(slot) === 0) return false;
    return !slot.start_time.startsWith(row.start_time) || !slot.end_time.startsWith(row.end_time);
  });
  const datesChange = start !== cls.start_date || end !== cls.end_date;
  const isBooked = cls.time_slots.some((slot) => bookingCount(slot) > 0);
  const hasNewVenue = venueId !== cls.venue_details.id;
  const concerns = isBooked && (datesChange || hasNewVenue || moved.length > 0);
  const { data: impact } = useQuery({ ...impactQuery(cls.id), enabled: concerns });
  if (!concerns) return null;
  const weekday = movedWeekday(cls.start_date, start);
  return (
    <Notice role="alert" tone="warning" icon={TriangleAlert}>
      <Stack gap="1.5">
        <Text fontWeight="bold">
          This class has {impact ? impactText(impact) : 'bookings'}, made for the dates and times as they
          were.
        </Text>
        {weekday && <Text>{weekday}</Text>}
        {moved.map((slot) => (
          <Text key={slot.id}>
            {formatTimeRange(slot)} moves for {bookingCount(slot)} booked.
          </Text>
        ))}
        <Text>
          All bookings stay, at the price agreed, and My Bookings shows what is saved.
          {(hasNewVenue || moved.length > 0) &&
            ' Each family is told by email, and may cancel free of charge until the next session.'}
        </Text>
      </Stack>
    </Notice>
  );
};
