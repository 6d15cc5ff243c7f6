import { HStack as StyledHStack, Stack as StyledStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text as StyledText } from '@chakra-ui/react/text';
import { Backpack, Clock, MapPin } from 'lucide-react';
import { Link } from 'react-router-dom';
import { arrivalStep, whatToBring } from '#shared/booking/booking-terms';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { IconLine } from '../../../components/card.tsx';
import { Stack } from '../../../components/plain.tsx';
import { Heading } from '../../../components/screen.tsx';
import { CancelledSession } from '../../../components/session-notes.tsx';
import { StyledButton, StyledHeading } from '../../../components/styled.tsx';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { mapUrlOf } from '../../../lib/venues.ts';
import {
  type BookedSession,
  laterThisWeek,
  nextSessions,
  type ShownBooking,
  useKeptSessions,
} from './next-session.ts';

/**
 * The next session, those that follow within seven days, and the cancelled ones before it; the way to a class without
 * any.
 */
export const FamilyWeek = ({ bookings }: { readonly bookings: readonly ShownBooking[] }) => {
  const moment = useBusinessNow();
  useKeptSessions(bookings);
  const { next, cancelled } = nextSessions(bookings, moment);
  return (
    <StyledStack
      as="section"
      aria-label="Your week"
      gap="3"
      p="5"
      borderRadius="xl"
      bg="ground.pitch"
      color="ground.fg"
      css={{ '& :focus-visible': { outlineColor: 'accent.solid' } }}
    >
      {cancelled.map((entry) => (
        <Stack key={keyOf(entry)} gap="0.5">
          <StyledText fontWeight="semibold" color="ground.muted">
            {whoAndWhat(entry)}
          </StyledText>
          {entry.session.state === 'cancelled' && <CancelledSession {...entry.session} />}
        </Stack>
      ))}
      {next && <NextSession entry={next} />}
      {!next && cancelled.length === 0 && <NoSession />}
      <LaterSessions entries={laterThisWeek(bookings, moment)} />
      {next && (
        <IconLine icon={Backpack} look={['ground']}>
          {whatToBring} {arrivalStep}
        </IconLine>
      )}
    </StyledStack>
  );
};

interface EntryProps {
  readonly entry: BookedSession;
}

const NextSession = ({ entry }: EntryProps) => (
  <>
    <StyledText fontWeight="semibold" color="ground.muted">
      Next session: {whoAndWhat(entry)}
    </StyledText>
    {/* On a phone the longest date has one line. In two it would be larger than the title, and the page's LCP. */}
    <StyledHeading fontSize={{ base: 'xl', md: '2xl' }}>{formatLongDate(entry.session.date)}</StyledHeading>
    <SessionPlace entry={entry} />
  </>
);

const NoSession = () => (
  <>
    <Heading size="lg">No sessions to come</Heading>
    <StyledText color="ground.muted">Choose a class, and the next session is shown here.</StyledText>
    <StyledButton asChild variant="accent" alignSelf="start">
      <Link to={paths.parentClasses}>Find a class</Link>
    </StyledButton>
  </>
);

const LaterSessions = ({ entries }: { readonly entries: readonly BookedSession[] }) =>
  entries.length > 0 && (
    <Stack as="ul" gap="0">
      {entries.map((entry) => (
        <StyledStack
          as="li"
          key={keyOf(entry)}
          gap="1.5"
          pt="3"
          pb="2"
          borderTopWidth="1px"
          borderColor="ground.line"
        >
          {/* Each part wraps as a whole. As one text of two lines it would be larger than the title, and the page's LCP. */}
          <StyledText fontWeight="semibold" css={{ '& span': { display: 'inline-block' } }}>
            <span>{formatLongDate(entry.session.date)}:</span> <span>{whoAndWhat(entry)}</span>
          </StyledText>
          <SessionPlace entry={entry} />
        </StyledStack>
      ))}
    </Stack>
  );

const keyOf = ({ booking, session }: BookedSession): string => `${booking.id} ${session.date}`;

const whoAndWhat = ({ booking }: BookedSession): string =>
  `${booking.child_name}, ${classTypeName(booking.time_slot.class.class_type)}`;

const SessionPlace = ({ entry: { booking, slot } }: EntryProps) => {
  const { venue, venue_details } = booking.time_slot.class;
  return (
    <StyledHStack wrap="wrap" columnGap="5" rowGap="0">
      <IconLine icon={Clock} look={['numbers']}>
        {formatTimeRange(slot)}
      </IconLine>
      <OnPitchLink
        href={mapUrlOf(venue, venue_details)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Map of ${venue}`}
      >
        <IconLine icon={MapPin}>{venue}</IconLine>
      </OnPitchLink>
      <StyledText fontSize="sm" flexBasis="full">
        {venue_details.address}
      </StyledText>
      {venue_details.directions && (
        <StyledText fontSize="sm" flexBasis="full">
          {venue_details.directions}
        </StyledText>
      )}
      <OnPitchLink asChild flexBasis="full">
        <Link to={`${paths.parentBookings}#${booking.id}`}>Show booking</Link>
      </OnPitchLink>
    </StyledHStack>
  );
};

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
