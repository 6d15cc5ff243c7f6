import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Clock, MapPin } from 'lucide-react';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/domain/format';
import { Heading } from '../../components/heading.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useBusinessToday } from '../../lib/time/today.ts';
import { nextSession } from './next-session.ts';
import { bookingsQuery } from './queries.ts';

/** The next booked session; nothing when there is none. */
export const NextSessionCard = () => {
  const { data, isPending } = useQuery(bookingsQuery);
  const today = useBusinessToday();
  if (isPending) return <Skeleton height="44" borderRadius="xl" />;
  const session = data ? nextSession(data.bookings, today) : null;
  if (!session) return null;
  const { time_slot, child_name } = session.booking;
  return (
    <Stack gap="3" p="5" borderRadius="xl" bg="ground.pitch" color="ground.fg">
      <Text fontWeight="semibold" color="ground.muted">
        Next session: {child_name}, {classTypeName(time_slot.class.class_type)}
      </Text>
      <Heading size="lg">{formatLongDate(session.date)}</Heading>
      <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
        {formatTimeRange(time_slot)}
      </IconLine>
      <IconLine icon={MapPin}>{time_slot.class.venue}</IconLine>
    </Stack>
  );
};
