import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { problems } from '#shared/contract/errors';
import { paths } from '#shared/paths';
import { type ClassId, classIdSchema, slotIdSchema } from '#shared/schemas/ids';
import { AreaScreen } from '../../../components/area-screen.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { Loaded } from '../loaded.tsx';
import { NotThere } from '../not-there.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { ClassRoster } from './class-roster.tsx';

const back = { to: paths.adminClasses, label: 'Back to Classes' };
const classNotFound = <NotThere title={problems.classNotFound.text} back={back} />;

/** One class with the children of each of its time slots (ADM-32 to ADM-38). */
export const ClassScreen = () => {
  const classId = classIdSchema.safeParse(useParams().classId);
  return classId.success ? <ClassOf classId={classId.data} /> : classNotFound;
};

const ClassOf = ({ classId }: { readonly classId: ClassId }) => {
  const [params] = useSearchParams();
  const slot = slotIdSchema.safeParse(params.get('slot')).data;
  // The class comes with its first slot; what is asked for after that is another of its slots.
  const failure = slot ? 'Failed to load time slots' : 'Failed to load class details';
  const roster = useQuery({
    ...routeQuery(adminRoutes.getRoster, { params: { classId }, query: { slot } }, failure),
    // The class stays in sight while another of its slots is read.
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded
      query={roster}
      notFound={classNotFound}
      skeleton={
        <AreaScreen title="Class Details">
          <TableSkeleton />
        </AreaScreen>
      }
    >
      {(data) => <ClassRoster roster={data} slotAsked={slot} isReading={roster.isPlaceholderData} />}
    </Loaded>
  );
};
