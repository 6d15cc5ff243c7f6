import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CircleSlash, Clock, Shirt } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useParams } from 'react-router-dom';
import type { MyBooking, MyBookings, MyEndedBooking } from '#shared/booking/booking-input';
import { changeProblems } from '#shared/contract/change-problems';
import { classTypeName, everyWeekday, formatLongDate, formatTimeRange } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { IconLine } from '../../../components/icon-line.tsx';
import { LoadFailure, LoadingText } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { VenueLine } from '../../../components/venue-line.tsx';
import { bookingsQuery } from '../../../lib/api/family-queries.ts';
import { BackLink } from './slot-screen.tsx';

export const upgradedAlready = 'This place is kept already.';

// A link to a booking that is not live may be old, such as that of the email of the day after.
const goneText = (record: MyEndedBooking | undefined): string => {
  switch (record?.ended.reason) {
    case 'upgraded':
      return upgradedAlready;
    case 'trial-over':
      return changeProblems.trialOver.text;
    default:
      return changeProblems.bookingNotFound.text;
  }
};

interface ChangedBookingProps {
  readonly title: string;
  readonly loading: string;
  readonly children: (booking: MyBooking, all: MyBookings) => ReactNode;
}

export const ChangedBooking = ({ title, loading, children }: ChangedBookingProps) => (
  <AreaScreen title={title}>
    <Stack gap="5" maxWidth="prose">
      <BackLink to={paths.parentBookings}>Back to My Bookings</BackLink>
      <Booking loading={loading}>{children}</Booking>
    </Stack>
  </AreaScreen>
);

const Booking = ({ loading, children }: Omit<ChangedBookingProps, 'title'>) => {
  const { bookingId } = useParams();
  const { data, isPending, isLoadingError, refetch } = useQuery(bookingsQuery);
  if (isPending) {
    return (
      <>
        <LoadingText>{loading}</LoadingText>
        <Skeleton height="80" borderRadius="xl" />
      </>
    );
  }
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  const booking = data.bookings.find(({ id }) => id === bookingId);
  if (!booking) return <Impossible>{goneText(data.ended.find(({ id }) => id === bookingId))}</Impossible>;
  return (
    <>
      <BookingFacts booking={booking} />
      {children(booking, data)}
    </>
  );
};

const BookingFacts = ({ booking }: { readonly booking: MyBooking }) => {
  const { child_name, trial_date, time_slot } = booking;
  const { class: cls } = time_slot;
  const headingId = useId();
  return (
    <Card.Root asChild variant="programme" colorPalette={`programme.${cls.class_type}`}>
      <article aria-labelledby={headingId}>
        <Card.Body gap="2" p="4">
          <Card.Title id={headingId}>{classTypeName(cls.class_type)}</Card.Title>
          <IconLine icon={Shirt} fontWeight="bold">
            {child_name}
          </IconLine>
          <IconLine icon={CalendarDays}>
            {trial_date ? formatLongDate(trial_date) : everyWeekday(cls.start_date)}
          </IconLine>
          <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
            {formatTimeRange(time_slot)}
          </IconLine>
          <VenueLine of={cls} />
        </Card.Body>
      </article>
    </Card.Root>
  );
};

export const Impossible = ({ children }: { readonly children: string }) => (
  <Notice status="warning" icon={CircleSlash}>
    {children}
  </Notice>
);
