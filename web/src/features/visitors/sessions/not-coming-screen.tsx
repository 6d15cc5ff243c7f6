import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, MapPin } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import type { LinkedDay } from '#shared/booking/not-coming';
import { linksRoutes } from '#shared/contract/links-routes';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { IconLine } from '../../../components/icon-line.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { Screen } from '../../../components/screen.tsx';
import { NotComingButton } from '../../../components/session-notes.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { isNotFound } from '../../../lib/api/api-error.ts';
import { readAgain } from '../../../lib/api/read-again.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useIsHydrated } from '../../../lib/pages/page.ts';

/** The page works without a session, and opening it changes nothing (ABS-01). */
export const NotComingScreen = () => (
  <Screen pageTitle="Not coming" maxWidth="[34rem]">
    <Stack gap="5" py="6" aria-live="polite">
      <Day />
    </Stack>
  </Screen>
);

// Read on each visit: a booking may end and a session may begin at any time.
const dayQuery = (secret: string) =>
  queryOptions({
    ...routeQuery(linksRoutes.getLinkedDay, { body: { secret } }, 'Failed to load the sessions'),
    staleTime: 0,
    gcTime: 0,
  });

const Day = () => {
  const secret = useLocation().hash.slice(1);
  if (!useIsHydrated()) return <Waiting />;
  return secret === '' ? <NoLink /> : <LinkedDaySessions secret={secret} />;
};

const Waiting = () => (
  <>
    <Heading as="h1" size="xl">
      Not coming
    </Heading>
    <Skeleton height="40" borderRadius="xl" />
  </>
);

const LinkedDaySessions = ({ secret }: { readonly secret: string }) => {
  const { data, error, isPending, refetch } = useQuery(dayQuery(secret));
  const queryClient = useQueryClient();
  const { submit } = useSubmission({
    send: (answer: { readonly booking_id: Session['booking_id']; readonly not_coming: boolean }) =>
      callRoute(linksRoutes.setLinkedNotComing, { body: { secret, ...answer } }),
    failure: 'The coach could not be told. Please try again.',
    onDone: (day) => queryClient.setQueryData(dayQuery(secret).queryKey, day),
    onFailed: () => readAgain(queryClient, linksRoutes.getLinkedDay),
  });
  if (isNotFound(error)) return <NoLink />;
  if (isPending) return <Waiting />;
  if (!data) return <LoadFailure onRetry={() => void refetch()} />;
  const { date, sessions } = data;
  return (
    <>
      <Heading as="h1" size="xl">
        {formatLongDate(date)}
      </Heading>
      <Text fontSize="lg">
        {sessions.length === 0
          ? 'You have no session on this day.'
          : 'Press “Not coming” to tell the coach, and again to take it back, until the session begins. The place and the price stay as they are.'}
      </Text>
      {sessions.map((session) => (
        <SessionCard
          key={session.booking_id}
          date={date}
          session={session}
          onChange={(not_coming) => submit({ booking_id: session.booking_id, not_coming })}
        />
      ))}
      <MyBookingsLink />
    </>
  );
};

type Session = LinkedDay['sessions'][number];

interface SessionCardProps {
  readonly date: LinkedDay['date'];
  readonly session: Session;
  readonly onChange: (isNotComing: boolean) => void;
}

const SessionCard = ({ date, session, onChange }: SessionCardProps) => {
  const { child_name, class_type, venue, not_coming, has_begun } = session;
  return (
    <Card.Root variant="programme" colorPalette={`programme.${class_type}`}>
      <Card.Body p="5" gap="3">
        <Card.Title>
          {child_name}, {classTypeName(class_type)}
        </Card.Title>
        <HStack wrap="wrap" columnGap="5" rowGap="1">
          <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
            {formatTimeRange(session)}
          </IconLine>
          <IconLine icon={MapPin}>{venue}</IconLine>
        </HStack>
        {has_begun ? (
          <Text color="fg.muted">
            {not_coming ? 'You said that your child is not coming. ' : ''}This session has begun.
          </Text>
        ) : (
          <HStack>
            <NotComingButton child={child_name} date={date} isNotComing={not_coming} onChange={onChange} />
          </HStack>
        )}
      </Card.Body>
    </Card.Root>
  );
};

const NoLink = () => (
  <>
    <Heading as="h1" size="xl">
      This link does not work
    </Heading>
    <Text fontSize="lg">Please use the one of the latest reminder, or say it under My Bookings.</Text>
    <MyBookingsLink />
  </>
);

const MyBookingsLink = () => (
  <Button asChild variant="outline" alignSelf="start">
    <Link to={paths.parentBookings}>My Bookings</Link>
  </Button>
);
