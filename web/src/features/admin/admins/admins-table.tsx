import { useState } from 'react';
import type { ManagedProfile } from '#shared/schemas/managed-profile';
import { Badge } from '../../../components/badge.tsx';
import { useSignIn } from '../../../lib/sign-in/sign-in.ts';
import { memberColumns } from '../member-columns.tsx';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

const { name, email, phone, role, joined } = memberColumns;

const columns: readonly Column<ManagedProfile>[] = [
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
];

/** The administrators. Nobody can revoke the own role, so the last administrator keeps it. */
export const AdminsTable = ({ admins }: { readonly admins: readonly ManagedProfile[] }) => {
  const signIn = useSignIn();
  const ownId = signIn.status === 'signedIn' ? signIn.userId : undefined;
  const [revoking, setRevoking] = useState<ManagedProfile>();
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
                <button
                  type="button"
                  data-danger
                  aria-label={`Revoke the admin role of ${admin.full_name}`}
                  onClick={() => setRevoking(admin)}
                >
                  Revoke
                </button>
              ),
          },
        ]}
        rows={admins}
        rowKey={({ id }) => id}
        rowName={({ full_name }) => full_name}
        isWhole
      />
      <RevokeDialog admin={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
};
