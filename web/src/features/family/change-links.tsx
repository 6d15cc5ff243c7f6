import { Text } from '@chakra-ui/react/text';
import { Link } from 'react-router-dom';
import { formatDeadline } from '#shared/domain/deadline';
import { keepTerms } from '#shared/domain/keep-terms';
import { formatCents } from '#shared/domain/money';
import { isMovable } from '#shared/domain/move-terms';
import { trialHeldUntil } from '#shared/domain/trials';
import { paths } from '#shared/paths';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { Button } from '../../components/button.tsx';
import { useBusinessNow } from '../../lib/time/today.ts';

/** Where a live booking is moved (MOV-01), and a held trial is kept (TRI-02). */
export const ChangeLinks = ({ booking }: { readonly booking: MyBooking }) => {
  const moment = useBusinessNow();
  const { time_slot: slot, trial_date } = booking;
  const { class: cls } = slot;
  const terms = keepTerms(booking, cls, slot, moment);
  const heldUntil = trial_date && trialHeldUntil({ date: trial_date }, moment.timeZone);
  return (
    <>
      {heldUntil && moment.now < new Date(heldUntil) && terms && (
        <>
          <Text width="full">The place is held until {formatDeadline(heldUntil, moment)}.</Text>
          <Button asChild variant="accent">
            <Link to={paths.keepPlace(booking.id)}>Keep the place for {formatCents(terms.amount)}</Link>
          </Button>
        </>
      )}
      {isMovable(booking, { cls, slot }, moment) && (
        <Button asChild variant="outline">
          <Link to={paths.changeBooking(booking.id)}>Change time or class</Link>
        </Button>
      )}
    </>
  );
};
