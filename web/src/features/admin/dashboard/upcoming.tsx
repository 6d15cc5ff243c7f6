import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ChevronDown } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import { classTypeName, formatLongDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { type Dashboard, dashboardDays } from '#shared/schemas/dashboard';
import { CancelledSession } from '../../../components/cancelled-session.tsx';
import { Card } from '../../../components/card.tsx';
import { EmptyPitch } from '../../../components/empty-pitch.tsx';
import { SlotFill } from '../slot-fill.tsx';
import { type UpcomingDay, upcomingDays } from './upcoming-days.ts';

/** The days with sessions, each with its time slots and their bookings; the first day is open. */
export const Upcoming = ({ classes }: { readonly classes: Dashboard['upcoming'] }) => {
  // Renders the open day first and the others, with possibly hundreds of sessions, in a deferred update.
  const renderedDays = useDeferredValue(dashboardDays, 1);
  const days = upcomingDays(classes);
  if (days.length === 0) {
    return (
      <EmptyPitch>
        <Text fontSize="lg">No sessions in the coming two weeks</Text>
      </EmptyPitch>
    );
  }
  return (
    <Stack gap="3">
      {days.slice(0, renderedDays).map((day, index) => (
        <Day key={day.date} day={day} isOpen={index === 0} />
      ))}
    </Stack>
  );
};

const Day = ({ day, isOpen }: { readonly day: UpcomingDay; readonly isOpen: boolean }) => (
  <Card asChild css={{ '&[open] > summary > svg': { transform: 'rotate(180deg)' } }}>
    <details open={isOpen}>
      <Summary>
        <Text fontWeight="bold" flex="1 1 14rem">
          {formatLongDate(day.date)}
        </Text>
        <Text color="fg.muted" fontVariantNumeric="tabular-nums">
          {day.sessions.length} {day.sessions.length === 1 ? 'session' : 'sessions'}, {day.booked} of{' '}
          {day.places} places taken
        </Text>
        <ChevronDown size="1.2em" aria-hidden />
      </Summary>
      <chakra.ul
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(min(19rem, 100%), 1fr))"
        columnGap="6"
        px="4"
        pb="3"
        listStyleType="none"
      >
        {day.sessions.map(({ cls, slot, session }) => (
          <li key={slot.id}>
            <SessionLink to={paths.adminSlot(cls.id, slot.id)}>
              <HStack gap="2" mb="1.5" lineHeight="heading">
                <ProgrammeDot bg={`programme.${cls.class_type}.solid`} />
                <Text truncate>
                  {classTypeName(cls.class_type)}, {cls.venue}
                </Text>
              </HStack>
              {session.reason && <CancelledSession date={session.date} reason={session.reason} />}
              <SlotFill slot={slot} fullBadge="Full" />
            </SessionLink>
          </li>
        ))}
      </chakra.ul>
    </details>
  </Card>
);

const Summary = chakra('summary', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    minHeight: 'touch',
    px: '4',
    py: '2.5',
    cursor: 'pointer',
    listStyle: 'none',
    '& > svg': { marginInlineStart: 'auto' },
    '&::-webkit-details-marker': { display: 'none' },
  },
});

const SessionLink = chakra(Link, {
  base: { display: 'block', py: '2.5', borderTopWidth: '1px', borderColor: 'border' },
});

/** The colour of a programme, beside its name. */
const ProgrammeDot = chakra('span', {
  base: { boxSize: '3', borderRadius: 'full', flexShrink: '0' },
});
