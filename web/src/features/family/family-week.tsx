import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Backpack, Clock, MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/domain/format';
import { arrivalStep, equipmentStep } from '#shared/next-steps';
import { paths } from '#shared/paths';
import { Heading } from '../../components/heading.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { keepSessions, type StoredSession } from '../../lib/offline/stored-sessions.ts';
import { useBusinessToday } from '../../lib/time/today.ts';
import { comingSessions, type Session, sessionsOfWeek } from './coming-sessions.ts';
import { bookingsQuery } from './queries.ts';

/** The sessions of the next seven days of all children, in order; nothing when no session comes. */
export const FamilyWeek = () => {
  const { data, isPending } = useQuery(bookingsQuery);
  const today = useBusinessToday();
  useEffect(() => {
    if (data) keepSessions(comingSessions(data.bookings, today).map(toStored));
  }, [data, today]);
  if (isPending) return <Skeleton height="44" borderRadius="xl" />;
  const [next, ...later] = data ? sessionsOfWeek(data.bookings, today) : [];
  if (!next) return null;
  return (
    <Stack
      as="section"
      aria-label="Your week"
      gap="3"
      p="5"
      borderRadius="xl"
      bg="ground.pitch"
      color="ground.fg"
    >
      <Text fontWeight="semibold" color="ground.muted">
        Next session: {whoAndWhat(next)}
      </Text>
      <Heading size="lg">{formatLongDate(next.date)}</Heading>
      <SessionPlace session={next} />
      {later.length > 0 && (
        <Stack as="ul" gap="0" listStyleType="none">
          {later.map((session) => (
            <Stack
              as="li"
              key={`${session.booking.id} ${session.date}`}
              gap="1.5"
              pt="3"
              pb="2"
              borderTopWidth="1px"
              borderColor="ground.line"
            >
              <Text fontWeight="semibold">
                {formatLongDate(session.date)}: {whoAndWhat(session)}
              </Text>
              <SessionPlace session={session} />
            </Stack>
          ))}
        </Stack>
      )}
      <IconLine icon={Backpack} color="ground.muted">
        {equipmentStep} {arrivalStep}
      </IconLine>
    </Stack>
  );
};

const toStored = ({ booking: { child_name, time_slot }, date }: Session): StoredSession => ({
  date,
  day: formatLongDate(date),
  time: formatTimeRange(time_slot),
  child: child_name.split(/\s/)[0] ?? '',
  program: classTypeName(time_slot.class.class_type),
  venue: time_slot.class.venue,
});

const whoAndWhat = ({ booking }: Session): string =>
  `${booking.child_name}, ${classTypeName(booking.time_slot.class.class_type)}`;

const SessionPlace = ({ session: { booking } }: { readonly session: Session }) => {
  const { time_slot } = booking;
  const { venue } = time_slot.class;
  return (
    <HStack wrap="wrap" columnGap="5" rowGap="0">
      <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
        {formatTimeRange(time_slot)}
      </IconLine>
      <OnPitchLink href={mapLink(venue)} target="_blank" rel="noreferrer" aria-label={`Map of ${venue}`}>
        <IconLine icon={MapPin}>{venue}</IconLine>
      </OnPitchLink>
      <OnPitchLink asChild>
        <Link to={`${paths.parentBookings}#${booking.id}`}>Show booking</Link>
      </OnPitchLink>
    </HStack>
  );
};

const mapLink = (venue: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(venue)}`;

const OnPitchLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    textDecoration: 'underline',
    textUnderlineOffset: '0.2em',
    overflowWrap: 'anywhere',
  },
});
