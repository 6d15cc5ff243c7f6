import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { coachAdminRoutes } from '#shared/accounts/admin-routes';
import {
  type Coach,
  type CoachCheck,
  checkState,
  coachCheckNames,
  coachChecks,
  type ListedCoach,
} from '#shared/accounts/coaches';
import { formatDate } from '#shared/lib/format';
import { counted, listed } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { registerWindowText } from '#shared/registers/marks';
import { EmptyPitch } from '../../../components/badge.tsx';
import { Notice } from '../../../components/notice.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { useSignIn } from '../../../lib/sign-in/sign-in.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { memberColumns } from '../cells.tsx';
import { classesNaming, classLabel, useKnownClasses } from '../classes/known-classes.ts';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';
import { coachesQuery } from '../queries.ts';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { RowButton } from '../tables/row-actions.tsx';
import { EmailForm } from './email-form.tsx';
import { Invitations } from './invitations.tsx';

/** Classes whose text families read may still name a removed coach (COA-02). */
const StillNamed = ({ coach }: { readonly coach: Coach }) => {
  const named = classesNaming(useKnownClasses(), coach, businessToday());
  if (named.length === 0) return null;
  return (
    <Notice status="warning" icon={TriangleAlert} role="status">
      Families still read the name of {coach.full_name} in {counted(named.length, 'class', 'classes')}:{' '}
      {listed(named.map(classLabel))}. Please change “Coach Name” in{' '}
      {named.length === 1 ? 'it' : 'each of them'}.
    </Notice>
  );
};

const RemoveCoachDialog = (dialog: DialogProps<Coach>) => (
  <ConfirmChange
    {...dialog}
    title={({ full_name }) => `Remove ${full_name} as a coach?`}
    action={['Remove Coach', 'Removing...']}
    send={({ id }) => callRoute(coachAdminRoutes.revokeCoach, { params: { userId: id } })}
    failure="Failed to remove the coach"
    done="Coach removed"
  >
    {(coach) => (
      <>
        <Text>
          {coach.full_name} no longer sees sessions and registers. Marks that were made stay, and so do the
          account and its family. Marks on the phone that were not sent are lost to the register.
        </Text>
        <StillNamed coach={coach} />
      </>
    )}
  </ConfirmChange>
);

const ChecksDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./checks-dialog.tsx'))).ChecksDialog,
}));

const ResetFactorDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./reset-factor-dialog.tsx'))).ResetFactorDialog,
}));

const CheckText = ({ check }: { readonly check: CoachCheck | null }) => {
  if (!check) return 'Not entered';
  const state = checkState(check.until, businessToday());
  return (
    <>
      {formatDate(check.until)}{' '}
      {state !== 'valid' && (
        <Badge variant="solid" colorPalette={state === 'ended' ? 'danger' : 'accent'}>
          {state === 'ended' ? 'Ended' : 'Ends soon'}
        </Badge>
      )}
    </>
  );
};

const columns: readonly Column<ListedCoach>[] = [
  {
    id: 'name',
    header: 'Name',
    kind: 'title',
    line: 'lead',
    cell: ({ full_name, pending }) => (
      <>
        {full_name}{' '}
        {pending && (
          <Badge variant="solid" colorPalette="danger">
            Change not finished
          </Badge>
        )}
      </>
    ),
    sortBy: ({ full_name }) => full_name,
  },
  memberColumns.email,
  memberColumns.phone,
  ...coachChecks.map(
    (check): Column<ListedCoach> => ({
      id: check,
      header: coachCheckNames[check],
      kind: 'short',
      cell: ({ checks }) => <CheckText check={checks[check]} />,
      sortBy: ({ checks }) => checks[check]?.until ?? '',
    }),
  ),
];

const CoachesTable = ({ coaches }: { readonly coaches: readonly ListedCoach[] }) => {
  const signIn = useSignIn();
  const ownId = signIn.status === 'signedIn' ? signIn.userId : undefined;
  const [removing, setRemoving] = useState<ListedCoach>();
  const [resetting, setResetting] = useState<ListedCoach | null>();
  const [checked, setChecked] = useState<ListedCoach | null>();
  if (coaches.length === 0)
    return (
      <EmptyPitch>
        <Text>No account is a coach yet. You can mark every register yourself, at /coach.</Text>
        <Text color="fg.muted">Invite the first coach below.</Text>
      </EmptyPitch>
    );
  return (
    <>
      <DataTable
        label="Coaches"
        columns={columns}
        actions={(coach) => (
          <>
            <RowButton label={`Checks of ${coach.full_name}`} onClick={() => setChecked(coach)}>
              Checks
            </RowButton>
            {coach.has_second_factor && coach.id !== ownId && (
              <RowButton
                label={`Reset the two-step login of ${coach.full_name}`}
                isDanger
                onClick={() => setResetting(coach)}
              >
                Reset Login
              </RowButton>
            )}
            <RowButton
              label={`Remove ${coach.full_name} as a coach`}
              isDanger
              onClick={() => setRemoving(coach)}
            >
              Remove
            </RowButton>
          </>
        )}
        rows={coaches}
        rowKey={({ id }) => id}
        rowName={({ full_name }) => full_name}
        isWhole
      />
      <Suspense>
        {resetting !== undefined && <ResetFactorDialog of={resetting} onClose={() => setResetting(null)} />}
        {checked !== undefined && <ChecksDialog of={checked} onClose={() => setChecked(null)} />}
      </Suspense>
      <RemoveCoachDialog of={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
};

export const CoachesScreen = () => {
  const coaches = useQuery(coachesQuery);
  const isWaiting = useDeferredValue(coaches.isPending);
  return (
    <AreaScreen title="Coaches">
      <Text color="fg.muted">
        A coach sees the sessions that you assign, and marks who came. {registerWindowText} You choose the
        sessions in the form of a class, or as a cover on its page.
      </Text>
      <Loaded query={coaches} skeleton={<TableSkeleton />}>
        {(data) => (
          <>
            <CoachesTable coaches={data.coaches} />
            <Invitations
              invitations={data.invitations}
              invite={(body) => callRoute(coachAdminRoutes.inviteCoach, { body })}
              withdraw={(params) => callRoute(coachAdminRoutes.withdrawCoachInvitation, { params })}
            />
          </>
        )}
      </Loaded>
      {/* Below a placeholder of another height it would move when the list has loaded. */}
      {!isWaiting && (
        <>
          <EmailForm
            title="Invite a Coach"
            hint={`Of anybody. They get a link for ${limits.invitationDays} days, where they set name, phone and password, or log in.`}
            action={['Send Invitation', 'Sending...']}
            send={(body) => callRoute(coachAdminRoutes.inviteCoach, { body })}
            failure="Failed to invite the coach"
            done={({ email }) => ({ title: 'Invitation sent', description: `To ${email}.` })}
          />
          <EmailForm
            title="Add a Coach"
            hint="Of an account that has verified its email and logged in at least once. Its family stays as it is."
            action={['Add Coach', 'Adding...']}
            send={(body) => callRoute(coachAdminRoutes.grantCoach, { body })}
            failure="Failed to add the coach"
            done={({ full_name }) => ({ title: 'Coach added', description: `${full_name} is a coach now.` })}
          />
        </>
      )}
    </AreaScreen>
  );
};
