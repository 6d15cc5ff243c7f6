import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Clock, MapPin } from 'lucide-react';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/domain/format';
import type { BookingDetails } from '#shared/schemas/booking';
import { CancelledSession } from '../../components/cancelled-session.tsx';
import { Heading } from '../../components/heading.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { businessNow } from '../../lib/time/today.ts';
import { type BookedSession, nextSessions } from './next-session.ts';
import { bookingsQuery } from './queries.ts';

/** The next booked session and the cancelled ones before it; nothing when there is neither. */
export const NextSessionCard = () => {
  const { data, isPending } = useQuery(bookingsQuery);
  if (isPending) return <Skeleton height="44" borderRadius="xl" />;
  const { next, cancelled } = nextSessions(data?.bookings ?? [], businessNow());
  if (!next && cancelled.length === 0) return null;
  return (
    <Stack gap="3" p="5" borderRadius="xl" bg="ground.pitch" color="ground.fg">
      {cancelled.map(({ booking, session }) => (
        <Stack key={`${booking.id} ${session.date}`} gap="0.5">
          <Text fontWeight="semibold" color="ground.muted">
            {whoseText(booking)}
          </Text>
          {session.state === 'cancelled' && <CancelledSession {...session} />}
        </Stack>
      ))}
      {next && <Next {...next} />}
    </Stack>
  );
};

const whoseText = ({ child_name, time_slot }: BookingDetails): string =>
  `${child_name}, ${classTypeName(time_slot.class.class_type)}`;

const Next = ({ booking, session }: BookedSession) => (
  <>
    <Text fontWeight="semibold" color="ground.muted">
      Next session: {whoseText(booking)}
    </Text>
    <Heading size="lg">{formatLongDate(session.date)}</Heading>
    <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
      {formatTimeRange(booking.time_slot)}
    </IconLine>
    <IconLine icon={MapPin}>{booking.time_slot.class.venue}</IconLine>
  </>
);
