import { useQuery } from '@tanstack/react-query';
import { CalendarDays, ChevronDown, CircleSlash2, Clock, MapPin, Shirt, UserRound } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { agreedDates, type BookedDates } from '#shared/booking/booked-sessions';
import type { Booking, EndedBooking, EndReason } from '#shared/booking/booking';
import type { MyBooking, MyEndedBooking } from '#shared/booking/booking-input';
import { discountFor, noDiscount } from '#shared/booking/discounts';
import { keepTerms, trialHeldUntil } from '#shared/booking/keep-terms';
import { isMovable } from '#shared/booking/move-terms';
import type { ClassSummary } from '#shared/classes/class';
import { chargeStateText } from '#shared/ledger/balance';
import { formatDeadline } from '#shared/lib/calendar';
import {
  bookingTypeName,
  classTypeName,
  formatDate,
  formatLongDate,
  formatTimeRange,
} from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { namesOf } from '#shared/lib/names';
import { paths } from '#shared/paths';
import { cx } from '#styled-system/css';
import { PaymentBadge } from '../../../components/account-list.tsx';
import { AddToCalendar, ShortLabel } from '../../../components/add-to-calendar.tsx';
import cards from '../../../components/card.module.css';
import { IconLine } from '../../../components/card.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { VenueLine, VenueRest } from '../../../components/venue-line.tsx';
import { bookingsQuery } from '../../../lib/api/family-queries.ts';
import { useIsPhone } from '../../../lib/browser/use-media.ts';
import { businessDate, useBusinessNow } from '../../../lib/time/today.ts';
import { AttendedList, BookedSessionsList, NextOfBooking } from '../sessions/booked-sessions.tsx';
import styles from './booking-card.module.css';

const toCome = { variant: 'solid', colorPalette: 'accent' } as const;

interface BookingCardFrameProps extends Pick<ComponentProps<'article'>, 'ref' | 'className'> {
  readonly booking: Pick<EndedBooking, 'id' | 'is_trial'>;
  readonly classType: ClassSummary['class_type'];
  /** Of a trial that is still to come. */
  readonly isTrialToCome?: boolean;
  /** What is open or credited. */
  readonly amounts: ReactNode;
  /** What is read now and then: on a phone behind "Details" (FAM-09). */
  readonly rest: ReactNode;
  /** The amounts that are read now and then. */
  readonly restOfAmounts: ReactNode;
  /** Whether the rest is shown at first on a phone, too. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** The card of a booking, live or ended: its class as the heading, and its amounts at the foot. */
const BookingCardFrame = ({
  booking: { id, is_trial },
  classType,
  isTrialToCome = false,
  className,
  amounts,
  rest,
  restOfAmounts,
  isOpen: isOpenAtFirst = false,
  ref,
  children,
}: BookingCardFrameProps) => {
  const headingId = useId();
  const restId = useId();
  const isShort = useIsPhone();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <article
      id={id}
      ref={ref}
      tabIndex={-1}
      aria-labelledby={headingId}
      className={cx(cards.card, cards.ofProgramme, className)}
    >
      <div className={styles.body}>
        <HStack justify="space-between" gap="2" wrap="wrap">
          <Heading id={headingId} as="h3" size="md">
            {classTypeName(classType)}
          </Heading>
          {is_trial && <Badge {...(isTrialToCome && toCome)}>{bookingTypeName(true)}</Badge>}
        </HStack>
        {children}
        {!isShort && rest}
        <HStack justify="space-between" wrap="wrap" gap="2" className={styles.amounts}>
          {!isShort && restOfAmounts}
          {amounts}
          {isShort && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={restId}
              className={styles.toggle}
              onClick={() => setIsOpen(!isOpen)}
            >
              Details
              <ChevronDown size="1.2em" aria-hidden />
            </button>
          )}
        </HStack>
        {isShort && (
          <div id={restId} hidden={!isOpen} className={styles.rest}>
            {rest}
            {restOfAmounts}
          </div>
        )}
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

/** What can be done with a live booking: move (MOV-01), calendar (ICS-01), cancel (END-04). */
const BookingActions = ({ booking, onCancel }: BookingActionsProps) => {
  const moment = useBusinessNow();
  const { time_slot: slot } = booking;
  return (
    <div className={styles.actions}>
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

/** Until when the place of a held trial is held and what it costs to keep it (TRI-02); undefined for another booking. */
const useHeldPlace = (booking: MyBooking) => {
  const moment = useBusinessNow();
  const { time_slot: slot, trial_date } = booking;
  // The booking itself comes from this query.
  const discounts = useQuery(bookingsQuery).data?.discounts;
  const place = { cls: slot.class, child_id: booking.child_id, day: moment.today };
  const discountOn = discounts ? discountFor(place, discounts) : noDiscount;
  const terms = keepTerms(booking, slot.class, slot, moment, { discountOn });
  const heldUntil = trial_date && trialHeldUntil({ date: trial_date }, moment.timeZone);
  if (!heldUntil || !terms || moment.now >= new Date(heldUntil)) return undefined;
  return { until: formatDeadline(heldUntil, moment), amount: terms.amount };
};

interface KeepPlaceProps {
  readonly booking: MyBooking;
  readonly held: NonNullable<ReturnType<typeof useHeldPlace>>;
  /** In one line on a short card. */
  readonly isShort: boolean;
}

const KeepPlace = ({ booking, held: { until, amount }, isShort }: KeepPlaceProps) => {
  return (
    <>
      <Text fontSize="sm">
        {isShort ? 'Held' : 'The place is held'} until {until}.
      </Text>
      <Button asChild colorPalette="accent" className={styles.keep}>
        <Link to={paths.keepPlace(booking.id)}>Keep the place for {formatCents(amount)}</Link>
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
  const { time_slot, payment, amount } = booking;
  const cls = time_slot.class;
  const held = useHeldPlace(booking);
  const isShort = useIsPhone();
  // A short card says once what is open: all of the amount, or what its badge says.
  const isTotalOpen = isShort && payment.status === 'open' && payment.rest === amount;
  const total = <strong>{formatCents(amount)}</strong>;
  const isTotalSaid = isTotalOpen || chargeStateText({ ...payment, amount }).includes(formatCents(amount));
  const child = (
    <IconLine icon={Shirt} look={['bold', 'whole']}>
      {booking.child_name} (age {booking.child_age})
    </IconLine>
  );
  const when = (
    <>
      <IconLine icon={CalendarDays} look={['whole']}>
        {bookedDatesText(booking)}
      </IconLine>
      <IconLine icon={Clock} look={['numbers']}>
        {formatTimeRange(time_slot)}
      </IconLine>
    </>
  );
  const coach = <IconLine icon={UserRound}>Coach: {cls.coach_name}</IconLine>;
  return (
    <BookingCardFrame
      booking={booking}
      classType={cls.class_type}
      isTrialToCome
      className={cards[cls.class_type]}
      ref={card}
      isOpen={isTarget}
      amounts={
        <>
          <PaymentBadge charge={{ ...payment, amount }} />
          {isTotalOpen && total}
        </>
      }
      restOfAmounts={
        <>
          <Text color="fg.muted">Booked on {businessDate(booking.created_at)}</Text>
          {!isTotalSaid && <Text>Total cost: {total}</Text>}
        </>
      }
      rest={
        <>
          {isShort && (
            <div className={styles.facts}>
              {when}
              <VenueRest place={cls} />
              {coach}
            </div>
          )}
          <BookedSessionsList booking={booking} />
          <AttendedList attendance={booking.attendance} />
          <BookingActions booking={booking} onCancel={onCancel} />
        </>
      }
    >
      <div className={styles.facts}>
        {child}
        {!isShort && when}
        <VenueLine place={cls} isNameOnly={isShort} />
        {!isShort && coach}
      </div>
      <NextOfBooking booking={booking} isShort={isShort} isTextOnly={isShort && held !== undefined} />
      {held && <KeepPlace booking={booking} held={held} isShort={isShort} />}
    </BookingCardFrame>
  );
};

const reasonTexts: Record<EndReason, string> = namesOf({
  cancelled: 'You cancelled this booking',
  removed: 'The school removed this booking',
  moved: 'Moved to another class',
  upgraded: 'Became a full program',
  'trial-over': 'The trial is over',
  'class-deleted': 'The school cancelled this class',
  'account-deleted': 'Ended with the account',
});

/** Why a booking ended (END-03). */
const endReasonText = ({ ended }: EndedBooking): string => reasonTexts[ended.reason];

/** What was credited of an ended booking, or what the school still decides (END-03, END-07). */
const creditText = ({ credited, ended, late_credit }: EndedBooking): string => {
  if (credited > 0) return `Credited: ${formatCents(credited)}`;
  const isOpen = ended.suggested > 0 && late_credit === undefined;
  return isOpen ? 'Cancelled late: the school decides about a credit' : 'Nothing was credited';
};

/** An ended booking: what was agreed, why it ended and what was credited (END-03). */
export const EndedBookingCard = ({ booking }: { readonly booking: MyEndedBooking }) => {
  const isShort = useIsPhone();
  const when = (
    <>
      <IconLine icon={CalendarDays}>{bookedDatesText(booking)}</IconLine>
      <IconLine icon={Clock} look={['numbers']}>
        {formatTimeRange(booking)}
      </IconLine>
    </>
  );
  return (
    <BookingCardFrame
      booking={booking}
      classType={booking.class_type}
      className={styles.ended}
      amounts={
        <>
          <Text>{creditText(booking)}</Text>
          <PaymentBadge charge={{ ...booking.payment, amount: booking.amount }} />
        </>
      }
      restOfAmounts={
        // What was credited in full is said once.
        booking.credited !== booking.amount && (
          <Text color="fg.muted">Booked for {formatCents(booking.amount)}</Text>
        )
      }
      rest={isShort && <Stack gap="2.5">{when}</Stack>}
    >
      <IconLine icon={CircleSlash2} look={['bold']}>
        {endReasonText(booking)} on {businessDate(booking.ended.at)}
      </IconLine>
      <Stack gap="2.5" className={styles.endedFacts}>
        <IconLine icon={Shirt}>
          {booking.child_name} (age {booking.child_age})
        </IconLine>
        {!isShort && when}
        <IconLine icon={MapPin}>{booking.venue}</IconLine>
      </Stack>
    </BookingCardFrame>
  );
};
