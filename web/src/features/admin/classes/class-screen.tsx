import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { shownProblems } from '#shared/contract/shown-problems';
import { type ClassId, classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useIsHydrated } from '../../../lib/browser/use-is-hydrated.ts';
import { Loaded } from '../loaded.tsx';
import { NotFound } from '../not-found.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { backToClasses, ClassRoster } from './roster/class-roster.tsx';

const title = 'Class Details';
const skeleton = (
  <TableSkeleton text="The class is loading, with its prices and dates, its time slots, their bookings and their waiting lists." />
);
const classNotFound = <NotFound title={shownProblems.classNotFound.text} back={backToClasses} />;

/** A class with the roster of one of its time slots (ADM-32 to ADM-38). */
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
    ...routeQuery(adminRoutes.getRoster, { params: { classId }, query: { slot } }, failure),
    // Keeps the class on the screen while another slot is loading.
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={roster} notFound={classNotFound} title={title} skeleton={skeleton}>
      {(data) => <ClassRoster roster={data} requestedSlot={slot} isLoading={roster.isPlaceholderData} />}
    </Loaded>
  );
};
