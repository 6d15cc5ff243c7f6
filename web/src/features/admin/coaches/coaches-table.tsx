import { lazy, Suspense, useState } from 'react';
import { checkState } from '#shared/domain/coaches/checks';
import { formatDate } from '#shared/domain/text/format';
import { type CoachCheck, coachCheckNames, coachChecks, type ListedCoach } from '#shared/schemas/coach';
import { Badge } from '../../../components/badge.tsx';
import { EmptyPitch } from '../../../components/empty-pitch.tsx';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { useSignIn } from '../../../lib/sign-in/sign-in.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { EmailText } from '../email-text.tsx';
import { PhoneLink } from '../phone-link.tsx';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';
import { RemoveCoachDialog } from './remove-coach-dialog.tsx';

/** Used a few times a year. */
const ChecksDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./checks-dialog.tsx'))).ChecksDialog,
}));

const ResetFactorDialog = lazy(async () => ({
  default: (await loadChunk(() => import('../reset-factor-dialog.tsx'))).ResetFactorDialog,
}));

/** Until when a check is valid, with its state. */
const CheckText = ({ check }: { readonly check: CoachCheck | null }) => {
  if (!check) return 'Not entered';
  const state = checkState(check.until, businessToday());
  return (
    <>
      {formatDate(check.until)}{' '}
      {state !== 'valid' && (
        <Badge variant={state === 'ended' ? 'danger' : 'accent'}>
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
        {full_name} {pending && <Badge variant="danger">Change not finished</Badge>}
      </>
    ),
    sortBy: ({ full_name }) => full_name,
  },
  {
    id: 'email',
    header: 'Email',
    kind: 'email',
    line: 'detail',
    cell: ({ email }) => <EmailText email={email} />,
    sortBy: ({ email }) => email,
  },
  { id: 'phone', header: 'Phone', cell: ({ phone_number }) => <PhoneLink phone={phone_number} /> },
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

/** The coaches by name. */
export const CoachesTable = ({ coaches }: { readonly coaches: readonly ListedCoach[] }) => {
  const signIn = useSignIn();
  const ownId = signIn.status === 'signedIn' ? signIn.userId : undefined;
  const [removing, setRemoving] = useState<ListedCoach>();
  // Undefined until the dialog is opened for the first time.
  const [resetting, setResetting] = useState<ListedCoach | null>();
  const [checked, setChecked] = useState<ListedCoach | null>();
  if (coaches.length === 0)
    return (
      <EmptyPitch>No account is a coach yet. You can mark every register yourself, at /coach.</EmptyPitch>
    );
  return (
    <>
      <DataTable
        label="Coaches"
        columns={[
          ...columns,
          {
            id: 'actions',
            header: 'Actions',
            kind: 'actions',
            cell: (coach) => (
              <>
                <button
                  type="button"
                  aria-label={`Checks of ${coach.full_name}`}
                  onClick={() => setChecked(coach)}
                >
                  Checks
                </button>
                {coach.has_second_factor && coach.id !== ownId && (
                  <button
                    type="button"
                    data-danger
                    aria-label={`Reset the two-step login of ${coach.full_name}`}
                    onClick={() => setResetting(coach)}
                  >
                    Reset Login
                  </button>
                )}
                <button
                  type="button"
                  data-danger
                  aria-label={`Remove ${coach.full_name} as a coach`}
                  onClick={() => setRemoving(coach)}
                >
                  Remove
                </button>
              </>
            ),
          },
        ]}
        rows={coaches}
        rowKey={({ id }) => id}
        rowName={({ full_name }) => full_name}
        isWhole
      />
      <Suspense>
        {resetting !== undefined && (
          <ResetFactorDialog person={resetting} onClose={() => setResetting(null)} />
        )}
        {checked !== undefined && <ChecksDialog coach={checked} onClose={() => setChecked(null)} />}
      </Suspense>
      <RemoveCoachDialog coach={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
};
