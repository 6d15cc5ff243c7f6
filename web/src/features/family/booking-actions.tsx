import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { keepTerms } from '#shared/domain/bookings/keep-terms';
import { isMovable } from '#shared/domain/bookings/move-terms';
import { trialHeldUntil } from '#shared/domain/bookings/trials';
import { discountFor, noDiscount } from '#shared/domain/pricing/discounts';
import { formatCents } from '#shared/domain/pricing/money';
import { formatDeadline } from '#shared/domain/time/deadline';
import { paths } from '#shared/paths';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { ActionRow, ShortLabel } from '../../components/action-row.tsx';
import { AddToCalendar } from '../../components/add-to-calendar.tsx';
import { Button } from '../../components/button.tsx';
import { bookingsQuery } from '../../lib/api/bookings-query.ts';
import { useBusinessNow } from '../../lib/time/today.ts';

interface BookingActionsProps {
  readonly booking: MyBooking;
  /** Without it the booking cannot be cancelled. */
  readonly onCancel: (() => void) | undefined;
}

/** What can be done with a live booking: keep a held trial (TRI-02), move (MOV-01), calendar (ICS-01), cancel (END-04). */
export const BookingActions = ({ booking, onCancel }: BookingActionsProps) => {
  const moment = useBusinessNow();
  const { time_slot: slot } = booking;
  return (
    <Box containerType="inline-size">
      <KeepPlace booking={booking} />
      <ActionRow>
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
      </ActionRow>
    </Box>
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
      <Text mb="3">The place is held until {formatDeadline(heldUntil, moment)}.</Text>
      <Button asChild variant="accent" width="full" mb="2">
        <Link to={paths.keepPlace(booking.id)}>Keep the place for {formatCents(terms.amount)}</Link>
      </Button>
    </>
  );
};
