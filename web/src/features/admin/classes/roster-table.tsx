import { HStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { HeartPulse } from 'lucide-react';
import { formatDate } from '#shared/domain/format';
import type { RosterEntry } from '#shared/schemas/booking-admin';
import { Badge } from '../../../components/badge.tsx';
import { EmptyPitch } from '../../../components/empty-pitch.tsx';
import { businessDate } from '../../../lib/today.ts';
import { orMissing } from '../or-missing.ts';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';

const columns: readonly Column<RosterEntry>[] = [
  {
    id: 'child',
    header: 'Child Name',
    kind: 'title',
    cell: ({ child_name, is_trial, trial_date }) => (
      <HStack gap="2" wrap="wrap">
        {child_name}
        {is_trial && <Badge variant="accent">Trial{trial_date ? ` ${formatDate(trial_date)}` : ''}</Badge>}
      </HStack>
    ),
    sortBy: ({ child_name }) => child_name,
  },
  {
    id: 'age',
    header: 'Child Age',
    kind: 'number',
    cell: ({ child_age }) => child_age,
    sortBy: ({ child_age }) => child_age,
  },
  {
    id: 'medical',
    header: 'Medical Notes',
    cell: ({ medical_conditions }) =>
      medical_conditions ? (
        <MedicalNote>
          <HeartPulse size="1.2em" aria-hidden />
          <span>{medical_conditions}</span>
        </MedicalNote>
      ) : (
        'None'
      ),
  },
  {
    id: 'parent',
    header: 'Parent Name',
    cell: ({ parent }) => orMissing(parent.full_name),
    sortBy: ({ parent }) => parent.full_name,
  },
  { id: 'email', header: 'Parent Email', kind: 'email', cell: ({ parent }) => orMissing(parent.email) },
  {
    id: 'booked',
    header: 'Booked On',
    kind: 'short',
    cell: ({ created_at }) => businessDate(created_at),
    sortBy: ({ created_at }) => created_at,
  },
];

/** The children of a time slot, with what their coach must know (ADM-35, ADM-36). */
export const RosterTable = ({ bookings }: { readonly bookings: readonly RosterEntry[] }) =>
  bookings.length === 0 ? (
    <EmptyPitch>
      <Text fontSize="lg">No bookings for this time slot yet</Text>
    </EmptyPitch>
  ) : (
    <DataTable label="Bookings" columns={columns} rows={bookings} rowKey={({ id }) => id} isWhole />
  );

const MedicalNote = chakra('span', {
  base: {
    display: 'inline-flex',
    gap: '1.5',
    color: 'warning.fg',
    fontWeight: 'semibold',
    whiteSpace: 'pre-line',
    '& svg': { flexShrink: '0' },
  },
});
