import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '#shared/paths';
import { type ClassId, classIdSchema, type SlotId, slotIdSchema } from '#shared/schemas/ids';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Screen } from '../../components/screen.tsx';
import { isNotFound } from '../../lib/api/api-error.ts';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';
import { BackToClasses } from './back-to-classes.tsx';
import { BookingHeader } from './booking-header.tsx';
import { BookingSkeleton } from './booking-skeleton.tsx';
import { AboutList, JoinListForm } from './join-list-form.tsx';
import { NoChildren } from './no-children.tsx';
import { bookableQuery } from './queries.ts';

/** Joins the waiting list of a full time slot (WAI-01, WAI-02). */
export const JoinListScreen = () => {
  const params = useParams();
  const classId = classIdSchema.safeParse(params.classId);
  const slotId = slotIdSchema.safeParse(params.slotId);
  const isValid = classId.success && slotId.success;
  if (useIsHydrated() && !isValid) return <Navigate to={paths.browseClasses} replace />;
  return (
    <Screen pageTitle="Join the waiting list" maxWidth="prose" pt={{ base: '1', md: '10' }}>
      <Stack gap={{ base: '4', md: '5' }}>
        <BackToClasses />
        {isValid ? <SlotList key={slotId.data} classId={classId.data} slotId={slotId.data} /> : loading}
      </Stack>
    </Screen>
  );
};

/** The screen without data. */
const loading = (
  <BookingSkeleton>
    <AboutList />
  </BookingSkeleton>
);

const SlotList = ({ classId, slotId }: { readonly classId: ClassId; readonly slotId: SlotId }) => {
  const bookable = useQuery(bookableQuery({ classId, slotId }, 'Failed to load class details'));
  if (isNotFound(bookable.error)) return <Navigate to={paths.browseClasses} replace />;
  if (bookable.isLoadingError) return <LoadFailure onRetry={() => void bookable.refetch()} />;
  const slot = bookable.data?.class.time_slots.find(({ id }) => id === slotId);
  if (!bookable.data || !slot) return loading;
  return (
    <>
      <BookingHeader cls={bookable.data.class} slot={slot} />
      {bookable.data.children.length === 0 ? (
        <NoChildren />
      ) : (
        <JoinListForm bookable={bookable.data} slot={slot} />
      )}
    </>
  );
};
