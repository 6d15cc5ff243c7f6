import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Info, Printer } from 'lucide-react';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { Roster, RosterRow } from '#shared/booking/admin-routes';
import { bookingCount } from '#shared/classes/class';
import { isOffSale } from '#shared/classes/openings';
import { classPrice, weeksText } from '#shared/classes/pricing';
import { shownProblems } from '#shared/contract/shown-problems';
import { contactText, photosText } from '#shared/families/children';
import { healthText } from '#shared/families/health';
import { classTypeName, everyWeekday, formatDate, formatTimeRange } from '#shared/lib/format';
import { type ClassId, classIdSchema, type SlotId, slotIdSchema } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { paths } from '#shared/paths';
import { sessionRoutes } from '#shared/sessions/admin-routes';
import { Notice } from '../../../components/notice.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { businessDate, businessNow } from '../../../lib/time/today.ts';
import { BackLink, NotFound } from '../back-link.tsx';
import { BookDialog, type ToBook } from '../booking/book-dialog.tsx';
import { Facts } from '../cells.tsx';
import { PastRegisters } from '../registers/past-registers.tsx';
import { SessionRow } from '../sessions/session-row.tsx';
import { adultColumns, CsvButton, type CsvColumn } from '../tables/csv.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { WhoStays } from '../terms/who-stays.tsx';
import { WaitingList } from '../waiting/waiting-list.tsx';
import { RosterTable } from './roster-table.tsx';
import { SlotChoice } from './slot-choice.tsx';

const typeText = ({ is_trial, only_dates }: RosterRow): string => {
  if (is_trial) return 'Trial';
  return only_dates ? `Full, here only on ${only_dates.join(', ')}` : 'Full';
};

const rosterCsvColumns: readonly CsvColumn<RosterRow>[] = [
  { header: 'Child Name', value: ({ child_name }) => child_name },
  { header: 'Child Age', value: ({ child_age }) => child_age },
  { header: 'Type', value: typeText },
  { header: 'Trial Date', value: ({ trial_date }) => trial_date },
  { header: 'Medical Notes', value: healthText },
  { header: 'Parent Name', value: ({ parent }) => parent.full_name },
  { header: 'Parent Email', value: ({ parent }) => parent.email },
  ...adultColumns<RosterRow>('Parent Phone', ({ adults }) => adults),
  { header: 'Other Contacts', value: ({ contacts }) => contacts.map(contactText).join('; ') },
  { header: 'Photos', value: ({ photos }) => photosText(photos) ?? 'Photos allowed' },
  { header: 'Booked On', value: ({ created_at }) => businessDate(created_at) },
];

const backToClasses = { to: paths.adminClasses, label: 'Back to Classes' };

interface ClassRosterProps {
  readonly roster: Roster;
  readonly requestedSlot: SlotId | undefined;
  /** The requested slot is loading, and `roster` is still another slot's. */
  readonly isLoading: boolean;
}

const ClassRoster = ({ roster, requestedSlot, isLoading }: ClassRosterProps) => {
  const { class: cls, time_slot_id, bookings } = roster;
  const selected = isLoading ? requestedSlot : time_slot_id;
  const slot = cls.time_slots.find(({ id }) => id === selected);
  const [booking, setBooking] = useState<ToBook>();
  const { price, isLowest, weeks } = classPrice(cls, businessNow());
  return (
    <Stack gap="4">
      <BackLink {...backToClasses} />
      <AreaScreen title={`${classTypeName(cls.class_type)}, ${cls.venue}`}>
        {isOffSale(cls) && (
          <Notice status="warning" icon={Info}>
            Off sale: families neither find nor book this class. “Put on Sale” is in Manage Classes.
          </Notice>
        )}
        <SlotChoice slots={cls.time_slots} selected={slot?.id} />
        {/* Before the roster: on a rainy morning, on a phone, a session is cancelled. */}
        {slot && <SessionRow key={`sessions ${slot.id}`} cls={cls} slot={slot} />}
        {slot && (
          <Stack gap="4">
            <HStack wrap="wrap" justify="space-between" gap="3">
              <Heading size="md">
                Bookings for {formatTimeRange(slot)} ({bookingCount(slot)}/{slot.max_capacity})
              </Heading>
              <HStack wrap="wrap" gap="2" _print={{ display: 'none' }}>
                <Button type="button" disabled={isLoading} onClick={() => setBooking({ slotId: slot.id })}>
                  Book a Child
                </Button>
                <Button type="button" variant="outline" disabled={isLoading} onClick={() => window.print()}>
                  <Printer size="1.2em" aria-hidden />
                  Print
                </Button>
                <CsvButton name="roster" columns={rosterCsvColumns} readRows={async () => bookings} />
              </HStack>
            </HStack>
            {isLoading ? <TableSkeleton /> : <RosterTable bookings={bookings} />}
          </Stack>
        )}
        <Card.Root _print={{ border: 'none', boxShadow: '[none]', fontSize: '[9.5pt]' }}>
          <Card.Body _print={{ p: '0' }}>
            <Facts
              inOneLine
              facts={[
                ['Coach', cls.coach_name],
                ['Address', cls.venue_details.address],
                ...(cls.venue_details.directions
                  ? [['Directions', cls.venue_details.directions] as const]
                  : []),
                ['Price', `${isLowest ? 'from ' : ''}${formatCents(price)} (${weeksText(weeks)})`],
                ['Start Date', formatDate(cls.start_date)],
                ['End Date', formatDate(cls.end_date)],
                ['Meets', everyWeekday(cls.start_date)],
              ]}
            />
          </Card.Body>
        </Card.Root>
        {slot && <WaitingList key={`waiting ${slot.id}`} slot={slot} />}
        {slot && <PastRegisters key={`registers ${slot.id}`} slot={slot} />}
        <WhoStays classId={cls.id} />
        <BookDialog of={booking} onClose={() => setBooking(undefined)} />
      </AreaScreen>
    </Stack>
  );
};

const title = 'Class Details';
const skeleton = (
  <TableSkeleton text="The class is loading, with its prices and dates, its time slots, their bookings and their waiting lists." />
);
const classNotFound = <NotFound title={shownProblems.classNotFound.text} back={backToClasses} />;

export const ClassScreen = () => {
  const classId = classIdSchema.safeParse(useParams().classId);
  const isHydrated = useIsHydrated();
  if (classId.success) return <LoadedClass classId={classId.data} />;
  return isHydrated ? classNotFound : <AreaScreen title={title}>{skeleton}</AreaScreen>;
};

const LoadedClass = ({ classId }: { readonly classId: ClassId }) => {
  const [params] = useSearchParams();
  const slot = slotIdSchema.safeParse(params.get('slot')).data;
  // Without a slot, the request is for the class and its first slot.
  const failure = slot ? 'Failed to load time slots' : 'Failed to load class details';
  const roster = useQuery({
    ...routeQuery(sessionRoutes.getRoster, { params: { classId }, query: { slot } }, failure),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={roster} notFound={classNotFound} title={title} skeleton={skeleton}>
      {(data) => <ClassRoster roster={data} requestedSlot={slot} isLoading={roster.isPlaceholderData} />}
    </Loaded>
  );
};
