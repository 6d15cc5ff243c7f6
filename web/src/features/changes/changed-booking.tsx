import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CircleSlash, Clock, Shirt } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link, useParams } from 'react-router-dom';
import { classTypeName, everyWeekday, formatLongDate, formatTimeRange } from '#shared/domain/text/format';
import { paths } from '#shared/paths';
import type { MyBooking, MyBookings } from '#shared/schemas/my-bookings';
import { AreaScreen } from '../../components/area-screen.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { VenueLine } from '../../components/venue-line.tsx';
import { bookingsQuery } from '../../lib/api/bookings-query.ts';
import { goneText } from './gone-text.ts';

interface ChangedBookingProps {
  readonly title: string;
  /** Shown while the booking is read, see `LoadingText`. */
  readonly loading: string;
  /** The change, once the booking is read. */
  readonly children: (booking: MyBooking, all: MyBookings) => ReactNode;
}

/** A screen that changes the booking that its path names. */
export const ChangedBooking = ({ title, loading, children }: ChangedBookingProps) => (
  <AreaScreen title={title}>
    <Stack gap="5" maxWidth="prose">
      <Button asChild variant="ghost" size="compact" alignSelf="start" ms="-3">
        <Link to={paths.parentBookings}>← Back to My Bookings</Link>
      </Button>
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

/** What is booked now. */
const BookingFacts = ({ booking }: { readonly booking: MyBooking }) => {
  const { child_name, trial_date, time_slot } = booking;
  const { class: cls } = time_slot;
  const headingId = useId();
  return (
    <Card asChild borderTopWidth="6px" borderTopColor={`programme.${cls.class_type}.solid`}>
      <article aria-labelledby={headingId}>
        <Stack gap="2" p="4">
          <Heading id={headingId} size="md">
            {classTypeName(cls.class_type)}
          </Heading>
          <IconLine icon={Shirt} fontWeight="bold">
            {child_name}
          </IconLine>
          <IconLine icon={CalendarDays}>
            {trial_date ? formatLongDate(trial_date) : everyWeekday(cls.start_date)}
          </IconLine>
          <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
            {formatTimeRange(time_slot)}
          </IconLine>
          <VenueLine place={cls} />
        </Stack>
      </article>
    </Card>
  );
};

/** Says why the booking cannot be changed. */
export const Impossible = ({ children }: { readonly children: string }) => (
  <Notice tone="warning" icon={CircleSlash}>
    {children}
  </Notice>
);
