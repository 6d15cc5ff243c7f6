import { HStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { HeartPulse } from 'lucide-react';
import { formatDate } from '#shared/domain/format';
import type { RosterEntry } from '#shared/schemas/booking-admin';
import { Badge } from '../../../components/badge.tsx';
import { EmptyPitch } from '../../../components/empty-pitch.tsx';
import { ageColumn, bookedColumn, childColumn, emailColumn, parentColumn } from '../booking-columns.tsx';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';

const columns: readonly Column<RosterEntry>[] = [
  {
    ...childColumn,
    cell: ({ child_name, is_trial, trial_date }) => (
      <HStack gap="2" wrap="wrap">
        {child_name}
        {is_trial && <Badge variant="accent">Trial{trial_date ? ` ${formatDate(trial_date)}` : ''}</Badge>}
      </HStack>
    ),
  },
  ageColumn,
  {
    id: 'medical',
    header: 'Medical Notes',
    kind: 'text',
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
  { ...parentColumn, header: 'Parent Name' },
  { ...emailColumn, header: 'Parent Email' },
  bookedColumn,
];

/** The roster of a time slot, with medical notes (ADM-35, ADM-36). */
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
