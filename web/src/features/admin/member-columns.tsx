import { roleNames } from '#shared/roles';
import type { ManagedProfile } from '#shared/schemas/managed-profile';
import { businessDate } from '../../lib/time/today.ts';
import { EmailText } from './email-text.tsx';
import { orMissing } from './or-missing.ts';
import { PhoneLink } from './phone-link.tsx';
import type { Column } from './tables/column.ts';

/** Columns that the lists of parents and of administrators share (ADM-48, ADM-53). */
export const memberColumns = {
  name: {
    id: 'name',
    header: 'Name',
    kind: 'title',
    line: 'lead',
    cell: ({ full_name }) => orMissing(full_name),
    sortBy: ({ full_name }) => full_name,
  },
  email: {
    id: 'email',
    header: 'Email',
    kind: 'email',
    line: 'detail',
    cell: ({ email }) => <EmailText email={orMissing(email)} />,
    sortBy: ({ email }) => email,
  },
  phone: {
    id: 'phone',
    header: 'Phone',
    cell: ({ phone_number }) => <PhoneLink phone={phone_number} />,
  },
  role: {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => roleNames[role],
  },
  joined: {
    id: 'joined',
    header: 'Joined',
    kind: 'short',
    line: 'detailEnd',
    cell: ({ created_at }) => businessDate(created_at),
    sortBy: ({ created_at }) => created_at,
  },
} as const satisfies Record<string, Column<ManagedProfile>>;
