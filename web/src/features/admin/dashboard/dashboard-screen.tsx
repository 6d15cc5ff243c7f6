import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { Link } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { paths } from '#shared/paths';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { Loaded } from '../loaded.tsx';
import { LateRegistersLink } from '../registers/day-registers.tsx';
import { CancellableTimetable } from './cancellable-timetable.tsx';
import { Decisions, DecisionsLink } from './decisions.tsx';
import { Figures, FiguresSkeleton } from './figures.tsx';
import { SeasonCharts } from './season-charts.tsx';

const dashboardQuery = routeQuery(adminRoutes.getDashboard, {}, 'Failed to load the dashboard');

/** A phone has its room for the timetable: the log is in its navigation too. */
const activityLink = { base: 'none', md: 'inline-flex' };

/** On a phone the links have a line of their own, also before it is known whether there is something to decide. */
const linksOfHeading = {
  width: { base: 'full', md: 'auto' },
  minHeight: { base: 'touch', md: 'auto' },
} as const;

/**
 * The start screen of the admin area: key figures, the sessions of today and the next seven days, and the weeks of the
 * season (ADM-05 to ADM-09).
 */
export const DashboardScreen = () => {
  const dashboard = useQuery(dashboardQuery);
  return (
    <AreaScreen title="Admin Dashboard">
      <Loaded query={dashboard} skeleton={<DashboardSkeleton />}>
        {(data) => (
          <Stack gap="4">
            <Figures dashboard={data} />
            <Stack gap="2">
              <HStack wrap="wrap" justify="space-between" columnGap="4">
                <Heading size="md">Today and the Next Seven Days</Heading>
                <HStack columnGap="4" {...linksOfHeading}>
                  <LateRegistersLink />
                  <DecisionsLink dashboard={data} />
                  <TextLink asChild display={activityLink}>
                    <Link to={paths.adminActivity}>Activity log</Link>
                  </TextLink>
                </HStack>
              </HStack>
              <CancellableTimetable classes={data.upcoming} />
            </Stack>
            {!data.settings_saved && <PaymentSettings />}
            <Decisions dashboard={data}>
              {data.weeks.length > 0 && <SeasonCharts weeks={data.weeks} />}
            </Decisions>
          </Stack>
        )}
      </Loaded>
    </AreaScreen>
  );
};

/** The next step of a new school. */
const PaymentSettings = () => (
  <Notice icon={Wallet} tone="warning">
    <Text>How families pay is not set yet.</Text>
    <TextLink asChild>
      <Link to={paths.adminSettings}>Set up payments</Link>
    </TextLink>
  </Notice>
);

const DashboardSkeleton = () => (
  <Stack gap="4" aria-busy="true">
    <FiguresSkeleton />
    <Skeleton height="64" borderRadius="xl" />
  </Stack>
);
