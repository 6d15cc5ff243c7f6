import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { CalendarDays, Clock, Shirt, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { formatCents } from '#shared/domain/pricing/money';
import { formatTimeRange } from '#shared/domain/text/format';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { IconLine } from '../../components/icon-line.tsx';
import { PaymentBadge } from '../../components/payment-badge.tsx';
import { VenueLine } from '../../components/venue-line.tsx';
import { businessDate } from '../../lib/time/today.ts';
import { AttendedList } from './attended-list.tsx';
import { bookedDatesText } from './booked-dates-text.ts';
import { BookedSessionsList } from './booked-sessions-list.tsx';
import { BookingActions } from './booking-actions.tsx';
import { BookingCardFrame } from './booking-card-frame.tsx';
import { NextOfBooking } from './next-of-booking.tsx';

interface BookingCardProps {
  readonly booking: MyBooking;
  /** Without it the booking cannot be cancelled. */
  readonly onCancel?: () => void;
}

/** A booking: child, class, dates, venue, agreed amount, and what can be done with it (PAR-16 to PAR-19, END-04). */
export const BookingCard = ({ booking, onCancel }: BookingCardProps) => {
  const card = useRef<HTMLElement>(null);
  const isTarget = useLocation().hash === `#${booking.id}`;
  useEffect(() => {
    if (!isTarget) return;
    card.current?.scrollIntoView({ block: 'start' });
    card.current?.focus({ preventScroll: true });
  }, [isTarget]);
  const { time_slot } = booking;
  const cls = time_slot.class;
  return (
    <BookingCardFrame
      booking={booking}
      classType={cls.class_type}
      trialBadge="accent"
      borderTopColor={`programme.${cls.class_type}.solid`}
      ref={card}
      footer={
        <>
          <Text color="fg.muted">Booked on {businessDate(booking.created_at)}</Text>
          <PaymentBadge charge={{ ...booking.payment, amount: booking.amount }} />
          <Text>
            Total cost: <strong>{formatCents(booking.amount)}</strong>
          </Text>
        </>
      }
    >
      <Stack
        direction={{ base: 'row', sm: 'column' }}
        wrap="wrap"
        columnGap="5"
        rowGap={{ base: '1.5', sm: '2.5' }}
        fontSize={{ base: 'sm', sm: 'md' }}
      >
        <IconLine icon={Shirt} fontWeight="bold" flexBasis={{ base: 'full', sm: 'auto' }}>
          {booking.child_name} (age {booking.child_age})
        </IconLine>
        <IconLine icon={CalendarDays} flexBasis={{ base: 'full', sm: 'auto' }}>
          {bookedDatesText(booking)}
        </IconLine>
        <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
          {formatTimeRange(time_slot)}
        </IconLine>
        <VenueLine place={cls} />
        <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>
      </Stack>
      <NextOfBooking booking={booking} />
      <BookedSessionsList booking={booking} />
      <AttendedList attendance={booking.attendance} />
      <BookingActions booking={booking} onCancel={onCancel} />
    </BookingCardFrame>
  );
};
