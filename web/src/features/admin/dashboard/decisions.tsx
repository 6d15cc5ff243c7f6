import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { type PropsWithChildren, useDeferredValue } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { Dashboard } from '#shared/schemas/dashboard';
import { TextLink } from '../../../components/text-link.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { coachesQuery } from '../coaches/coaches-query.ts';
import { DayRegisters, dayRegistersQuery } from '../registers/day-registers.tsx';
import { UnlistedTasks, unlistedQuery } from '../registers/unlisted-tasks.tsx';
import { Coaching } from './coaching.tsx';
import { LateCancellations } from './late-cancellations.tsx';
import { OpenTasks } from './open-tasks.tsx';

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
