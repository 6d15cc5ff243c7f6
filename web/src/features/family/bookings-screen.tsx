import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import type { MyBooking, MyEndedBooking } from '#shared/schemas/my-bookings';
import { AreaScreen } from '../../components/area-screen.tsx';
import { Button } from '../../components/button.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { EmptyPitch } from '../../components/empty-pitch.tsx';
import { Heading } from '../../components/heading.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { bookingsQuery } from '../../lib/api/bookings-query.ts';
import { useGrowingCount } from '../../lib/browser/use-growing-count.ts';
import { BookingCard } from './booking-card.tsx';
import { CancelBookingDialog } from './cancel-booking-dialog.tsx';
import { type CancellableBooking, isCancellable } from './cancellation-text.ts';
import { EndedBookingCard } from './ended-booking-card.tsx';
import { SubscribeSection } from './subscribe-section.tsx';
import { useKeptSessions } from './use-kept-sessions.ts';
import { MyOffers, WaitingSection } from './waiting-section.tsx';

/**
 * All bookings of the parent: those with sessions to come, and the others, each newest first (PAR-15 to PAR-21,
 * END-03).
 */
export const BookingsScreen = () => (
  <AreaScreen title="My Bookings">
    <MyOffers />
    <Bookings />
    <WaitingSection />
  </AreaScreen>
);

const Bookings = () => {
  const { data, isPending, isLoadingError, refetch } = useQuery(bookingsQuery);
  // Deferred, so that the first data is rendered in short tasks.
  const isWaiting = useDeferredValue(isPending);
  if (isPending || isWaiting) return <BookingsSkeleton />;
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  return <LoadedBookings {...data} />;
};

interface LoadedBookingsProps {
  readonly bookings: readonly MyBooking[];
  readonly ended: readonly MyEndedBooking[];
}

const growth = { first: 4, step: 4 };

/** Renders the first cards, then the others in steps. */
const LoadedBookings = ({ bookings, ended }: LoadedBookingsProps) => {
  useKeptSessions(bookings);
  const [leaving, setLeaving] = useState<CancellableBooking>();
  const past = useRef<HTMLHeadingElement>(null);
  const upcoming = bookings.filter(isCancellable);
  const length = bookings.length + ended.length;
  const count = useGrowingCount(length, growth);
  return (
    <Stack gap="8">
      {upcoming.length === 0 ? (
        <NoBookings />
      ) : (
        <Section title="Upcoming">
          {upcoming.slice(0, count).map((booking) => (
            <BookingCard key={booking.id} booking={booking} onCancel={() => setLeaving(booking)} />
          ))}
        </Section>
      )}
      <PastBookings bookings={bookings} ended={ended} count={count - upcoming.length} headingRef={past} />
      {count >= length && bookings.length > 0 && <SubscribeSection />}
      <CancelBookingDialog
        booking={leaving}
        onClose={() => setLeaving(undefined)}
        // The focused button is removed with the card.
        onCancelled={() => past.current?.focus()}
      />
    </Stack>
  );
};

interface PastBookingsProps extends LoadedBookingsProps {
  /** How many cards to render; none where it is not positive. */
  readonly count: number;
  readonly headingRef: React.RefObject<HTMLHeadingElement | null>;
}

/** Ended bookings, and those whose class is over, newest first. */
const PastBookings = ({ bookings, ended, count, headingRef }: PastBookingsProps) => {
  const entries = [
    ...bookings
      .filter((booking) => !isCancellable(booking))
      .map((booking) => ({ id: booking.id, card: <BookingCard booking={booking} /> })),
    ...ended.map((booking) => ({ id: booking.id, card: <EndedBookingCard booking={booking} /> })),
  ].toSorted((one, other) => (one.id < other.id ? 1 : -1));
  if (entries.length === 0 || count <= 0) return null;
  return (
    <Section title="Past and cancelled" headingRef={headingRef}>
      {entries.slice(0, count).map(({ id, card }) => (
        <div key={id}>{card}</div>
      ))}
    </Section>
  );
};

interface SectionProps {
  readonly title: string;
  readonly headingRef?: React.RefObject<HTMLHeadingElement | null>;
  readonly children: ReactNode;
}

const Section = ({ title, headingRef, children }: SectionProps) => {
  const headingId = useId();
  return (
    <Stack as="section" aria-labelledby={headingId} gap="4">
      <Heading id={headingId} ref={headingRef} tabIndex={-1}>
        {title}
      </Heading>
      <CardGrid>{children}</CardGrid>
    </Stack>
  );
};

const BookingsSkeleton = () => (
  <>
    <LoadingText>
      Your bookings are loading. Here you change and cancel them, and keep the place of a trial.
    </LoadingText>
    <CardGrid aria-busy="true">
      <Skeleton height="80" borderRadius="xl" />
      <Skeleton height="80" borderRadius="xl" />
    </CardGrid>
  </>
);

const NoBookings = () => (
  <EmptyPitch>
    <Text fontSize="lg">No bookings yet. Browse classes to book your first session.</Text>
    <Button asChild variant="accent">
      <Link to={paths.parentClasses}>Browse Classes</Link>
    </Button>
  </EmptyPitch>
);
