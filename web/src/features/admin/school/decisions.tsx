import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { type PropsWithChildren, useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Coach, coachCheckNames, dueChecks } from '#shared/accounts/coaches';
import type { LateEnding } from '#shared/booking/admin-routes';
import { adminRoutes } from '#shared/contract/admin-routes';
import { classTypeName, formatDate, formatLongDate, formatTime } from '#shared/lib/format';
import { paths } from '#shared/paths';
import type { Dashboard } from '#shared/school/admin-routes';
import { Card, TextLink } from '../../../components/card.tsx';
import { Button } from '../../../components/controls.tsx';
import { Heading } from '../../../components/screen.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useBusinessToday } from '../../../lib/time/today.ts';
import { LateEndingCard } from '../booking/late-endings.tsx';
import { ListRow, WrappingRow } from '../notices.tsx';
import { coachesQuery } from '../queries.ts';
import { DayRegisters, dayRegistersQuery } from '../registers/day-registers.tsx';
import { UnlistedTasks, unlistedQuery } from '../registers/unlisted-tasks.tsx';
import { RemedyDialog } from '../sessions/remedy-dialog.tsx';

interface CoachingProps {
  readonly coaches: readonly Coach[];
  readonly withoutCoach: Dashboard['without_coach'];
}

/** Rows before the list is opened: a school with 200 classes may have coaches for a few of them. */
const firstRows = 5;

/** Checks of coaches that end soon or have ended, and sessions that nobody coaches; nothing where there is none (COA-07). */
const Coaching = ({ coaches, withoutCoach }: CoachingProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const checks = dueChecks(coaches, useBusinessToday());
  if (checks.length === 0 && withoutCoach.length === 0) return null;
  const hidden = isOpen || withoutCoach.length <= firstRows + 1 ? 0 : withoutCoach.length - firstRows;
  return (
    <Card as="section" aria-labelledby="coaching" p={{ base: '4', md: '5' }}>
      <Stack gap="2">
        <Heading id="coaching" size="md">
          Coaches
        </Heading>
        <chakra.ul listStyleType="none">
          {checks.map(({ coach, check, until, hasEnded }) => (
            <ListRow key={`${coach.id} ${check}`}>
              <TextLink asChild>
                <Link to={paths.adminCoaches}>{coach.full_name}</Link>
              </TextLink>
              : {coachCheckNames[check].toLowerCase()} {hasEnded ? 'ended' : 'ends'} on {formatDate(until)}
            </ListRow>
          ))}
          {withoutCoach.slice(0, withoutCoach.length - hidden).map((session) => (
            <ListRow key={`${session.slot_id} ${session.date}`}>
              No coach:{' '}
              <TextLink asChild>
                <Link to={paths.adminSlot(session.class_id, session.slot_id)}>
                  {formatLongDate(session.date)}, {formatTime(session.start_time)}:{' '}
                  {classTypeName(session.class_type)}, {session.venue}
                </Link>
              </TextLink>
            </ListRow>
          ))}
        </chakra.ul>
        {hidden > 0 && (
          <Button type="button" variant="outline" alignSelf="start" onClick={() => setIsOpen(true)}>
            {hidden} more sessions without a coach
          </Button>
        )}
      </Stack>
    </Card>
  );
};

interface LateCancellationsProps {
  readonly lateEndings: readonly LateEnding[];
}

/** The late cancellations that an administrator is to decide (END-07). */
const LateCancellations = ({ lateEndings }: LateCancellationsProps) => (
  <Stack as="section" aria-label="Late cancellations" gap="3">
    <Heading size="md">Late Cancellations to Decide</Heading>
    <Stack as="ul" gap="3" listStyleType="none">
      {lateEndings.map(({ parent, ...record }) => (
        <LateEndingCard key={record.id} record={record} parentName={parent.full_name} />
      ))}
    </Stack>
  </Stack>
);

type UndecidedSession = Dashboard['undecided'][number];

/** Cancelled sessions for which a make-up date or a credit is still to be chosen (CAN-03). */
const OpenTasks = ({ sessions }: { readonly sessions: readonly UndecidedSession[] }) => {
  const [opened, setOpened] = useState<UndecidedSession>();
  return (
    <Card as="section" aria-labelledby="open-tasks" p={{ base: '4', md: '5' }}>
      <Stack gap="2">
        <Heading id="open-tasks" size="md">
          Open Tasks
        </Heading>
        <Text color="fg.muted">Sessions that were cancelled without a make-up date or a credit.</Text>
        <chakra.ul listStyleType="none">
          {sessions.map((session) => (
            <WrappingRow key={`${session.slot_id} ${session.date}`}>
              <Text flex="1 1 14rem">
                <TextLink asChild>
                  <Link to={paths.adminSlot(session.class_id, session.slot_id)}>{sessionText(session)}</Link>
                </TextLink>
              </Text>
              <Button
                type="button"
                variant="outline"
                size="compact"
                aria-label={`Make-Up or Credit: ${sessionText(session)}`}
                onClick={() => setOpened(session)}
              >
                Make-Up or Credit
              </Button>
            </WrappingRow>
          ))}
        </chakra.ul>
      </Stack>
      <RemedyDialog of={opened} onClose={() => setOpened(undefined)} />
    </Card>
  );
};

/** "Saturday, November 28, 2026, 9:00 AM: Miniballerz, Riverside". */
const sessionText = ({ class_type, venue, date, start_time }: UndecidedSession): string =>
  `${formatLongDate(date)}, ${formatTime(start_time)}: ${classTypeName(class_type)}, ${venue}`;

const lateEndingsQuery = routeQuery(adminRoutes.listLateEndings, {}, 'Failed to load late cancellations');

/** What an administrator is to decide: cancelled sessions and late cancellations. */
const useDecisions = ({ undecided }: Dashboard) => {
  const { data, isPending } = useQuery(lateEndingsQuery);
  // Deferred, so that they are rendered in short tasks.
  const isWaiting = useDeferredValue(isPending);
  const lateEndings = isWaiting || !data ? [] : data.late_endings;
  return { isWaiting, lateEndings, count: undecided.length + lateEndings.length };
};

interface DecisionsProps {
  readonly dashboard: Dashboard;
}

const sectionId = 'to-decide';

/** Leads to the decisions below the timetable, which comes first; nothing where there is none. */
export const DecisionsLink = ({ dashboard }: DecisionsProps) => {
  const { count } = useDecisions(dashboard);
  if (count === 0) return null;
  return (
    <TextLink asChild fontWeight="bold" color="danger.fg">
      <a href={`#${sectionId}`}>{count} to decide</a>
    </TextLink>
  );
};

/**
 * The decisions, each with its buttons, what coaches lack, children on no list, and the registers of today; nothing where
 * there is none (CAN-03, END-07, COA-07, REG-07, REG-08).
 * @param children what is below them; it waits until they are known, because it would move
 */
export const Decisions = ({ dashboard, children }: PropsWithChildren<DecisionsProps>) => {
  const { isWaiting, lateEndings, count } = useDecisions(dashboard);
  const { undecided } = dashboard;
  const registers = useQuery(dayRegistersQuery);
  const unlisted = useQuery(unlistedQuery());
  const isReading = useDeferredValue(registers.isPending || unlisted.isPending);
  const coaches = useQuery(coachesQuery);
  const isCounting = useDeferredValue(coaches.isPending);
  const { registers: ofToday = [] } = registers.data ?? {};
  return (
    <>
      {count > 0 && (
        <Stack id={sectionId} gap="4" scrollMarginTop="20">
          {undecided.length > 0 && <OpenTasks sessions={undecided} />}
          {lateEndings.length > 0 && <LateCancellations lateEndings={lateEndings} />}
        </Stack>
      )}
      {!isReading && !isCounting && (
        <Coaching coaches={coaches.data?.coaches ?? []} withoutCoach={dashboard.without_coach} />
      )}
      {!isReading && !isCounting && <UnlistedTasks />}
      {!isReading && !isCounting && ofToday.length > 0 && <DayRegisters registers={ofToday} />}
      {!isWaiting && !isReading && !isCounting && children}
    </>
  );
};
