import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { CalendarDays, CircleSlash2, Clock, MapPin, Shirt } from 'lucide-react';
import { formatCents } from '#shared/domain/pricing/money';
import { formatTimeRange } from '#shared/domain/text/format';
import type { MyEndedBooking } from '#shared/schemas/my-bookings';
import { IconLine } from '../../components/icon-line.tsx';
import { PaymentBadge } from '../../components/payment-badge.tsx';
import { businessDate } from '../../lib/time/today.ts';
import { bookedDatesText } from './booked-dates-text.ts';
import { BookingCardFrame } from './booking-card-frame.tsx';
import { creditText, endReasonText } from './ended-booking-text.ts';

/** An ended booking: what was agreed, why it ended and what was credited (END-03). */
export const EndedBookingCard = ({ booking }: { readonly booking: MyEndedBooking }) => (
  <BookingCardFrame
    booking={booking}
    classType={booking.class_type}
    borderTopColor="border.control"
    footer={
      <>
        <Text>{creditText(booking)}</Text>
        <PaymentBadge charge={{ ...booking.payment, amount: booking.amount }} />
        <Text color="fg.muted">Booked for {formatCents(booking.amount)}</Text>
      </>
    }
  >
    <IconLine icon={CircleSlash2} fontWeight="bold">
      {endReasonText(booking)} on {businessDate(booking.ended.at)}
    </IconLine>
    <Stack gap="2.5" color="fg.muted">
      <IconLine icon={Shirt}>
        {booking.child_name} (age {booking.child_age})
      </IconLine>
      <IconLine icon={CalendarDays}>{bookedDatesText(booking)}</IconLine>
      <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
        {formatTimeRange(booking)}
      </IconLine>
      <IconLine icon={MapPin}>{booking.venue}</IconLine>
    </Stack>
  </BookingCardFrame>
);
