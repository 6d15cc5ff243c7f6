import { HStack, Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { paths } from '#shared/paths';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { Loaded } from '../loaded.tsx';
import { Figures, FiguresSkeleton } from './figures.tsx';
import { Upcoming } from './upcoming.tsx';

const dashboardQuery = routeQuery(adminRoutes.getDashboard, {}, 'Failed to load the dashboard');

/** The start screen of the admin area: key figures and the sessions of the next two weeks (ADM-05 to ADM-09). */
export const DashboardScreen = () => {
  const dashboard = useQuery(dashboardQuery);
  return (
    <AreaScreen title="Admin Dashboard">
      <Loaded query={dashboard} skeleton={<DashboardSkeleton />}>
        {(data) => (
          <Stack gap="8">
            <Figures dashboard={data} />
            <Stack gap="4">
              <HStack wrap="wrap" justify="space-between" gap="2">
                <Heading size="md">The Coming Two Weeks</Heading>
                <TextLink asChild>
                  <Link to={paths.adminActivity}>Activity log</Link>
                </TextLink>
              </HStack>
              <Upcoming classes={data.upcoming} />
            </Stack>
          </Stack>
        )}
      </Loaded>
    </AreaScreen>
  );
};

const DashboardSkeleton = () => (
  <Stack gap="8" aria-busy="true">
    <FiguresSkeleton />
    <Skeleton height="64" borderRadius="xl" />
  </Stack>
);
