import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '#shared/paths';
import { AreaScreen } from '../../components/area-screen.tsx';
import { Button } from '../../components/button.tsx';
import { CardGrid } from '../../components/card-grid.tsx';
import { EmptyPitch } from '../../components/empty-pitch.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { BookingCard } from './booking-card.tsx';
import { bookingsQuery } from './queries.ts';
import { SubscribeSection } from './subscribe-section.tsx';
import { MyOffers, WaitingSection } from './waiting-section.tsx';

/** All bookings of the parent, newest first (PAR-15 to PAR-21). */
export const BookingsScreen = () => (
  <AreaScreen title="My Bookings">
    <MyOffers />
    <Bookings />
    <WaitingSection />
  </AreaScreen>
);

const Bookings = () => {
  const { data, isPending, isError, refetch } = useQuery(bookingsQuery);
  if (isPending) return <BookingsSkeleton />;
  if (isError) return <LoadFailure onRetry={() => void refetch()} />;
  if (data.bookings.length === 0) return <NoBookings />;
  return (
    <Stack gap="6">
      <CardGrid>
        {data.bookings.map((booking) => (
          <BookingCard key={booking.id} booking={booking} />
        ))}
      </CardGrid>
      <SubscribeSection />
    </Stack>
  );
};

const BookingsSkeleton = () => (
  <CardGrid aria-busy="true">
    <Skeleton height="80" borderRadius="xl" />
    <Skeleton height="80" borderRadius="xl" />
  </CardGrid>
);

const NoBookings = () => (
  <EmptyPitch>
    <Text fontSize="lg">No bookings yet. Browse classes to book your first session.</Text>
    <Button asChild variant="accent">
      <Link to={paths.parentClasses}>Browse Classes</Link>
    </Button>
  </EmptyPitch>
);
