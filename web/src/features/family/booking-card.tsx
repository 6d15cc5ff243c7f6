import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { CalendarDays, Clock, MapPin, Shirt, UserRound } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { classTypeName, formatDate, formatLongDate, formatTimeRange } from '#shared/domain/format';
import { formatCents } from '#shared/domain/money';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { AddToCalendar } from '../../components/add-to-calendar.tsx';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { IconLine } from '../../components/icon-line.tsx';
import { PaymentBadge } from '../../components/payment-badge.tsx';
import { businessDate } from '../../lib/time/today.ts';
import { BookedSessionsList } from './booked-sessions-list.tsx';
import { ChangeLinks } from './change-links.tsx';

interface BookingCardProps {
  readonly booking: MyBooking;
  /** Without it the booking cannot be cancelled. */
  readonly onCancel?: () => void;
}

/** A booking: child, class, dates, venue, agreed amount, and what can be done with it (PAR-16 to PAR-19, END-04). */
export const BookingCard = ({ booking, onCancel }: BookingCardProps) => {
  const headingId = useId();
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
    <Card asChild borderTopWidth="6px" borderTopColor={`programme.${cls.class_type}.solid`}>
      <article id={booking.id} ref={card} tabIndex={-1} aria-labelledby={headingId}>
        <Stack gap="4" p="5">
          <HStack justify="space-between" gap="2" wrap="wrap">
            <Heading id={headingId} as="h3" size="md">
              {classTypeName(cls.class_type)}
            </Heading>
            {booking.is_trial && <Badge variant="accent">Trial Session</Badge>}
          </HStack>
          <Stack gap="2.5">
            <IconLine icon={Shirt} fontWeight="bold">
              {booking.child_name} (age {booking.child_age})
            </IconLine>
            <IconLine icon={CalendarDays}>
              {booking.trial_date
                ? formatLongDate(booking.trial_date)
                : `${formatDate(cls.start_date)} - ${formatDate(cls.end_date)}`}
            </IconLine>
            <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
              {formatTimeRange(time_slot)}
            </IconLine>
            <IconLine icon={MapPin}>{cls.venue}</IconLine>
            <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>
          </Stack>
          <BookedSessionsList booking={booking} />
          <HStack wrap="wrap" gap="3">
            <ChangeLinks booking={booking} />
            <AddToCalendar bookingId={booking.id} />
            {onCancel && (
              <Button type="button" variant="outline" color="danger.fg" onClick={onCancel}>
                Cancel booking
              </Button>
            )}
          </HStack>
          <HStack
            justify="space-between"
            wrap="wrap"
            gap="2"
            borderTopWidth="1px"
            borderColor="border"
            pt="3"
            fontVariantNumeric="tabular-nums"
          >
            <Text color="fg.muted">Booked on {businessDate(booking.created_at)}</Text>
            <PaymentBadge charge={{ ...booking.payment, amount: booking.amount }} />
            <Text>
              Total cost: <strong>{formatCents(booking.amount)}</strong>
            </Text>
          </HStack>
        </Stack>
      </article>
    </Card>
  );
};
