import { useState } from 'react';
import type { Coach } from '#shared/schemas/coach';
import { Badge } from '../../../components/badge.tsx';
import { EmptyPitch } from '../../../components/empty-pitch.tsx';
import { EmailText } from '../email-text.tsx';
import { PhoneLink } from '../phone-link.tsx';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';
import { RemoveCoachDialog } from './remove-coach-dialog.tsx';

const columns: readonly Column<Coach>[] = [
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
];

/** The coaches by name. */
export const CoachesTable = ({ coaches }: { readonly coaches: readonly Coach[] }) => {
  const [removing, setRemoving] = useState<Coach>();
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
              <button
                type="button"
                data-danger
                aria-label={`Remove ${coach.full_name} as a coach`}
                onClick={() => setRemoving(coach)}
              >
                Remove
              </button>
            ),
          },
        ]}
        rows={coaches}
        rowKey={({ id }) => id}
        rowName={({ full_name }) => full_name}
        isWhole
      />
      <RemoveCoachDialog coach={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
};
