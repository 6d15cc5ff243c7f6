import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { shownProblems } from '#shared/contract/shown-problems';
import { paths } from '#shared/paths';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import type { ParentDetails } from '#shared/schemas/managed-profile';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { Button } from '../../../components/button.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useIsHydrated } from '../../../lib/browser/use-is-hydrated.ts';
import { BackLink } from '../back-link.tsx';
import { LedgerSection } from '../ledger/ledger-section.tsx';
import { Loaded } from '../loaded.tsx';
import { NotFound } from '../not-found.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { BookingHistory } from './booking-history.tsx';
import { ChildrenTable } from './children-table.tsx';
import { DeleteParentDialog } from './delete-parent-dialog.tsx';
import { EndedBookings } from './ended-bookings.tsx';
import { ParentForm } from './parent-form.tsx';
import { useKnownParent } from './use-known-parent.ts';

const back = { to: paths.adminUsers, label: 'Back to Parents' };
const title = 'Parent Details';
const skeleton = (
  <TableSkeleton text="The parent is loading, with contact details and emergency contact, children, payments and bookings." />
);
const parentNotFound = <NotFound title={shownProblems.parentNotFound.text} back={back} />;

/** A parent with children and bookings (ADM-55 to ADM-60). */
export const ParentScreen = () => {
  const parentId = userIdSchema.safeParse(useParams().parentId);
  const isHydrated = useIsHydrated();
  if (parentId.success) return <LoadedParent parentId={parentId.data} />;
  return isHydrated ? parentNotFound : <AreaScreen title={title}>{skeleton}</AreaScreen>;
};

const LoadedParent = ({ parentId }: { readonly parentId: UserId }) => {
  const known = useKnownParent(parentId);
  // When the list has already loaded the parent, a failure only concerns the children.
  const failure = known ? 'Failed to load children' : 'Failed to load parent details';
  const parent = useQuery(routeQuery(adminRoutes.getParent, { params: { parentId } }, failure));
  return (
    <Loaded query={parent} notFound={parentNotFound} title={known?.full_name ?? title} skeleton={skeleton}>
      {(data) => <ParentPage details={data} />}
    </Loaded>
  );
};

const ParentPage = ({ details }: { readonly details: ParentDetails }) => {
  const { profile, children, bookings, ended } = details;
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Stack gap="4">
      <BackLink {...back} />
      <AreaScreen title={profile.full_name}>
        <Button asChild variant="outline" alignSelf="start">
          <Link to={paths.adminMessageTo(profile.id)}>Write Message</Link>
        </Button>
        <ParentForm key={profile.id} profile={profile} />
        <ChildrenTable entries={children} />
        <LedgerSection parentId={profile.id} />
        <BookingHistory bookings={bookings} />
        <EndedBookings records={ended} />
        {profile.role === 'parent' && (
          <Button
            type="button"
            variant="outline"
            color="danger.fg"
            alignSelf="start"
            onClick={() => setIsDeleting(true)}
          >
            Delete Account
          </Button>
        )}
        <DeleteParentDialog
          parent={isDeleting ? profile : undefined}
          bookings={bookings.length}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => navigate(paths.adminUsers)}
        />
      </AreaScreen>
    </Stack>
  );
};
