import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { paths } from '#shared/paths';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { EmailForm } from '../email-form.tsx';
import { Loaded } from '../loaded.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { AdminsTable } from './admins-table.tsx';

const adminsQuery = routeQuery(adminRoutes.listAdmins, {}, 'Failed to load admins');

/** The administrators, and the form that adds one (ADM-53, ADM-54). */
export const AdminsScreen = () => {
  const admins = useQuery(adminsQuery);
  // Deferred like the list.
  const isWaiting = useDeferredValue(admins.isPending);
  return (
    <AreaScreen title="Manage Admins">
      <Text color="fg.muted">
        An administrator sees and changes everything: classes, bookings, families, payments, and who else is
        an administrator. Nobody can remove their own role, so one administrator always remains.
      </Text>
      <Loaded query={admins} skeleton={<TableSkeleton />}>
        {(data) => <AdminsTable admins={data.admins} />}
      </Loaded>
      {/* Below a placeholder of another height it would move when the list has loaded. */}
      {!isWaiting && (
        <>
          <EmailForm
            title="Add an Admin"
            hint="Of an account that has verified its email and logged in at least once."
            action={['Grant Admin Role', 'Granting...']}
            send={(body) => callRoute(adminRoutes.grantAdmin, { body })}
            failure="Failed to grant the admin role"
            done={({ full_name }) => ({
              title: 'Admin role granted',
              description: `${full_name} is an administrator now.`,
            })}
          />
          <TextLink asChild alignSelf="start">
            <Link to={paths.secondFactor}>Two-step login of your own account</Link>
          </TextLink>
          <TextLink asChild alignSelf="start">
            <Link to={paths.adminActivity}>Who changed what: the activity log</Link>
          </TextLink>
        </>
      )}
    </AreaScreen>
  );
};
