import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { administratorRoutes } from '#shared/accounts/admin-routes';
import type { Administrator } from '#shared/families/admin-routes';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { AreaScreen } from '../../../components/screen.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { useSignIn } from '../../../lib/sign-in/sign-in.ts';
import { memberColumns } from '../cells.tsx';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { RowButton } from '../tables/row-actions.tsx';
import { EmailForm } from './email-form.tsx';
import { Invitations } from './invitations.tsx';

const RevokeDialog = (dialog: DialogProps<Administrator>) => (
  <ConfirmChange
    {...dialog}
    title={({ full_name }) => `Revoke the admin role of ${full_name}?`}
    action={['Revoke Admin Role', 'Revoking...']}
    send={({ id }) => callRoute(administratorRoutes.revokeAdmin, { params: { userId: id } })}
    failure="Failed to revoke the admin role"
    done="Admin role revoked"
  >
    {({ full_name }) => (
      <Text>
        {full_name} can no longer see or change classes, bookings and parents. The account stays, as a
        parent’s. The role can be granted again.
      </Text>
    )}
  </ConfirmChange>
);

// Few visits open it, so it is not in the chunk of the admin area.
const ResetFactorDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./reset-factor-dialog.tsx'))).ResetFactorDialog,
}));

const { name, email, phone, role, joined } = memberColumns;

const columns: readonly Column<Administrator>[] = [
  {
    ...name,
    cell: (admin) => (
      <>
        {name.cell(admin)}{' '}
        {admin.role_pending && (
          <Badge variant="solid" colorPalette="danger">
            Change not finished
          </Badge>
        )}
      </>
    ),
  },
  email,
  phone,
  role,
  joined,
  {
    id: 'second-factor',
    header: 'Two-step login',
    cell: ({ has_second_factor }) => (has_second_factor ? 'On' : 'Not set up'),
    sortBy: ({ has_second_factor }) => String(has_second_factor),
  },
];

/** Nobody revokes the own role, so that one administrator remains, or resets the own second factor, which has recovery codes. */
const AdminsTable = ({ admins }: { readonly admins: readonly Administrator[] }) => {
  const signIn = useSignIn();
  const ownId = signIn.status === 'signedIn' ? signIn.userId : undefined;
  const [revoking, setRevoking] = useState<Administrator>();
  const [resetting, setResetting] = useState<Administrator | null>();
  return (
    <>
      <DataTable
        label="Admins"
        columns={columns}
        actions={(admin) =>
          admin.id === ownId ? (
            'This is you'
          ) : (
            <>
              {admin.has_second_factor && (
                <RowButton
                  label={`Reset the two-step login of ${admin.full_name}`}
                  isDanger
                  onClick={() => setResetting(admin)}
                >
                  Reset Login
                </RowButton>
              )}
              <RowButton
                label={`Revoke the admin role of ${admin.full_name}`}
                isDanger
                onClick={() => setRevoking(admin)}
              >
                Revoke
              </RowButton>
            </>
          )
        }
        rows={admins}
        rowKey={({ id }) => id}
        rowName={({ full_name }) => full_name}
        isWhole
        // Emails, phones and two actions need more room than a tablet has.
        isWide
      />
      <RevokeDialog of={revoking} onClose={() => setRevoking(undefined)} />
      <Suspense>
        {resetting !== undefined && <ResetFactorDialog of={resetting} onClose={() => setResetting(null)} />}
      </Suspense>
    </>
  );
};

const adminsQuery = routeQuery(administratorRoutes.listAdmins, {}, 'Failed to load admins');

export const AdminsScreen = () => {
  const admins = useQuery(adminsQuery);
  const isWaiting = useDeferredValue(admins.isPending);
  return (
    <AreaScreen title="Manage Admins">
      <Text color="fg.muted">
        An administrator sees and changes everything: classes, bookings, families, payments, and who else is
        an administrator. Nobody can remove their own role, so one administrator always remains.
      </Text>
      <Loaded query={admins} skeleton={<TableSkeleton />}>
        {(data) => (
          <>
            <AdminsTable admins={data.admins} />
            <Invitations
              invitations={data.invitations}
              invite={(body) => callRoute(administratorRoutes.inviteAdmin, { body })}
              withdraw={(params) => callRoute(administratorRoutes.withdrawAdminInvitation, { params })}
            />
          </>
        )}
      </Loaded>
      {/* Below a placeholder of another height it would move when the list has loaded. */}
      {!isWaiting && (
        <>
          <EmailForm
            title="Invite an Admin"
            hint={`Of anybody. They get a link for ${limits.adminInvitationHours} hours, where they set name and password, or log in.`}
            action={['Send Invitation', 'Sending...']}
            send={(body) => callRoute(administratorRoutes.inviteAdmin, { body })}
            failure="Failed to invite the administrator"
            done={({ email }) => ({ title: 'Invitation sent', description: `To ${email}.` })}
          />
          <EmailForm
            title="Add an Admin"
            hint="Of an account that has verified its email and logged in at least once."
            action={['Grant Admin Role', 'Granting...']}
            send={(body) => callRoute(administratorRoutes.grantAdmin, { body })}
            failure="Failed to grant the admin role"
            done={({ full_name }) => ({
              title: 'Admin role granted',
              description: `${full_name} is an administrator now.`,
            })}
          />
          <Link asChild alignSelf="start">
            <RouterLink to={paths.secondFactor}>Two-step login of your own account</RouterLink>
          </Link>
          <Link asChild alignSelf="start">
            <RouterLink to={paths.adminActivity}>Who changed what: the activity log</RouterLink>
          </Link>
        </>
      )}
    </AreaScreen>
  );
};
