import { CalendarDays, CalendarRange, MapPin, UserRound } from 'lucide-react';
import { useDeferredValue, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { bookingCount } from '#shared/classes/class';
import type { ManagedClass } from '#shared/classes/managed-class';
import { isOffSale } from '#shared/classes/openings';
import { classPrice, slotPrice } from '#shared/classes/pricing';
import type { BusinessMoment } from '#shared/lib/business-time';
import { classTypeName, everyWeekday, formatDate } from '#shared/lib/format';
import type { ClassId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { searchFor } from '#shared/lib/search-text';
import { counted } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { isClassOver } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { CardGrid, EmptyPitch } from '../../../components/badge.tsx';
import { ClassPicture, PriceBox } from '../../../components/class-card.tsx';
import { IconLine } from '../../../components/icon-line.tsx';
import { lateDialog } from '../../../components/modal.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { businessNow, businessToday } from '../../../lib/time/today.ts';
import { fromList } from '../back-link.tsx';
import { shortTimes } from '../cells.tsx';
import type { DialogProps } from '../dialogs.tsx';
import { CsvButton, type CsvColumn, centsColumn } from '../tables/csv.tsx';
import { ListBar, ListCount, SearchField, VenueSelect } from '../tables/list-bar.tsx';
import { usePage } from '../tables/pager.tsx';
import { DeleteClassDialog } from './delete-class-dialog.tsx';
import { SaleDialog, saleAction } from './sale-dialog.tsx';
import { SlotFill } from './slot-choice.tsx';

const EditClassDialog = lateDialog<'EditClassDialog', DialogProps<ManagedClass>>(
  () => import('./edit-class-form.tsx'),
  'EditClassDialog',
);

interface SlotOfClass {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
}

const slotsOf = (cls: ManagedClass): SlotOfClass[] => cls.time_slots.map((slot) => ({ cls, slot }));

const classCsvColumns: readonly CsvColumn<SlotOfClass>[] = [
  { header: 'Class Type', value: ({ cls }) => classTypeName(cls.class_type) },
  { header: 'Venue', value: ({ cls }) => cls.venue },
  { header: 'Coach', value: ({ cls }) => cls.coach_name },
  { header: 'Start Date', value: ({ cls }) => cls.start_date },
  { header: 'End Date', value: ({ cls }) => cls.end_date },
  centsColumn('Weekly Rate', ({ cls }) => cls.weekly_rate),
  centsColumn('Price Today', ({ cls, slot }) => slotPrice(cls, slot, businessToday())),
  { header: 'Time Slot', value: ({ slot }) => shortTimes(slot) },
  { header: 'Capacity', value: ({ slot }) => slot.max_capacity },
  { header: 'Booked', value: ({ slot }) => bookingCount(slot) },
];

/** "Being deleted", with the number of bookings that have not ended yet (END-10). */
export const deletionText = ({ time_slots }: Pick<ManagedClass, 'time_slots'>): string => {
  const left = time_slots.reduce((sum, slot) => sum + bookingCount(slot), 0);
  return left === 0 ? 'Being deleted' : `Being deleted: ${counted(left, 'booking', 'bookings')} left`;
};

interface ManagedClassCardProps {
  readonly cls: ManagedClass;
  readonly moment: BusinessMoment;
  readonly onEdit: () => void;
  readonly onSale: () => void;
  readonly onDelete: () => void;
}

const ManagedClassCard = ({ cls, moment, onEdit, onSale, onDelete }: ManagedClassCardProps) => {
  const headingId = useId();
  return (
    <Card.Root as="article" aria-labelledby={headingId} className={card}>
      <ClassPicture cls={cls} className={picture} />
      <Card.Body gap="4" pb="4">
        {/* On a phone beside the picture. */}
        <HStack
          justify="space-between"
          gap="3"
          wrap="wrap"
          minHeight={{ base: '14', sm: 'auto' }}
          pe={{ base: '[4.5rem]', sm: '0' }}
        >
          <Card.Title id={headingId}>{classTypeName(cls.class_type)}</Card.Title>
          {cls.deleting && (
            <Badge variant="solid" colorPalette="danger">
              {deletionText(cls)}
            </Badge>
          )}
          {isOffSale(cls) && !cls.deleting && <Badge colorPalette="warning">Off sale</Badge>}
        </HStack>
        <Stack gap="2">
          <IconLine icon={MapPin} fontWeight="semibold">
            {cls.venue}
          </IconLine>
          <IconLine icon={CalendarRange}>
            {formatDate(cls.start_date)} - {formatDate(cls.end_date)}
          </IconLine>
          <IconLine icon={CalendarDays}>{everyWeekday(cls.start_date)}</IconLine>
          <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>
        </Stack>
        <PriceBox price={classPrice(cls, moment)}>
          <p>Weekly rate: {formatCents(cls.weekly_rate)}</p>
        </PriceBox>
        <Stack as="ul" gap="2">
          {cls.time_slots.map((slot) => (
            <li key={slot.id}>
              <SlotFill slot={slot} fullBadge="FULL" />
            </li>
          ))}
        </Stack>
      </Card.Body>
      <Card.Footer className={actions}>
        {!cls.deleting && (
          <>
            <Button asChild size="sm" aria-describedby={headingId}>
              <Link to={paths.adminClass(cls.id)} state={fromList}>
                View Details
              </Link>
            </Button>
            <Button type="button" variant="outline" size="sm" aria-describedby={headingId} onClick={onEdit}>
              Edit
            </Button>
            <Button type="button" variant="outline" size="sm" aria-describedby={headingId} onClick={onSale}>
              {saleAction(cls)}
            </Button>
          </>
        )}
        <Button
          type="button"
          variant="outline"
          size="sm"
          color="danger.fg"
          aria-describedby={headingId}
          onClick={onDelete}
        >
          {cls.deleting ? 'Finish Deleting' : 'Delete'}
        </Button>
      </Card.Footer>
    </Card.Root>
  );
};

const card = css({
  // Cards off the screen are not rendered; 32rem is about their height.
  contentVisibility: 'auto',
  containIntrinsicBlockSize: 'auto 32rem',
});

const picture = css({
  position: { base: 'absolute', sm: 'static' },
  insetInlineEnd: '4',
  top: '4',
  width: { base: '14', sm: 'full' },
  height: { base: '14', sm: '28' },
  borderRadius: { base: 'lg', sm: '[0]' },
});

const actions = css({ '& > a': { flex: '[1 0 auto]' } });

const overLast = (classes: readonly ManagedClass[]): ManagedClass[] => {
  const moment = businessNow();
  const isOver = (cls: ManagedClass) => isClassOver(cls, moment);
  return [...classes.filter((cls) => !isOver(cls)), ...classes.filter(isOver)];
};

const venueParam = 'venue';

interface ManagedClassListProps {
  readonly classes: readonly ManagedClass[];
  readonly isCreating: boolean;
  readonly onCreate: () => void;
}

export const ManagedClassList = ({ classes, isCreating, onCreate }: ManagedClassListProps) => {
  const page = usePage([venueParam]);
  const { query, find } = page;
  const [editing, setEditing] = useState<ClassId>();
  const [selling, setSelling] = useState<ManagedClass>();
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
    <Stack ref={list} tabIndex={-1} gap="4" outline="none">
      <ListBar>
        <SearchField label="Search by type, venue or coach" query={query} onSearch={find} />
        <ListCount total={found.length} one="class" many="classes" />
        <CsvButton name="classes" columns={classCsvColumns} readRows={async () => found.flatMap(slotsOf)} />
      </ListBar>
      <Box maxWidth="96" _print={{ display: 'none' }}>
        <VenueSelect
          classes={classes}
          venueId={venueId}
          onChoose={(chosen) => page.setFilter(venueParam, chosen)}
        />
      </Box>
      {found.length === 0 && (
        <Text py="8">{query ? `No class is found by “${query}”.` : 'No class meets at this venue.'}</Text>
      )}
      <ManagedClassCards classes={found} onEdit={setEditing} onSale={setSelling} onDelete={setDeleting} />
      <EditClassDialog of={classes.find(({ id }) => id === editing)} onClose={() => setEditing(undefined)} />
      <SaleDialog of={selling} onClose={() => setSelling(undefined)} />
      <DeleteClassDialog
        of={deleting}
        onClose={() => setDeleting(undefined)}
        onDone={() => list.current?.focus()}
      />
    </Stack>
  );
};

interface ManagedClassCardsProps {
  readonly classes: readonly ManagedClass[];
  readonly onEdit: (id: ClassId) => void;
  readonly onSale: (cls: ManagedClass) => void;
  readonly onDelete: (cls: ManagedClass) => void;
}

const firstCards = 12;

// Renders further cards in a deferred update, because 200 cards at once would delay input.
const ManagedClassCards = ({ classes, onEdit, onSale, onDelete }: ManagedClassCardsProps) => {
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
          onSale={() => onSale(cls)}
          onDelete={() => onDelete(cls)}
        />
      ))}
    </CardGrid>
  );
};

const NoClasses = ({ onCreate }: { readonly onCreate: () => void }) => (
  <EmptyPitch>
    <Text fontSize="lg">No classes created yet</Text>
    <Button type="button" colorPalette="accent" onClick={onCreate}>
      Create Your First Class
    </Button>
  </EmptyPitch>
);
