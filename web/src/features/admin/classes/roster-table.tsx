import { ArrowLeftRight, HeartPulse, Mail, Phone } from 'lucide-react';
import { useState } from 'react';
import type { RosterRow } from '#shared/booking/admin-routes';
import { firstNameOf, photosText } from '#shared/families/children';
import { healthText, isHealthAnswered } from '#shared/families/health';
import { formatDate } from '#shared/lib/format';
import { callLink } from '#shared/lib/phone-number';
import { css, cx } from '#styled-system/css';
import { tooltipAttribute } from '../../../components/tooltips.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { HStack } from '../../../components/ui/stack.tsx';
import {
  ageColumn,
  bookedColumn,
  childColumn,
  emailColumn,
  parentColumn,
  paymentColumn,
} from '../booking/booking-columns.tsx';
import { MoveDialog } from '../booking/move-dialog.tsx';
import { ChildContacts } from '../families/children-table.tsx';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';

// RFC 6068: "&", "?" and "=" of an address are not those of the link.
const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;

// One tap calls an adult or writes to the parent; on paper there are the phone numbers.
const ContactLinks = ({ parent: { full_name, email }, adults }: Pick<RosterRow, 'parent' | 'adults'>) => {
  const write = `Write to ${full_name}`;
  return (
    <>
      {adults.map((adult, index) => {
        const number = adult.phone_number.trim();
        const call = `Call ${adult.full_name}`;
        return (
          number && (
            <a
              key={index === 0 ? 'holder' : 'second adult'}
              href={callLink(number)}
              aria-label={`${call}, ${number}`}
              data-adult={adults.length > 1 || undefined}
              {...{ [tooltipAttribute]: call }}
            >
              <Phone size="1.2em" aria-hidden />
              {adults.length > 1 && <span data-name>{firstNameOf(adult.full_name)}</span>}
              <span data-number>{number}</span>
            </a>
          )
        );
      })}
      {email && (
        <a href={mailLink(email)} aria-label={write} {...{ [tooltipAttribute]: write }}>
          <Mail size="1.2em" aria-hidden />
        </a>
      )}
    </>
  );
};

// A note of more than a line is cut to one.
const lineLength = 60;

// The rest of the note is behind "more"; all of it is on paper (DAY-04).
const LongNote = ({ text }: { readonly text: string }) => {
  const [isOpen, setIsOpen] = useState(false);
  if (text.length <= lineLength && !text.includes('\n')) return <span>{text}</span>;
  return (
    <span>
      <span data-cut={!isOpen || undefined} className={note}>
        {text}
      </span>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'less' : 'more'}
      </button>
    </span>
  );
};

const note = css({
  display: 'block',
  '@media screen': {
    // The line is as long as its column allows: without a bound it would push the last columns out of a laptop's window.
    '&[data-cut]': {
      lineClamp: '1',
      maxWidth: '[12rem]',
      overflowWrap: 'anywhere',
    },
  },
  '& + button': {
    minHeight: '8',
    minWidth: 'touch',
    textAlign: 'start',
    textDecoration: 'underline',
    cursor: 'pointer',
    _print: { display: 'none' },
  },
});

// The first columns are those that a rainy morning needs: who, what to know, whom to call (DAY-04).
const columns: readonly Column<RosterRow>[] = [
  {
    ...childColumn,
    cell: ({ child_name, is_trial, trial_date, only_dates, photos, above_capacity }) => (
      <HStack gap="2" wrap="wrap">
        <span>{child_name}</span>
        {is_trial && (
          <Badge variant="solid" colorPalette="accent">
            Trial
          </Badge>
        )}
        {above_capacity && <Badge>Above capacity: {above_capacity}</Badge>}
        {photosText(photos) && <Badge css={inTwoLines}>{photosText(photos)}</Badge>}
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
    cell: (row) =>
      row.medical_conditions ? (
        <span className={medicalNote}>
          <HeartPulse size="1.2em" aria-hidden />
          <LongNote text={healthText(row)} />
        </span>
      ) : (
        <span className={cx(noNote, !isHealthAnswered(row) && css({ color: 'warning.fg' }))}>
          {healthText(row)}
        </span>
      ),
  },
  { ...parentColumn, header: 'Parent Name' },
  {
    id: 'contact',
    header: 'Contact',
    kind: 'contact',
    line: 'reach',
    cell: ({ parent, adults }) => <ContactLinks parent={parent} adults={adults} />,
  },
  {
    id: 'others',
    header: 'Other Contacts',
    cell: ({ contacts }) => <ChildContacts contacts={contacts} />,
  },
  { id: 'photos', header: 'Photos', cell: ({ photos }) => photosCell(photos) },
  { ...emailColumn, header: 'Parent Email' },
  paymentColumn,
  bookedColumn,
];

const photosCell = ({ school, web }: RosterRow['photos']): string => {
  if (school) return web ? 'All' : 'School only';
  return web ? 'Web only' : 'None';
};

const healthRank = (row: RosterRow): number => {
  if (row.medical_conditions) return 0;
  return isHealthAnswered(row) ? 2 : 1;
};

const medicalNotesFirst = (bookings: readonly RosterRow[]): readonly RosterRow[] =>
  bookings.toSorted(
    (one, other) => healthRank(one) - healthRank(other) || one.child_name.localeCompare(other.child_name),
  );

interface RosterTableProps {
  readonly bookings: readonly RosterRow[];
}

export const RosterTable = ({ bookings }: RosterTableProps) => {
  const [moving, setMoving] = useState<RosterRow>();
  return (
    <>
      <DataTable
        label="Bookings"
        columns={columns}
        actions={(row) =>
          row.only_dates ? null : <MoveButton child={row.child_name} onMove={() => setMoving(row)} />
        }
        empty="No bookings for this time slot yet"
        emptyHint="Families book it on your site, once the class is published and open."
        rows={medicalNotesFirst(bookings)}
        isLarge
        isWide
        rowKey={({ id }) => id}
        rowName={({ child_name }) => child_name}
        isWhole
      />
      <MoveDialog of={moving} onClose={() => setMoving(undefined)} />
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

const inTwoLines = { display: 'none', _belowWide: { display: 'inline-flex' } };

// A row of two lines does not name empty columns.
const noNote = css({
  _belowWide: { color: 'fg.muted', _before: { content: '"Medical notes: "' } },
});

const medicalNote = css({
  display: 'inline-flex',
  gap: '1.5',
  color: 'warning.fg',
  fontWeight: 'semibold',
  whiteSpace: 'pre-line',
  '& svg': { flexShrink: '0' },
});
