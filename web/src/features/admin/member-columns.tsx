import { classTypeName } from '#shared/domain/format';
import type { ManagedProfile } from '#shared/schemas/managed-profile';
import { Badge } from '../../components/badge.tsx';
import { businessDate } from '../../lib/time/today.ts';
import { EmailText } from './email-text.tsx';
import { orMissing } from './or-missing.ts';
import type { Column } from './tables/column.ts';

/** Columns that the lists of parents and of administrators share (ADM-48, ADM-53). */
export const memberColumns = {
  name: {
    id: 'name',
    header: 'Name',
    kind: 'title',
    cell: ({ full_name }) => orMissing(full_name),
    sortBy: ({ full_name }) => full_name,
  },
  email: {
    id: 'email',
    header: 'Email',
    kind: 'email',
    cell: ({ email }) => <EmailText email={orMissing(email)} />,
    sortBy: ({ email }) => email,
  },
  phone: { id: 'phone', header: 'Phone', kind: 'short', cell: ({ phone_number }) => orMissing(phone_number) },
  role: {
    id: 'role',
    header: 'Role',
    cell: ({ role }) => <Badge variant={role === 'admin' ? 'brand' : 'neutral'}>{classTypeName(role)}</Badge>,
  },
  joined: {
    id: 'joined',
    header: 'Joined',
    kind: 'short',
    cell: ({ created_at }) => businessDate(created_at),
    sortBy: ({ created_at }) => created_at,
  },
} as const satisfies Record<string, Column<ManagedProfile>>;
