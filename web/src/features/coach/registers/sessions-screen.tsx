import { ChevronRight, MapPin } from 'lucide-react';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { shownProblems } from '#shared/contract/shown-problems';
import { formatTimeRange } from '#shared/lib/format';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { programmes } from '#shared/programmes';
import { cardsAreGone, isOpenForCoaches, registerWindowText } from '#shared/registers/marks';
import type { CoachSession } from '#shared/registers/register';
import type { Role } from '#shared/roles';
import { cancellationReasonNames } from '#shared/sessions/slot';
import { EmptyPitch } from '../../../components/badge.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { siteConfig } from '../../../lib/api/config.ts';
import { usePageTitle } from '../../../lib/pages/page.ts';
import { serverNow } from '../../../lib/time/server-clock.ts';
import { useBusinessToday } from '../../../lib/time/today.ts';
import { mapUrlOf } from '../../../lib/venues.ts';
import { registerRows, type UnsentMark } from './coach-store.ts';
import { countsText, dayText, progressText } from './coach-texts.ts';
import { useCoachWork } from './coach-work-provider.tsx';
import { grouped, type RegisterCopy, sessionKey } from './copies.ts';
import { RefusedMarks, SentLine, TimeOf } from './sent-line.tsx';

export const CoachSessionsScreen = () => {
  usePageTitle('Your sessions');
  const { work, state } = useCoachWork();
  const { copies, phase, isEnded } = state;
  const days = grouped(copies.sessions, ({ date }) => date);
  const isWaiting = copies.lastContact === null && (phase === 'reading' || phase === 'asking');
  return (
    <Stack gap="4">
      <Heading as="h1" size="xl">
        Your sessions
      </Heading>
      {!(isEnded && state.marks.length === 0) && <SentLine />}
      <RefusedMarks marks={state.marks.filter(({ refused }) => refused !== null)} />
      {isEnded && (
        <Text fontSize="lg">
          {shownProblems.coachOnly.text}
          {/* The sign-in knows the roles of its start. */}
          {work.account.role === 'parent' && ' If it has added you since, log in again.'}
        </Text>
      )}
      {isWaiting && <Skeleton height="40" borderRadius="xl" />}
      {!isWaiting &&
        days.length === 0 &&
        !isEnded &&
        (phase === 'failed' ? (
          <LoadFailure onRetry={() => void work.refresh()} />
        ) : (
          <EmptyPitch>
            <Text fontSize="lg">You have no session in the next seven days.</Text>
          </EmptyPitch>
        ))}
      {days.map(([date, sessions]) => (
        <Day key={date} sessions={sessions} />
      ))}
      {days.length > 0 && work.account.role !== 'admin' && <Text color="fg.muted">{registerWindowText}</Text>}
      {!isWaiting && (
        <HStack gap="6" wrap="wrap">
          <OtherArea role={work.account.role} />
          <Link asChild>
            <RouterLink to={paths.secondFactor}>Two-step login</RouterLink>
          </Link>
        </HStack>
      )}
    </Stack>
  );
};

// An administrator has the office too, and a coach may have a family.
const OtherArea = ({ role }: { readonly role: Role }) => (
  <Link asChild>
    {role === 'admin' ? (
      <RouterLink to={paths.admin}>To the office</RouterLink>
    ) : (
      <RouterLink to={paths.parent}>Your family</RouterLink>
    )}
  </Link>
);

const Day = ({ sessions }: { readonly sessions: readonly CoachSession[] }) => {
  const { work, state } = useCoachWork();
  // The day comes with the first sessions: before an answer, the browser would load the rules of its time zones.
  const today = useBusinessToday();
  const { copies, marks } = state;
  const [first] = sessions;
  const name = first ? dayText(first.date, today) : '';
  return (
    <Stack as="section" gap="2" aria-label={name}>
      <Heading as="h2" size="md">
        {name}
      </Heading>
      {sessions.map((session) => (
        <SessionCard
          key={sessionKey(session)}
          session={session}
          register={copies.registers[sessionKey(session)]}
          marks={marks}
          isOpen={work.account.role === 'admin' || isOpenForCoaches(session, instantOf(serverNow()))}
        />
      ))}
    </Stack>
  );
};

interface SessionCardProps {
  readonly session: CoachSession;
  readonly register: RegisterCopy | undefined;
  readonly marks: readonly UnsentMark[];
  readonly isOpen: boolean;
}

// Memoised, so that loading the other registers does not render it.
const SessionCard = memo(({ session, register, marks, isOpen }: SessionCardProps) => {
  const { class_id, slot_id, date, venue, venue_details, state, reason } = session;
  const present = register && registerRows(register, marks).present;
  const marked = present?.filter(({ mark }) => mark !== null).length ?? session.marked;
  const children = present?.length ?? session.children;
  const time = formatTimeRange(session);
  const name = programmes[session.class_type].name;
  return (
    <Card.Root p="4">
      <Stack gap="1.5">
        <HStack justify="space-between" align="start" gap="3" wrap="wrap">
          <Text fontSize="xl" fontWeight="extrabold" lineHeight="heading" fontVariantNumeric="tabular-nums">
            {state === 'cancelled' ? (
              <s>
                <TimeOf session={session} /> {name}
              </s>
            ) : (
              <>
                <TimeOf session={session} /> {name}
              </>
            )}
          </Text>
          {session.is_cover && (
            <Badge variant="solid" colorPalette="accent">
              Cover
            </Badge>
          )}
        </HStack>
        {state === 'cancelled' && reason && (
          <Text fontWeight="bold" color="danger.fg">
            Cancelled: {cancellationReasonNames[reason]}
          </Text>
        )}
        <HStack gap="2" wrap="wrap" css={{ _icon: { flexShrink: '0' } }}>
          <MapPin size="1.2em" aria-hidden />
          <span>{venue}</span>
          <Link
            href={mapUrlOf(venue, venue_details)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Map of ${venue}`}
            px="2"
            fontWeight="bold"
          >
            Map
          </Link>
        </HStack>
        {venue_details.directions && <Text color="fg.muted">{venue_details.directions}</Text>}
        <Text fontWeight="semibold">
          {countsText(session, !cardsAreGone(session, instantOf(serverNow()), siteConfig().timeZone))}
        </Text>
        {isOpen && state === 'on' && (
          <Button
            asChild
            justifyContent="space-between"
            gap="3"
            minHeight="14"
            mt="1"
            px="4"
            borderRadius="lg"
            textAlign="start"
          >
            <RouterLink
              to={paths.coachRegister(class_id, slot_id, date)}
              aria-label={`Register, ${time} ${name}`}
            >
              <span>Register: {progressText(marked, children)}</span>
              <ChevronRight aria-hidden />
            </RouterLink>
          </Button>
        )}
      </Stack>
    </Card.Root>
  );
});
