import { lazy, Suspense, useState } from 'react';
import type { Administrator } from '#shared/schemas/managed-profile';
import { Badge } from '../../../components/badge.tsx';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { useSignIn } from '../../../lib/sign-in/sign-in.ts';
import { memberColumns } from '../member-columns.tsx';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

// Opened seldom, so it is not in the chunk of the admin area.
const ResetFactorDialog = lazy(async () => ({
  default: (await loadChunk(() => import('../reset-factor-dialog.tsx'))).ResetFactorDialog,
}));

const { name, email, phone, role, joined } = memberColumns;

const columns: readonly Column<Administrator>[] = [
  {
    ...name,
    cell: (admin) => (
      <>
        {name.cell(admin)} {admin.role_pending && <Badge variant="danger">Change not finished</Badge>}
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

/**
 * The administrators. Nobody can revoke the own role, so the last administrator keeps it, nor reset the own second factor, for
 * which there are recovery codes.
 */
export const AdminsTable = ({ admins }: { readonly admins: readonly Administrator[] }) => {
  const signIn = useSignIn();
  const ownId = signIn.status === 'signedIn' ? signIn.userId : undefined;
  const [revoking, setRevoking] = useState<Administrator>();
  // Undefined until the dialog is opened for the first time.
  const [resetting, setResetting] = useState<Administrator | null>();
  return (
    <>
      <DataTable
        label="Admins"
        columns={[
          ...columns,
          {
            id: 'actions',
            header: 'Actions',
            kind: 'actions',
            cell: (admin) =>
              admin.id === ownId ? (
                'This is you'
              ) : (
                <>
                  {admin.has_second_factor && (
                    <button
                      type="button"
                      data-danger
                      aria-label={`Reset the two-step login of ${admin.full_name}`}
                      onClick={() => setResetting(admin)}
                    >
                      Reset Login
                    </button>
                  )}
                  <button
                    type="button"
                    data-danger
                    aria-label={`Revoke the admin role of ${admin.full_name}`}
                    onClick={() => setRevoking(admin)}
                  >
                    Revoke
                  </button>
                </>
              ),
          },
        ]}
        rows={admins}
        rowKey={({ id }) => id}
        rowName={({ full_name }) => full_name}
        isWhole
      />
      <RevokeDialog admin={revoking} onClose={() => setRevoking(undefined)} />
      <Suspense>
        {resetting !== undefined && (
          <ResetFactorDialog person={resetting} onClose={() => setResetting(null)} />
        )}
      </Suspense>
    </>
  );
};
