import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { MyBooking, MyEndedBooking } from '#shared/booking/booking-input';
import { cancellationPolicy } from '#shared/booking/endings';
import { isMovable } from '#shared/booking/move-terms';
import { familyRoutes } from '#shared/contract/family-routes';
import { paths } from '#shared/paths';
import { CardGrid, EmptyPitch } from '../../../components/badge.tsx';
import { LoadFailure, LoadingText } from '../../../components/loading.tsx';
import { ConfirmDialog, Details } from '../../../components/modal.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { bookingReads, bookingsQuery } from '../../../lib/api/family-queries.ts';
import { useGrowingCount } from '../../../lib/browser/use-growing-count.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { useOfflineSessions } from '../sessions/next-session.ts';
import { SubscribeSection } from '../sessions/subscribe-section.tsx';
import { MyOffers, WaitingSection } from '../waiting/waiting-section.tsx';
import { BookingCard, EndedBookingCard } from './booking-card.tsx';
import { type CancellableBooking, cancellationText, isCancellable } from './cancellation-text.ts';

interface CancelBookingDialogProps {
  readonly booking: CancellableBooking | undefined;
  readonly onClose: () => void;
  readonly onCancelled: () => void;
}

const bodyOf = ({ class_id, time_slot_id, child_id }: MyBooking) => ({ class_id, time_slot_id, child_id });

// Says what the cancellation does before a second press (END-04, END-06).
const CancelBookingDialog = ({ booking, onClose, onCancelled }: CancelBookingDialogProps) => {
  const cancel = useSubmission({
    send: ({ id, ending, ...rest }: CancellableBooking) =>
      callRoute(familyRoutes.cancelBooking, {
        params: { bookingId: id },
        body: { ...bodyOf({ id, ending, ...rest }), credit: ending.credit },
      }),
    failure: 'Failed to cancel the booking',
    changes: bookingReads,
    onDone: () => {
      showToast({ type: 'success', title: 'Your booking is cancelled' });
      onClose();
      onCancelled();
    },
  });
  return (
    <ConfirmDialog
      title="Cancel this booking?"
      isOpen={booking !== undefined}
      onClose={onClose}
      cancelLabel="Keep booking"
      action={['Cancel booking', 'Cancelling...']}
      isPending={cancel.isPending}
      onConfirm={() => booking && cancel.submit(booking)}
    >
      {booking && <Loss booking={booking} />}
    </ConfirmDialog>
  );
};

const Loss = ({ booking }: { readonly booking: CancellableBooking }) => {
  const moment = useBusinessNow();
  const { time_slot: slot } = booking;
  return (
    <>
      <Text>{cancellationText(booking, moment)}</Text>
      <Details>
        {isMovable(booking, { cls: slot.class, slot, earlier_slots: booking.earlier_times }, moment) && (
          <Text>To keep a place at another time, choose “Change time or class” instead.</Text>
        )}
        <Text>{cancellationPolicy(booking.is_trial)}</Text>
      </Details>
    </>
  );
};

/** Bookings with sessions to come, then the others, each newest first (PAR-15 to PAR-21, END-03). */
export const MyBookingsScreen = () => (
  <AreaScreen title="My Bookings">
    <MyOffers />
    <Bookings />
    <WaitingSection />
  </AreaScreen>
);

const Bookings = () => {
  const { data, isPending, isLoadingError, refetch } = useQuery(bookingsQuery);
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

const LoadedBookings = ({ bookings, ended }: LoadedBookingsProps) => {
  useOfflineSessions(bookings);
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
        onCancelled={() => past.current?.focus()}
      />
    </Stack>
  );
};

interface PastBookingsProps extends LoadedBookingsProps {
  readonly count: number;
  readonly headingRef: React.RefObject<HTMLHeadingElement | null>;
}

// Ended bookings, and those whose class is over, newest first.
const PastBookings = ({ bookings, ended, count, headingRef }: PastBookingsProps) => {
  const rows = [
    ...bookings
      .filter((booking) => !isCancellable(booking))
      .map((booking) => ({ id: booking.id, card: <BookingCard booking={booking} /> })),
    ...ended.map((booking) => ({ id: booking.id, card: <EndedBookingCard booking={booking} /> })),
  ].toSorted((one, other) => (one.id < other.id ? 1 : -1));
  if (rows.length === 0 || count <= 0) return null;
  return (
    <Section title="Past and cancelled" headingRef={headingRef}>
      {rows.slice(0, count).map(({ id, card }) => (
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
    <Button asChild colorPalette="accent">
      <Link to={paths.parentClasses}>Browse Classes</Link>
    </Button>
  </EmptyPitch>
);
