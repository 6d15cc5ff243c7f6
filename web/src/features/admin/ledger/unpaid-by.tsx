import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BookingDetails } from '#shared/booking/booking';
import { paymentRoutes } from '#shared/ledger/admin-routes';
import type { UnpaidCharge } from '#shared/ledger/payments';
import { classTypeName, everyWeekday, formatDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import { type CalendarDate, calendarDateSchema } from '#shared/lib/values';
import { TextField } from '../../../components/fields.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { businessToday } from '../../../lib/time/today.ts';
import { DeleteBookingDialog } from '../booking/delete-booking-dialog.tsx';
import { orMissing, shortTimes } from '../cells.tsx';
import { AdultPhones } from '../notices.tsx';
import type { Column } from '../tables/column.ts';
import { adultColumns, CsvButton, type CsvColumn, centsColumn, readAllPages } from '../tables/csv.tsx';
import { DataTable } from '../tables/data-table.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { RowActions, TrailButtons, useTrail } from '../tables/row-actions.tsx';
import { type ChosenFamilies, chooseColumn, RemindDialog, useChosenFamilies } from './remind-dialog.tsx';

/** "Juniorballerz, Riverside, Saturdays, 10:00 - 11:00", or that the place was given back. */
const placeText = ({ place }: UnpaidCharge): string => {
  if (!place) return 'Ended, no place';
  const { time_slot } = place;
  const { class_type, venue, start_date } = time_slot.class;
  return [classTypeName(class_type), venue, everyWeekday(start_date), shortTimes(time_slot)].join(', ');
};

const childText = ({ child_name, place }: UnpaidCharge): string =>
  place?.is_trial ? `${child_name} (trial)` : child_name;

const unpaidColumns: readonly Column<UnpaidCharge>[] = [
  { id: 'child', header: 'Child', kind: 'title', line: 'lead', cell: childText },
  { id: 'due', header: 'Due', kind: 'number', line: 'leadEnd', cell: ({ due }) => formatCents(due) },
  { id: 'place', header: 'Place', kind: 'place', line: 'detail', cell: placeText },
  {
    id: 'since',
    header: 'Due Since',
    kind: 'short',
    line: 'detailEnd',
    cell: ({ since }) => formatDate(since),
  },
  { id: 'parent', header: 'Parent', cell: ({ full_name }) => orMissing(full_name) },
  { id: 'phone', header: 'Phone', cell: ({ adults }) => <AdultPhones adults={adults} /> },
];

const unpaidCsvColumns: readonly CsvColumn<UnpaidCharge>[] = [
  { header: 'Child', value: childText },
  { header: 'Place', value: placeText },
  centsColumn('Due', ({ due }) => due),
  { header: 'Due Since', value: ({ since }) => since },
  { header: 'Parent', value: ({ full_name }) => full_name },
  { header: 'Email', value: ({ email }) => email },
  ...adultColumns<UnpaidCharge>('Phone', ({ adults }) => adults),
  { header: 'Reference', value: ({ reference }) => reference },
];

interface UnpaidTableProps {
  readonly charges: readonly UnpaidCharge[];
  readonly isStale: boolean;
  readonly selection: ChosenFamilies;
}

const UnpaidTable = ({ charges, isStale, selection }: UnpaidTableProps) => {
  const [ending, setEnding] = useState<BookingDetails>();
  const table = useRef<HTMLDivElement>(null);
  return (
    <Box ref={table} tabIndex={-1} outline="none">
      <DataTable
        label="Unpaid"
        columns={[
          ...unpaidColumns,
          {
            id: 'actions',
            header: 'Actions',
            kind: 'actions',
            cell: ({ place, child_name }) =>
              place && <RowActions of={`the booking of ${child_name}`} onDelete={() => setEnding(place)} />,
          },
          chooseColumn(
            selection,
            ({ full_name, child_name }: UnpaidCharge) => `Remind ${full_name} of ${child_name}`,
          ),
        ]}
        rows={charges}
        rowKey={({ booking_id }) => booking_id}
        rowName={({ child_name }) => `the booking of ${child_name}`}
        isWhole={false}
        isStale={isStale}
        isWide
      />
      <DeleteBookingDialog
        of={ending}
        onClose={() => setEnding(undefined)}
        onDone={() => table.current?.focus()}
      />
    </Box>
  );
};

const readAll = (by: CalendarDate, onProgress: (count: number) => void) =>
  readAllPages<UnpaidCharge, string>(async (cursor) => {
    const { charges, next_cursor } = await callRoute(paymentRoutes.listUnpaid, {
      body: { by, cursor },
    });
    return { rows: charges, next: next_cursor };
  }, onProgress);

/** Charges that are not paid by a day, to remind their families or to end their bookings (DUE-02). */
export const UnpaidBy = () => {
  const [text, setText] = useState<string>(() => businessToday());
  const [isShown, setIsShown] = useState(false);
  const by = calendarDateSchema.safeParse(text);
  return (
    <Card.Root>
      <Card.Body gap="3">
        <Card.Title>{by.success ? `Unpaid by ${formatDate(by.data)}` : 'Unpaid by a date'}</Card.Title>
        <HStack wrap="wrap" gap="4" align="end">
          <TextField
            label="Due until"
            type="date"
            value={text}
            error={by.error?.issues[0]?.message}
            onChange={({ target: { value } }) => setText(value)}
          />
          {by.success && !isShown && (
            <Button type="button" variant="outline" onClick={() => setIsShown(true)}>
              Show Children and Places
            </Button>
          )}
          {by.success && isShown && (
            <CsvButton
              name={`unpaid-by-${by.data}`}
              columns={unpaidCsvColumns}
              readRows={(onProgress) => readAll(by.data, onProgress)}
            />
          )}
        </HStack>
        {by.success && isShown && <Unpaid key={by.data} by={by.data} />}
      </Card.Body>
    </Card.Root>
  );
};

const Unpaid = ({ by }: { readonly by: CalendarDate }) => {
  const page = useTrail();
  const selection = useChosenFamilies();
  const { chosen, choose } = selection;
  const [isReminding, setIsReminding] = useState(false);
  const unpaid = useQuery({
    ...routeQuery(
      paymentRoutes.listUnpaid,
      { body: { by, cursor: page.cursor } },
      'Failed to load what is not paid',
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={unpaid} skeleton={<TableSkeleton />}>
      {({ charges, families, due, next_cursor }) =>
        families === 0 ? (
          <Text>Everything that is due by then is paid.</Text>
        ) : (
          <Stack gap="3">
            <HStack wrap="wrap" gap="3" justify="space-between">
              <Text fontVariantNumeric="tabular-nums">
                {formatCents(due)} of {counted(families, 'family', 'families')}
              </Text>
              <Button type="button" disabled={chosen.size === 0} onClick={() => setIsReminding(true)}>
                {chosen.size === 0
                  ? 'Remind Families'
                  : `Remind ${counted(chosen.size, 'Family', 'Families')}`}
              </Button>
            </HStack>
            <UnpaidTable charges={charges} isStale={unpaid.isPlaceholderData} selection={selection} />
            <TrailButtons page={page} next={next_cursor} of="Families" />
            <RemindDialog
              families={isReminding ? [...chosen] : []}
              onClose={() => setIsReminding(false)}
              onSent={() => choose(new Set())}
            />
          </Stack>
        )
      }
    </Loaded>
  );
};
