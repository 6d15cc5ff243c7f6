import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useDeferredValue, useRef, useState } from 'react';
import { isClassOver } from '#shared/domain/sessions/sessions';
import { classTypeName } from '#shared/domain/text/format';
import { searchFor } from '#shared/domain/text/search-text';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { ClassId } from '#shared/schemas/ids';
import { Button } from '../../../components/button.tsx';
import { CardGrid } from '../../../components/card-grid.tsx';
import { EmptyPitch } from '../../../components/empty-pitch.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { businessNow } from '../../../lib/time/today.ts';
import { venuesOf } from '../../../lib/venues-of.ts';
import { CsvButton } from '../tables/csv-button.tsx';
import { ListBar } from '../tables/list-bar.tsx';
import { ListCount } from '../tables/list-count.tsx';
import { SearchField } from '../tables/search-field.tsx';
import { usePage } from '../tables/use-page.ts';
import { classCsvColumns, slotsOf } from './class-csv.ts';
import { DeleteClassDialog } from './delete-class-dialog.tsx';
import { EditClassDialog } from './edit-class-dialog.tsx';
import { ManagedClassCard } from './managed-class-card.tsx';

/** Classes that are over come after those that run (PUB-53). */
const overLast = (classes: readonly ManagedClass[]): ManagedClass[] => {
  const moment = businessNow();
  const isOver = (cls: ManagedClass) => isClassOver(cls, moment);
  return [...classes.filter((cls) => !isOver(cls)), ...classes.filter(isOver)];
};

/** Query parameter of the filter by venue. */
const venueParam = 'venue';

interface ManagedClassListProps {
  readonly classes: readonly ManagedClass[];
  readonly isCreating: boolean;
  readonly onCreate: () => void;
}

/** The classes that match the search, each with its actions. */
export const ManagedClassList = ({ classes, isCreating, onCreate }: ManagedClassListProps) => {
  const page = usePage([venueParam]);
  const { query, find } = page;
  const [editing, setEditing] = useState<ClassId>();
  const [deleting, setDeleting] = useState<ManagedClass>();
  const list = useRef<HTMLDivElement>(null);
  if (classes.length === 0) return isCreating ? null : <NoClasses onCreate={onCreate} />;
  const matches = searchFor(query);
  const venueId = page.filter(venueParam);
  const found = overLast(classes).filter(
    ({ class_type, venue, venue_details, coach_name }) =>
      (venueId === '' || venue_details.id === venueId) &&
      [classTypeName(class_type), venue, coach_name].some(matches),
  );
  return (
    <Stack ref={list} tabIndex={-1} gap="4" _focusVisible={{ outline: 'none' }}>
      <ListBar>
        <SearchField label="Search by type, venue or coach" query={query} onSearch={find} />
        <ListCount total={found.length} one="class" many="classes" />
        <CsvButton name="classes" columns={classCsvColumns} readRows={async () => found.flatMap(slotsOf)} />
      </ListBar>
      <Box maxWidth="24rem" _print={{ display: 'none' }}>
        <SelectField
          label="Venue"
          value={venueId}
          onChange={({ target }) => page.setFilter(venueParam, target.value)}
        >
          <option value="">All venues</option>
          {venuesOf(classes).map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      </Box>
      {found.length === 0 && (
        <Text py="8">{query ? `No class is found by “${query}”.` : 'No class meets at this venue.'}</Text>
      )}
      <ManagedClassCards classes={found} onEdit={setEditing} onDelete={setDeleting} />
      <EditClassDialog cls={classes.find(({ id }) => id === editing)} onClose={() => setEditing(undefined)} />
      <DeleteClassDialog
        cls={deleting}
        onClose={() => setDeleting(undefined)}
        // The focused button is removed with the class.
        onDeleted={() => list.current?.focus()}
      />
    </Stack>
  );
};

interface ManagedClassCardsProps {
  readonly classes: readonly ManagedClass[];
  readonly onEdit: (id: ClassId) => void;
  readonly onDelete: (cls: ManagedClass) => void;
}

/** Cards of the first render: more than a window shows. */
const firstCards = 12;

/** Renders further cards in a deferred update, because 200 cards at once would delay input. */
const ManagedClassCards = ({ classes, onEdit, onDelete }: ManagedClassCardsProps) => {
  const rendered = useDeferredValue(classes, classes.slice(0, firstCards));
  const moment = businessNow();
  return (
    <CardGrid>
      {rendered.map((cls) => (
        <ManagedClassCard
          key={cls.id}
          cls={cls}
          moment={moment}
          onEdit={() => onEdit(cls.id)}
          onDelete={() => onDelete(cls)}
        />
      ))}
    </CardGrid>
  );
};

const NoClasses = ({ onCreate }: { readonly onCreate: () => void }) => (
  <EmptyPitch>
    <Text fontSize="lg">No classes created yet</Text>
    <Button type="button" variant="accent" onClick={onCreate}>
      Create Your First Class
    </Button>
  </EmptyPitch>
);
