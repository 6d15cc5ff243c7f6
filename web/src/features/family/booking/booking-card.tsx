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
import { css } from '#styled-system/css';
import { PaymentBadge } from '../../../components/account-list.tsx';
import { AddToCalendar, ShortLabel } from '../../../components/add-to-calendar.tsx';
import { IconLine } from '../../../components/icon-line.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { VenueLine, VenueRest } from '../../../components/venue-line.tsx';
import { bookingsQuery } from '../../../lib/api/family-queries.ts';
import { useIsPhone } from '../../../lib/browser/use-media.ts';
import { businessDate, useBusinessNow } from '../../../lib/time/today.ts';
import { AttendedList, BookedSessionsList, NextOfBooking } from '../sessions/booked-sessions.tsx';

const toCome = { variant: 'solid', colorPalette: 'accent' } as const;

interface BookingCardFrameProps extends Pick<ComponentProps<'article'>, 'ref'> {
  readonly booking: Pick<EndedBooking, 'id' | 'is_trial'>;
  readonly classType: ClassSummary['class_type'];
  readonly isEnded?: boolean;
  readonly isTrialToCome?: boolean;
  readonly amounts: ReactNode;
  readonly rest: ReactNode;
  readonly restOfAmounts: ReactNode;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

const BookingCardFrame = ({
  booking: { id, is_trial },
  classType,
  isEnded = false,
  isTrialToCome = false,
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
    <Card.Root
      asChild
      variant="programme"
      colorPalette={`programme.${classType}`}
      borderTopColor={isEnded ? 'border.control' : 'colorPalette.solid'}
    >
      <article id={id} ref={ref} tabIndex={-1} aria-labelledby={headingId}>
        <Card.Body gap={{ base: '1.5', sm: '4' }} px={{ base: '4', sm: '5' }} py={{ base: '3', sm: '5' }}>
          <HStack justify="space-between" gap="2" wrap="wrap">
            <Card.Title id={headingId} as="h3">
              {classTypeName(classType)}
            </Card.Title>
            {is_trial && <Badge {...(isTrialToCome && toCome)}>{bookingTypeName(true)}</Badge>}
          </HStack>
          {children}
          {!isShort && rest}
          <HStack
            justify="space-between"
            wrap="wrap"
            gap="2"
            pt={isShort ? '0' : '3'}
            borderTopWidth={isShort ? '0' : '1px'}
            borderColor="border"
            fontVariantNumeric="tabular-nums"
          >
            {!isShort && restOfAmounts}
            {amounts}
            {isShort && (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={restId}
                className={toggle}
                onClick={() => setIsOpen(!isOpen)}
              >
                Details
                <ChevronDown size="1.2em" aria-hidden />
              </button>
            )}
          </HStack>
          {isShort && (
            <div id={restId} hidden={!isOpen} className={restOfFacts}>
              {rest}
              {restOfAmounts}
            </div>
          )}
        </Card.Body>
      </article>
    </Card.Root>
  );
};

const toggle = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minHeight: 'touch',
  ms: 'auto',
  color: 'brand.fg',
  fontWeight: 'semibold',
  cursor: 'pointer',
  '&[aria-expanded=true] svg': { rotate: '[180deg]' },
});

const restOfFacts = css({
  display: 'grid',
  gap: '2',
  pt: '2',
  borderTopWidth: '1px',
  borderColor: 'border',
});

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
  readonly onCancel: (() => void) | undefined;
}

const BookingActions = ({ booking, onCancel }: BookingActionsProps) => {
  const moment = useBusinessNow();
  const { time_slot: slot } = booking;
  return (
    <div className={css({ containerType: 'inline-size' })}>
      <div className={actionRow}>
        {isMovable(booking, { cls: slot.class, slot, earlier_slots: booking.earlier_times }, moment) && (
          <Button asChild variant="outline">
            <Link to={paths.changeBooking(booking.id)}>
              <ShortLabel short="Change">Change time or class</ShortLabel>
            </Link>
          </Button>
        )}
        <AddToCalendar bookingId={booking.id} {...(onCancel && { short: 'Calendar' })} />
        {onCancel && (
          <Button type="button" variant="outline" color="danger.fg" onClick={onCancel}>
            <ShortLabel short="Cancel">Cancel booking</ShortLabel>
          </Button>
        )}
      </div>
    </div>
  );
};

// In a narrow card the buttons share the width of one row.
const actionRow = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  '@container (width < 33rem)': {
    display: 'grid',
    gridAutoColumns: '[minmax(0, 1fr)]',
    gridAutoFlow: 'column',
    '& > *': { px: '1' },
    '& svg': { display: 'none' },
  },
});

// Returns how long a trial's place is held, and the price of the full programme (TRI-02).
const useHeldTrial = (booking: MyBooking) => {
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

interface UpgradeButtonProps {
  readonly booking: MyBooking;
  readonly held: NonNullable<ReturnType<typeof useHeldTrial>>;
  readonly isShort: boolean;
}

const UpgradeButton = ({ booking, held: { until, amount }, isShort }: UpgradeButtonProps) => {
  return (
    <>
      <Text fontSize="sm">
        {isShort ? 'Held' : 'The place is held'} until {until}.
      </Text>
      <Button asChild colorPalette="accent" width="full">
        <Link to={paths.upgradeTrial(booking.id)}>Keep the place for {formatCents(amount)}</Link>
      </Button>
    </>
  );
};

interface BookingCardProps {
  readonly booking: MyBooking;
  readonly onCancel?: () => void;
}

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
  const held = useHeldTrial(booking);
  const isShort = useIsPhone();
  // A short card shows the open amount once.
  const isTotalOpen = isShort && payment.status === 'open' && payment.rest === amount;
  const total = <strong>{formatCents(amount)}</strong>;
  const isTotalSaid = isTotalOpen || chargeStateText({ ...payment, amount }).includes(formatCents(amount));
  const child = (
    <IconLine icon={Shirt} fontWeight="bold" flexBasis={{ smDown: 'full' }}>
      {booking.child_name} (age {booking.child_age})
    </IconLine>
  );
  const when = (
    <>
      <IconLine icon={CalendarDays} flexBasis={{ smDown: 'full' }}>
        {bookedDatesText(booking)}
      </IconLine>
      <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
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
            <div className={facts}>
              {when}
              <VenueRest of={cls} />
              {coach}
            </div>
          )}
          <BookedSessionsList booking={booking} />
          <AttendedList attendance={booking.attendance} />
          <BookingActions booking={booking} onCancel={onCancel} />
        </>
      }
    >
      <div className={facts}>
        {child}
        {!isShort && when}
        <VenueLine of={cls} isNameOnly={isShort} />
        {!isShort && coach}
      </div>
      <NextOfBooking booking={booking} isShort={isShort} isTextOnly={isShort && held !== undefined} />
      {held && <UpgradeButton booking={booking} held={held} isShort={isShort} />}
    </BookingCardFrame>
  );
};

const facts = css({
  display: 'flex',
  flexDirection: { sm: 'column' },
  flexWrap: 'wrap',
  columnGap: '5',
  rowGap: { base: '1.5', sm: '2.5' },
  fontSize: { base: 'sm', sm: 'md' },
});

const reasonTexts: Record<EndReason, string> = namesOf({
  cancelled: 'You cancelled this booking',
  removed: 'The school removed this booking',
  moved: 'Moved to another class',
  upgraded: 'Became a full program',
  'trial-over': 'The trial is over',
  'class-deleted': 'The school cancelled this class',
  'account-deleted': 'Ended with the account',
});

const endReasonText = ({ ended }: EndedBooking): string => reasonTexts[ended.reason];

type Credits = Pick<EndedBooking, 'credited' | 'late_credit'> & {
  readonly ended: Pick<EndedBooking['ended'], 'suggested'>;
};

export const creditText = ({ credited, ended, late_credit }: Credits): string => {
  if (credited > 0) return `Credited: ${formatCents(credited)}`;
  const isOpen = ended.suggested > 0 && late_credit === undefined;
  return isOpen ? 'Cancelled late: the school decides about a credit' : 'Nothing was credited';
};

export const EndedBookingCard = ({ booking }: { readonly booking: MyEndedBooking }) => {
  const isShort = useIsPhone();
  const when = (
    <>
      <IconLine icon={CalendarDays}>{bookedDatesText(booking)}</IconLine>
      <IconLine icon={Clock} fontVariantNumeric="tabular-nums">
        {formatTimeRange(booking)}
      </IconLine>
    </>
  );
  return (
    <BookingCardFrame
      booking={booking}
      classType={booking.class_type}
      isEnded
      amounts={
        <>
          <Text>{creditText(booking)}</Text>
          <PaymentBadge charge={{ ...booking.payment, amount: booking.amount }} />
        </>
      }
      restOfAmounts={
        // A full credit is said once.
        booking.credited !== booking.amount && (
          <Text color="fg.muted">Booked for {formatCents(booking.amount)}</Text>
        )
      }
      rest={isShort && <Stack gap="2.5">{when}</Stack>}
    >
      <IconLine icon={CircleSlash2} fontWeight="bold">
        {endReasonText(booking)} on {businessDate(booking.ended.at)}
      </IconLine>
      <Stack gap="2.5" color="fg.muted">
        <IconLine icon={Shirt}>
          {booking.child_name} (age {booking.child_age})
        </IconLine>
        {!isShort && when}
        <IconLine icon={MapPin}>{booking.venue}</IconLine>
      </Stack>
    </BookingCardFrame>
  );
};
