import { useQuery } from '@tanstack/react-query';
import { adminRoutes } from '#shared/contract/admin-routes';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { Loaded } from '../loaded.tsx';
import { SettingsForm } from './settings-form.tsx';

const settingsQuery = routeQuery(adminRoutes.getSettings, {}, 'Failed to load the settings');

/** What an owner changes in a season (SET-01). */
export const SettingsScreen = () => {
  const settings = useQuery(settingsQuery);
  return (
    <AreaScreen title="Settings">
      <Loaded query={settings} skeleton={<Skeleton height="96" borderRadius="xl" />}>
        {(data) => <SettingsForm settings={data} />}
      </Loaded>
    </AreaScreen>
  );
};
