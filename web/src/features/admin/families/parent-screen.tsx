import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { BookingDetails, EndedBooking, EndReason } from '#shared/booking/booking';
import type { RouteResponse } from '#shared/contract/route';
import { shownProblems } from '#shared/contract/shown-problems';
import { type ManagedFamily, type ParentDetails, parentRoutes } from '#shared/families/admin-routes';
import type { Child } from '#shared/families/family';
import { classTypeName } from '#shared/lib/format';
import { type FamilyId, familyIdSchema } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { namesOf } from '#shared/lib/names';
import { paths } from '#shared/paths';
import { AreaScreen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { businessDate } from '../../../lib/time/today.ts';
import { BackLink, NotFound } from '../back-link.tsx';
import { BookDialog, type ToBook } from '../booking/book-dialog.tsx';
import {
  ageColumn,
  amountColumn,
  bookedColumn,
  childColumn,
  classColumn,
  slotColumn,
  venueColumn,
} from '../booking/booking-columns.tsx';
import { DeleteBookingDialog } from '../booking/delete-booking-dialog.tsx';
import { isUndecided, LateEndingRow } from '../booking/late-endings.tsx';
import { type BookingToMove, MoveDialog } from '../booking/move-dialog.tsx';
import { orMissing, shortTimes } from '../cells.tsx';
import { LedgerSection } from '../ledger/ledger-section.tsx';
import type { Column } from '../tables/column.ts';
import { DataTable } from '../tables/data-table.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { RowActions, RowButton } from '../tables/row-actions.tsx';
import { FamilyWaitingSection } from '../waiting/family-waiting.tsx';
import { AddChildDialog, CorrectChildDialog } from './add-family-dialog.tsx';
import { ChildrenTable } from './children-table.tsx';
import { DeleteParentDialog } from './delete-parent-dialog.tsx';
import { MembersSection } from './members-section.tsx';
import { NotesSection } from './notes-section.tsx';
import { ParentForm } from './parent-form.tsx';
import { SameFamilies } from './same-families.tsx';

/** A cached list has the name while the details are loading. */
const useKnownParent = (parentId: FamilyId): ManagedFamily | undefined =>
  useQueryClient()
    .getQueriesData<RouteResponse<typeof parentRoutes.searchParents>>({
      queryKey: [parentRoutes.searchParents.path],
    })
    .flatMap(([, page]) => page?.parents ?? [])
    .find(({ id }) => id === parentId);

const bookingColumns: readonly Column<BookingDetails>[] = [
  classColumn,
  { ...venueColumn, line: 'detail' },
  slotColumn,
  childColumn,
  ageColumn,
  amountColumn,
  bookedColumn,
];

type LiveBooking = ParentDetails['bookings'][number];

interface BookingHistoryProps {
  readonly bookings: readonly LiveBooking[];
  readonly family: readonly Child[];
}

const BookingHistory = ({ bookings, family }: BookingHistoryProps) => {
  const [moving, setMoving] = useState<BookingToMove>();
  const [deleting, setDeleting] = useState<BookingDetails>();
  const bornOn = (booking: LiveBooking) =>
    family.find(({ id }) => id === booking.child_id)?.date_of_birth ?? null;
  return (
    <Stack gap="3" _print={{ display: 'none' }}>
      <Heading size="md">Booking History</Heading>
      {bookings.length === 0 ? (
        <Text color="fg.muted">No bookings yet</Text>
      ) : (
        <DataTable
          label="Booking History"
          columns={bookingColumns}
          rows={bookings}
          actions={(booking) => (
            <>
              <RowButton
                label={`Move the booking of ${booking.child_name}`}
                onClick={() => setMoving({ ...booking, date_of_birth: bornOn(booking) })}
              >
                Move
              </RowButton>
              <RowActions of={`the booking of ${booking.child_name}`} onDelete={() => setDeleting(booking)} />
            </>
          )}
          rowKey={({ id }) => id}
          rowName={({ child_name }) => `the booking of ${child_name}`}
          isWhole
          sortParam="bookings"
        />
      )}
      <MoveDialog of={moving} onClose={() => setMoving(undefined)} />
      <DeleteBookingDialog of={deleting} onClose={() => setDeleting(undefined)} />
    </Stack>
  );
};

const reasonTexts: Record<EndReason, string> = namesOf({
  cancelled: 'Cancelled by the parent',
  removed: 'Removed',
  moved: 'Moved',
  upgraded: 'Became a full program',
  'trial-over': 'Trial over',
  'class-deleted': 'Class deleted',
  'account-deleted': 'Account deleted',
});

const endedColumns: readonly Column<EndedBooking>[] = [
  {
    id: 'class',
    line: 'leadEnd',
    header: 'Class Type',
    cell: ({ class_type }) => classTypeName(class_type),
    sortBy: ({ class_type }) => class_type,
  },
  { id: 'venue', line: 'detail', header: 'Venue', kind: 'text', cell: ({ venue }) => venue },
  { id: 'slot', line: 'detailEnd', header: 'Time Slot', kind: 'short', cell: shortTimes },
  childColumn,
  ageColumn,
  amountColumn,
  {
    id: 'credited',
    header: 'Credited',
    kind: 'number',
    cell: ({ credited }) => formatCents(credited),
    sortBy: ({ credited }) => credited,
  },
  {
    id: 'ended',
    header: 'Ended',
    cell: ({ ended }) => `${reasonTexts[ended.reason]}, ${businessDate(ended.at)}`,
    sortBy: ({ ended }) => ended.at,
  },
  bookedColumn,
];

/** Newest first, with what is to be decided (END-03, END-07). */
const EndedBookings = ({ records }: { readonly records: readonly EndedBooking[] }) => {
  if (records.length === 0) return null;
  const undecided = records.filter(isUndecided);
  return (
    <Stack gap="3" _print={{ display: 'none' }}>
      <Heading size="md">Ended Bookings</Heading>
      {undecided.length > 0 && (
        <Stack as="ul" gap="0" listStyleType="none">
          {undecided.map((record) => (
            <LateEndingRow key={record.id} record={record} />
          ))}
        </Stack>
      )}
      <DataTable
        label="Ended Bookings"
        columns={endedColumns}
        rows={records}
        rowKey={({ id }) => id}
        rowName={({ child_name }) => `the ended booking of ${child_name}`}
        isWhole
        sortParam="ended"
      />
    </Stack>
  );
};

const back = { to: paths.adminUsers, label: 'Back to Parents' };
const title = 'Parent Details';
const skeleton = (
  <TableSkeleton text="The parent is loading, with contact details and emergency contact, children, payments and bookings." />
);
const parentNotFound = <NotFound title={shownProblems.parentNotFound.text} back={back} />;

export const ParentScreen = () => {
  const parentId = familyIdSchema.safeParse(useParams().parentId);
  const isHydrated = useIsHydrated();
  if (parentId.success) return <LoadedParent parentId={parentId.data} />;
  return isHydrated ? parentNotFound : <AreaScreen title={title}>{skeleton}</AreaScreen>;
};

const LoadedParent = ({ parentId }: { readonly parentId: FamilyId }) => {
  const known = useKnownParent(parentId);
  // When the list has already loaded the parent, only the children are missing.
  const failure = known ? 'Failed to load children' : 'Failed to load parent details';
  const parent = useQuery(routeQuery(parentRoutes.getParent, { params: { parentId } }, failure));
  return (
    <Loaded query={parent} notFound={parentNotFound} title={known?.full_name || title} skeleton={skeleton}>
      {(data) => <ParentPage details={data} />}
    </Loaded>
  );
};

const ParentPage = ({ details }: { readonly details: ParentDetails }) => {
  const { profile, children, bookings, ended } = details;
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const [booking, setBooking] = useState<ToBook>();
  const [isAdding, setIsAdding] = useState(false);
  const [correcting, setCorrecting] = useState<Child>();
  const family = { id: profile.id, full_name: profile.full_name };
  return (
    <Stack gap="4">
      <BackLink {...back} />
      <AreaScreen title={orMissing(profile.full_name)}>
        <HStack wrap="wrap" gap="2" _print={{ display: 'none' }}>
          <Button asChild variant="outline">
            <Link to={paths.adminMessageTo(profile.id)}>Write Message</Link>
          </Button>
          {/* A family without a login gets its statement on paper (BHF-02). */}
          <Button type="button" variant="outline" onClick={() => window.print()}>
            <Printer size="1.2em" aria-hidden />
            Print Statement
          </Button>
        </HStack>
        <SameFamilies {...details} />
        <ParentForm key={profile.id} profile={profile} />
        <MembersSection {...details} />
        <ChildrenTable
          childList={children}
          onBook={(child) => setBooking({ family, child })}
          onCorrect={setCorrecting}
          onAdd={() => setIsAdding(true)}
        />
        <FamilyWaitingSection parentId={profile.id} />
        <LedgerSection parentId={profile.id} />
        <NotesSection parentId={profile.id} />
        <BookingHistory bookings={bookings} family={children} />
        <EndedBookings records={ended} />
        {profile.role === 'parent' && (
          <Button
            type="button"
            variant="outline"
            color="danger.fg"
            alignSelf="start"
            _print={{ display: 'none' }}
            onClick={() => setIsDeleting(true)}
          >
            Delete Account
          </Button>
        )}
        <BookDialog of={booking} onClose={() => setBooking(undefined)} />
        <AddChildDialog of={isAdding ? profile : undefined} onClose={() => setIsAdding(false)} />
        <CorrectChildDialog of={correcting} onClose={() => setCorrecting(undefined)} />
        <DeleteParentDialog
          of={isDeleting ? profile : undefined}
          bookings={bookings.length}
          onClose={() => setIsDeleting(false)}
          onDone={() => navigate(paths.adminUsers)}
        />
      </AreaScreen>
    </Stack>
  );
};
