import { cardConfirmedOn } from '#shared/families/card';
import {
  ageOn,
  allowedPhotos,
  collectText,
  contactName,
  contactText,
  photosText,
} from '#shared/families/children';
import type { Child, Contact } from '#shared/families/family';
import { healthText } from '#shared/families/health';
import { formatDate } from '#shared/lib/format';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { siteConfig } from '../../../lib/api/config.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { PhoneLink } from '../notices.tsx';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';
import { RowButton } from '../tables/row-actions.tsx';

export const ChildContacts = ({ contacts }: { readonly contacts: readonly Contact[] }) =>
  contacts.length === 0 ? (
    'None'
  ) : (
    <ol>
      {contacts.map((contact) => (
        <li key={contactText(contact)}>
          {contactName(contact)}, <PhoneLink phone={contact.phone_number} />, {collectText(contact)}
        </li>
      ))}
    </ol>
  );

const columns: readonly Column<Child>[] = [
  {
    id: 'name',
    header: 'Name',
    kind: 'title',
    line: 'lead',
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
  },
  {
    id: 'born',
    header: 'Date of Birth',
    kind: 'short',
    line: 'detailEnd',
    cell: ({ date_of_birth }) => formatDate(date_of_birth),
    sortBy: ({ date_of_birth }) => date_of_birth,
  },
  {
    id: 'age',
    header: 'Age',
    kind: 'number',
    line: 'leadEnd',
    cell: ({ date_of_birth }) => ageOn(date_of_birth, businessToday()),
    sortBy: ({ date_of_birth }) => ageOn(date_of_birth, businessToday()),
  },
  {
    id: 'medical',
    header: 'Medical Conditions',
    line: 'detail',
    cell: healthText,
  },
  { id: 'contacts', header: 'Contacts', cell: ({ contacts }) => <ChildContacts contacts={contacts} /> },
  {
    id: 'photos',
    header: 'Photos',
    cell: (child) => photosText(allowedPhotos(child)) ?? 'Photos allowed',
  },
  {
    id: 'confirmed',
    header: 'Confirmed',
    kind: 'short',
    cell: (child) => {
      const day = cardConfirmedOn(child, siteConfig().timeZone);
      return day ? formatDate(day) : 'Never';
    },
  },
];

interface ChildrenTableProps {
  readonly childList: readonly Child[];
  readonly onBook: (child: Child) => void;
  readonly onCorrect: (child: Child) => void;
  readonly onAdd: () => void;
}

/** Ordered by name (ADM-58), each with buttons to book (BHF-01) and to correct. */
export const ChildrenTable = ({ childList, onBook, onCorrect, onAdd }: ChildrenTableProps) => (
  <Stack gap="3" _print={{ display: 'none' }}>
    <HStack justify="space-between" wrap="wrap">
      <Heading size="md">Children</Heading>
      <Button type="button" variant="outline" onClick={onAdd}>
        Add a Child
      </Button>
    </HStack>
    {childList.length === 0 ? (
      <Text color="fg.muted">No children yet</Text>
    ) : (
      <DataTable
        label="Children"
        columns={[
          ...columns,
          {
            id: 'book',
            header: 'Book',
            kind: 'contact',
            // A phone shows the buttons without opening the row (BHF-07).
            line: 'reach',
            cell: (child) => (
              <RowButton label={`Book for ${child.name}`} onClick={() => onBook(child)}>
                Book
              </RowButton>
            ),
          },
        ]}
        actions={(child) => (
          <RowButton label={`Correct ${child.name}`} onClick={() => onCorrect(child)}>
            Correct
          </RowButton>
        )}
        rows={childList}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        isWhole
        sortParam="children"
      />
    )}
  </Stack>
);
