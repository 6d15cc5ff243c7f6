import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CircleSlash2, Clock, MapPin, Shirt, UserRound } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { agreedDates, type BookedDates } from '#shared/booking/booked-sessions';
import type { Booking, EndedBooking, EndReason } from '#shared/booking/booking';
import type { MyBooking, MyEndedBooking } from '#shared/booking/booking-input';
import { discountFor, noDiscount } from '#shared/booking/discounts';
import { keepTerms, trialHeldUntil } from '#shared/booking/keep-terms';
import { isMovable } from '#shared/booking/move-terms';
import type { ClassSummary } from '#shared/classes/class';
import { formatDeadline } from '#shared/lib/calendar';
import {
  bookingTypeName,
  classTypeName,
  formatDate,
  formatLongDate,
  formatTimeRange,
} from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { paths } from '#shared/paths';
import { PaymentBadge } from '../../../components/account-list.tsx';
import { AddToCalendar, ShortLabel } from '../../../components/add-to-calendar.tsx';
import { Badge } from '../../../components/badge.tsx';
import cards from '../../../components/card.module.css';
import { IconLine } from '../../../components/card.tsx';
import { Button, classNames } from '../../../components/controls.tsx';
import { HStack, Stack, Text } from '../../../components/plain.tsx';
import { Heading } from '../../../components/screen.tsx';
import { VenueLine } from '../../../components/venue-line.tsx';
import { bookingsQuery } from '../../../lib/api/family-queries.ts';
import { businessDate, useBusinessNow } from '../../../lib/time/today.ts';
import { AttendedList, BookedSessionsList, NextOfBooking } from '../sessions/booked-sessions.tsx';
import styles from './booking-card.module.css';

interface BookingCardFrameProps extends Pick<ComponentProps<'article'>, 'ref' | 'className'> {
  readonly booking: Pick<EndedBooking, 'id' | 'is_trial'>;
  readonly classType: ClassSummary['class_type'];
  readonly trialBadge?: ComponentProps<typeof Badge>['variant'];
  /** The amounts, below a line. */
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** The card of a booking, live or ended: its class as the heading, and its amounts at the foot. */
const BookingCardFrame = ({
  booking: { id, is_trial },
  classType,
  trialBadge,
  className,
  footer,
  ref,
  children,
}: BookingCardFrameProps) => {
  const headingId = useId();
  return (
    <article
      id={id}
      ref={ref}
      tabIndex={-1}
      aria-labelledby={headingId}
      className={classNames(cards.card, cards.ofProgramme, className)}
    >
      <div className={styles.body}>
        <HStack justify="space-between" gap="2" wrap="wrap">
          <Heading id={headingId} as="h3" size="md">
            {classTypeName(classType)}
          </Heading>
          {is_trial && <Badge variant={trialBadge}>{bookingTypeName(true)}</Badge>}
        </HStack>
        {children}
        <HStack justify="space-between" wrap="wrap" gap="2" className={styles.amounts}>
          {footer}
        </HStack>
      </div>
    </article>
  );
};

/** "Sep 6, 2025 - Nov 1, 2025": what a booking was made for, which may be less than its class; a single date in full. */
export const bookedDatesText = (
  booking: Pick<Booking, 'trial_date'> & Pick<BookedDates, 'dates' | 'trial_session'>,
): string => {
  const dates = agreedDates(booking);
  const [first, last] = [booking.trial_date ?? dates.at(0), dates.at(-1)];
  if (!first || !last) return '';
  return booking.trial_date || first === last
    ? formatLongDate(first)
    : `${formatDate(first)} - ${formatDate(last)}`;
};

interface BookingActionsProps {
  readonly booking: MyBooking;
  /** Without it the booking cannot be cancelled. */
  readonly onCancel: (() => void) | undefined;
}

/** What can be done with a live booking: keep a held trial (TRI-02), move (MOV-01), calendar (ICS-01), cancel (END-04). */
const BookingActions = ({ booking, onCancel }: BookingActionsProps) => {
  const moment = useBusinessNow();
  const { time_slot: slot } = booking;
  return (
    <div className={styles.actions}>
      <KeepPlace booking={booking} />
      <div className={styles.actionRow}>
        {isMovable(booking, { cls: slot.class, slot, earlier_slots: booking.earlier_times }, moment) && (
          <Button asChild variant="outline">
            <Link to={paths.changeBooking(booking.id)}>
              <ShortLabel short="Change">Change time or class</ShortLabel>
            </Link>
          </Button>
        )}
        <AddToCalendar bookingId={booking.id} {...(onCancel && { short: 'Calendar' })} />
        {onCancel && (
          <Button type="button" variant="outline" className={styles.cancel} onClick={onCancel}>
            <ShortLabel short="Cancel">Cancel booking</ShortLabel>
          </Button>
        )}
      </div>
    </div>
  );
};

/** A held trial's place, until when it is held and what it costs to keep it (TRI-02). */
const KeepPlace = ({ booking }: { readonly booking: MyBooking }) => {
  const moment = useBusinessNow();
  const { time_slot: slot, trial_date } = booking;
  // The booking itself comes from this query.
  const discounts = useQuery(bookingsQuery).data?.discounts;
  const place = { cls: slot.class, child_id: booking.child_id, day: moment.today };
  const discountOn = discounts ? discountFor(place, discounts) : noDiscount;
  const terms = keepTerms(booking, slot.class, slot, moment, { discountOn });
  const heldUntil = trial_date && trialHeldUntil({ date: trial_date }, moment.timeZone);
  if (!heldUntil || !terms || moment.now >= new Date(heldUntil)) return null;
  return (
    <>
      <Text className={styles.held}>The place is held until {formatDeadline(heldUntil, moment)}.</Text>
      <Button asChild variant="accent" className={styles.keep}>
        <Link to={paths.keepPlace(booking.id)}>Keep the place for {formatCents(terms.amount)}</Link>
      </Button>
    </>
  );
};

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
      className={cards[cls.class_type]}
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
      <div className={styles.facts}>
        <IconLine icon={Shirt} look={['bold', 'whole']}>
          {booking.child_name} (age {booking.child_age})
        </IconLine>
        <IconLine icon={CalendarDays} look={['whole']}>
          {bookedDatesText(booking)}
        </IconLine>
        <IconLine icon={Clock} look={['numbers']}>
          {formatTimeRange(time_slot)}
        </IconLine>
        <VenueLine place={cls} />
        <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>
      </div>
      <NextOfBooking booking={booking} />
      <BookedSessionsList booking={booking} />
      <AttendedList attendance={booking.attendance} />
      <BookingActions booking={booking} onCancel={onCancel} />
    </BookingCardFrame>
  );
};

const reasonTexts: Record<EndReason, string> = {
  cancelled: 'You cancelled this booking',
  removed: 'The school removed this booking',
  moved: 'Moved to another class',
  upgraded: 'Became a full program',
  'trial-over': 'The trial is over',
  'class-deleted': 'The school cancelled this class',
  'account-deleted': 'Ended with the account',
};

/** Why a booking ended (END-03). */
const endReasonText = ({ ended }: EndedBooking): string => reasonTexts[ended.reason];

/** What was credited of an ended booking, or what the school still decides (END-03, END-07). */
const creditText = ({ credited, ended, late_credit }: EndedBooking): string => {
  if (credited > 0) return `Credited: ${formatCents(credited)}`;
  const isOpen = ended.suggested > 0 && late_credit === undefined;
  return isOpen ? 'Cancelled late: the school decides about a credit' : 'Nothing was credited';
};

/** An ended booking: what was agreed, why it ended and what was credited (END-03). */
export const EndedBookingCard = ({ booking }: { readonly booking: MyEndedBooking }) => (
  <BookingCardFrame
    booking={booking}
    classType={booking.class_type}
    className={styles.ended}
    footer={
      <>
        <Text>{creditText(booking)}</Text>
        <PaymentBadge charge={{ ...booking.payment, amount: booking.amount }} />
        <Text color="fg.muted">Booked for {formatCents(booking.amount)}</Text>
      </>
    }
  >
    <IconLine icon={CircleSlash2} look={['bold']}>
      {endReasonText(booking)} on {businessDate(booking.ended.at)}
    </IconLine>
    <Stack gap="2.5" className={styles.endedFacts}>
      <IconLine icon={Shirt}>
        {booking.child_name} (age {booking.child_age})
      </IconLine>
      <IconLine icon={CalendarDays}>{bookedDatesText(booking)}</IconLine>
      <IconLine icon={Clock} look={['numbers']}>
        {formatTimeRange(booking)}
      </IconLine>
      <IconLine icon={MapPin}>{booking.venue}</IconLine>
    </Stack>
  </BookingCardFrame>
);
