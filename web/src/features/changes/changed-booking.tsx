import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { changeProblems } from '#shared/contract/change-problems';
import { classTypeName, everyWeekday, formatLongDate, formatTimeRange } from '#shared/domain/format';
import { paths } from '#shared/paths';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { AreaScreen } from '../../components/area-screen.tsx';
import { Button } from '../../components/button.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { bookingsQuery } from './queries.ts';

interface ChangedBookingProps {
  readonly title: string;
  /** The change, once the booking is read. */
  readonly children: (booking: MyBooking, all: readonly MyBooking[]) => ReactNode;
}

/** A screen that changes the booking that its path names. */
export const ChangedBooking = ({ title, children }: ChangedBookingProps) => (
  <AreaScreen title={title}>
    <Stack gap="5" maxWidth="prose">
      <Button asChild variant="ghost" size="compact" alignSelf="start" ms="-3">
        <Link to={paths.parentBookings}>← Back to My Bookings</Link>
      </Button>
      <Booking>{children}</Booking>
    </Stack>
  </AreaScreen>
);

const Booking = ({ children }: Pick<ChangedBookingProps, 'children'>) => {
  const { bookingId } = useParams();
  const { data, isPending, isError, refetch } = useQuery(bookingsQuery);
  if (isPending) return <Skeleton height="80" borderRadius="xl" />;
  if (isError) return <LoadFailure onRetry={() => void refetch()} />;
  const booking = data.bookings.find(({ id }) => id === bookingId);
  if (!booking) return <Impossible>{changeProblems.bookingNotFound.text}</Impossible>;
  return (
    <>
      <Text fontWeight="semibold" overflowWrap="anywhere">
        {describe(booking)}
      </Text>
      {children(booking, data.bookings)}
    </>
  );
};

const describe = ({ child_name, trial_date, time_slot }: MyBooking): string => {
  const { class: cls } = time_slot;
  const day = trial_date ? formatLongDate(trial_date) : everyWeekday(cls.start_date);
  return `${child_name}: ${classTypeName(cls.class_type)}, ${cls.venue}, ${day}, ${formatTimeRange(time_slot)}`;
};

/** Says why the booking cannot be changed. */
export const Impossible = ({ children }: { readonly children: string }) => (
  <Notice tone="warning" icon={CircleSlash}>
    {children}
  </Notice>
);
