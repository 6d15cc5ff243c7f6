import { Backpack, Clock, MapPin } from 'lucide-react';
import { Link } from 'react-router-dom';
import { arrivalStep, whatToBring } from '#shared/booking/booking-terms';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { css } from '#styled-system/css';
import { IconLine } from '../../../components/icon-line.tsx';
import { CancelledSession } from '../../../components/session-notes.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { useIsPhone } from '../../../lib/browser/use-media.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { mapUrlOf } from '../../../lib/venues.ts';
import {
  type BookedSession,
  laterThisWeek,
  nextSessions,
  type ShownBooking,
  useOfflineSessions,
} from './next-session.ts';

/** Shows the next session, those of the seven days after it, and cancelled ones before it; without any, a link to the classes. */
export const FamilyWeek = ({ bookings }: { readonly bookings: readonly ShownBooking[] }) => {
  const moment = useBusinessNow();
  useOfflineSessions(bookings);
  const { next, cancelled } = nextSessions(bookings, moment);
  const isShort = useIsPhone();
  return (
    <Stack
      as="section"
      aria-label="Your week"
      gap="3"
      p="5"
      borderRadius="xl"
      bg="ground.pitch"
      color="ground.fg"
      css={{ '& :focus-visible': { outlineColor: 'accent.solid' } }}
    >
      {cancelled.map((booked) => (
        <Stack key={keyOf(booked)} gap="0.5">
          <Text fontWeight="semibold" color="ground.muted">
            {whoAndWhat(booked)}
          </Text>
          {booked.session.state === 'cancelled' && <CancelledSession {...booked.session} />}
        </Stack>
      ))}
      {next && <NextSession booked={next} isShort={isShort} />}
      {!next && cancelled.length === 0 && <NoSession />}
      <LaterSessions sessions={laterThisWeek(bookings, moment)} />
      {next && !isShort && <ToBring />}
    </Stack>
  );
};

interface SessionProps {
  readonly booked: BookedSession;
}

const ToBring = () => (
  <IconLine icon={Backpack} color="ground.muted">
    {whatToBring} {arrivalStep}
  </IconLine>
);

// On a phone, directions, booking and what to bring are behind "Details" (FAM-09).
const NextSession = ({ booked, isShort }: SessionProps & { readonly isShort: boolean }) => (
  <>
    <Text fontWeight="semibold" color="ground.muted">
      Next session: {whoAndWhat(booked)}
    </Text>
    {/* On a phone the longest date has one line. In two it would be larger than the title, and the page's LCP. */}
    <Heading fontSize={{ base: 'xl', md: '2xl' }}>{formatLongDate(booked.session.date)}</Heading>
    <TimeAndMap booked={booked} />
    {isShort ? (
      <details>
        <summary className={more}>Details</summary>
        <Way booked={booked} />
        <ToBring />
      </details>
    ) : (
      <Way booked={booked} />
    )}
  </>
);

const NoSession = () => (
  <>
    <Heading size="lg">No sessions to come</Heading>
    <Text color="ground.muted">Choose a class, and the next session is shown here.</Text>
    <Button asChild colorPalette="accent" alignSelf="start">
      <Link to={paths.parentClasses}>Find a class</Link>
    </Button>
  </>
);

const LaterSessions = ({ sessions }: { readonly sessions: readonly BookedSession[] }) =>
  sessions.length > 0 && (
    <Stack as="ul" gap="0">
      {sessions.map((booked) => (
        <Stack
          as="li"
          key={keyOf(booked)}
          gap="1.5"
          pt="3"
          pb="2"
          borderTopWidth="1px"
          borderColor="ground.line"
        >
          <Text fontWeight="semibold">
            {/* Each part wraps as a whole. As one text of two lines it would be larger than the title, and the page's LCP. */}
            <span className={section}>{formatLongDate(booked.session.date)}:</span>{' '}
            <span className={section}>{whoAndWhat(booked)}</span>
          </Text>
          <TimeAndMap booked={booked} />
          <ShowBooking booked={booked} />
        </Stack>
      ))}
    </Stack>
  );

const keyOf = ({ booking, session }: BookedSession): string => `${booking.id} ${session.date}`;

const whoAndWhat = ({ booking }: BookedSession): string =>
  `${booking.child_name}, ${classTypeName(booking.time_slot.class.class_type)}`;

const TimeAndMap = ({ booked: { booking, slot } }: SessionProps) => {
  const { venue, venue_details } = booking.time_slot.class;
  return (
    <HStack wrap="wrap" gap="0" columnGap="5">
      <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
        {formatTimeRange(slot)}
      </IconLine>
      <a
        className={onPitch}
        href={mapUrlOf(venue, venue_details)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Map of ${venue}`}
      >
        <IconLine icon={MapPin}>{venue}</IconLine>
      </a>
    </HStack>
  );
};

const Way = ({ booked }: SessionProps) => {
  const { address, directions } = booked.booking.time_slot.class.venue_details;
  return (
    <>
      <Text fontSize="sm">{address}</Text>
      {directions && <Text fontSize="sm">{directions}</Text>}
      <ShowBooking booked={booked} />
    </>
  );
};

const ShowBooking = ({ booked: { booking } }: SessionProps) => (
  <Link className={onPitch} to={`${paths.parentBookings}#${booking.id}`}>
    Show booking
  </Link>
);

const more = css({ minHeight: 'touch', alignContent: 'center', fontWeight: 'semibold', cursor: 'pointer' });

const section = css({ display: 'inline-block' });

const onPitch = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  textDecoration: 'underline',
  textUnderlineOffset: '[0.2em]',
  overflowWrap: 'anywhere',
});
