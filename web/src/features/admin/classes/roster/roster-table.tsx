import { HStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ArrowLeftRight, HeartPulse } from 'lucide-react';
import { useState } from 'react';
import { healthText, isHealthAnswered } from '#shared/domain/children/health';
import { photosText } from '#shared/domain/children/photos';
import { formatDate } from '#shared/domain/text/format';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { RosterEntry } from '#shared/schemas/roster';
import type { TimeSlot } from '#shared/schemas/slot';
import { Badge } from '../../../../components/badge.tsx';
import { EmptyPitch } from '../../../../components/empty-pitch.tsx';
import { tooltipAttribute } from '../../../../components/tooltip-attribute.ts';
import {
  ageColumn,
  bookedColumn,
  childColumn,
  emailColumn,
  parentColumn,
  paymentColumn,
} from '../../booking-columns.tsx';
import { ChildContacts } from '../../child-contacts.tsx';
import { MoveDialog } from '../../moves/move-dialog.tsx';
import type { Column } from '../../tables/column.ts';
import { DataTable } from '../../tables/data-table.tsx';
import { belowWide } from '../../tables/table-styles.ts';
import { ContactLinks } from './contact-links.tsx';

const columns: readonly Column<RosterEntry>[] = [
  {
    ...childColumn,
    cell: ({ child_name, is_trial, trial_date, only_dates, photos }) => (
      <HStack gap="2" wrap="wrap">
        <span>{child_name}</span>
        {is_trial && <Badge variant="accent">Trial</Badge>}
        {photosText(photos) && <PhotoBadge>{photosText(photos)}</PhotoBadge>}
        {trial_date && formatDate(trial_date)}
        {only_dates && `Here only on ${only_dates.map(formatDate).join(', ')}: moved to another time`}
      </HStack>
    ),
  },
  { ...ageColumn, line: 'leadEnd' },
  {
    id: 'medical',
    header: 'Medical Notes',
    kind: 'text',
    line: 'detail',
    cell: (entry) =>
      entry.medical_conditions ? (
        <MedicalNote>
          <HeartPulse size="1.2em" aria-hidden />
          <span>{healthText(entry)}</span>
        </MedicalNote>
      ) : (
        <NoNote color={isHealthAnswered(entry) ? undefined : 'warning.fg'}>{healthText(entry)}</NoNote>
      ),
  },
  { id: 'photos', header: 'Photos', cell: ({ photos }) => photosCell(photos) },
  { ...parentColumn, header: 'Parent Name' },
  { ...emailColumn, header: 'Parent Email' },
  paymentColumn,
  bookedColumn,
  {
    id: 'contact',
    header: 'Contact',
    kind: 'contact',
    line: 'reach',
    cell: ({ parent }) => <ContactLinks parent={parent} />,
  },
  {
    id: 'others',
    header: 'Other Contacts',
    cell: ({ contacts }) => <ChildContacts contacts={contacts} />,
  },
];

/** Short: the table has eleven columns. */
const photosCell = ({ school, web }: RosterEntry['photos']): string => {
  if (school) return web ? 'All' : 'School only';
  return web ? 'Web only' : 'None';
};

/** Notes first, then children about whom nobody answered. */
const healthRank = (entry: RosterEntry): number => {
  if (entry.medical_conditions) return 0;
  return isHealthAnswered(entry) ? 2 : 1;
};

const medicalNotesFirst = (bookings: readonly RosterEntry[]): readonly RosterEntry[] =>
  bookings.toSorted(
    (one, other) => healthRank(one) - healthRank(other) || one.child_name.localeCompare(other.child_name),
  );

interface RosterTableProps {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly bookings: readonly RosterEntry[];
}

/** The roster of a time slot, children with medical notes first (ADM-35, ADM-36). */
export const RosterTable = ({ cls, slot, bookings }: RosterTableProps) => {
  const [moving, setMoving] = useState<RosterEntry>();
  if (bookings.length === 0) {
    return (
      <EmptyPitch>
        <Text fontSize="lg">No bookings for this time slot yet</Text>
      </EmptyPitch>
    );
  }
  const actions: Column<RosterEntry> = {
    id: 'actions',
    header: 'Actions',
    kind: 'actions',
    // A booking is moved from the roster of its slot.
    cell: (entry) =>
      entry.only_dates ? null : <MoveButton child={entry.child_name} onMove={() => setMoving(entry)} />,
  };
  return (
    <>
      <DataTable
        label="Bookings"
        columns={[...columns, actions]}
        rows={medicalNotesFirst(bookings)}
        isLarge
        isWide
        rowKey={({ id }) => id}
        rowName={({ child_name }) => child_name}
        isWhole
      />
      <MoveDialog entry={moving} cls={cls} slot={slot} onClose={() => setMoving(undefined)} />
    </>
  );
};

const MoveButton = ({ child, onMove }: { readonly child: string; readonly onMove: () => void }) => {
  const label = `Move ${child}`;
  return (
    <button type="button" aria-label={label} {...{ [tooltipAttribute]: label }} onClick={onMove}>
      <ArrowLeftRight size="1.2em" aria-hidden />
    </button>
  );
};

/** Where a row has two lines, its column is shown when the row is opened. */
const PhotoBadge = chakra(Badge, { base: { display: 'none', [belowWide]: { display: 'inline-flex' } } });

/** Where a row has two lines, no header says what there is none of. */
const NoNote = chakra('span', {
  base: { [belowWide]: { color: 'fg.muted', _before: { content: '"Medical notes: "' } } },
});

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
