import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '#shared/paths';
import { schoolRoutes } from '#shared/school/admin-routes';
import { AreaScreen } from '../../../components/screen.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { Loaded } from '../tables/loaded.tsx';

// Few visits open it, so it is not in the chunk of the admin area.
const SettingsForm = lazy(async () => ({
  default: (await loadChunk(() => import('./settings-form.tsx'))).SettingsForm,
}));

const CardConnection = lazy(async () => ({
  default: (await loadChunk(() => import('./card-connection.tsx'))).CardConnection,
}));

const settingsQuery = routeQuery(schoolRoutes.getSettings, {}, 'Failed to load the settings');

const skeleton = <Skeleton height="96" borderRadius="xl" aria-busy="true" />;

export const SettingsScreen = () => {
  const settings = useQuery(settingsQuery);
  return (
    <AreaScreen title="Settings">
      <Link asChild alignSelf="start">
        <RouterLink to={paths.adminVenues}>Venues: names, addresses, maps and directions</RouterLink>
      </Link>
      <Loaded query={settings} skeleton={skeleton}>
        {({ pay_by_card, ...data }) => (
          <Suspense fallback={skeleton}>
            {pay_by_card && <CardConnection />}
            <SettingsForm settings={data} />
          </Suspense>
        )}
      </Loaded>
    </AreaScreen>
  );
};
