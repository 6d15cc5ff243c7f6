import { queryOptions, useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { UpgradeTrial } from '#shared/booking/booking-change';
import type { MyBooking, MyBookings } from '#shared/booking/booking-input';
import { discountFor, discountText } from '#shared/booking/discounts';
import { cancellationPolicy } from '#shared/booking/endings';
import { type KeepTerms, keepTerms, trialHeldUntil } from '#shared/booking/keep-terms';
import { familyRoutes } from '#shared/contract/family-routes';
import { shownProblems } from '#shared/contract/shown-problems';
import { formatDeadline } from '#shared/lib/calendar';
import type { ClassId, SlotId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { paths } from '#shared/paths';
import { BookedDates, DueDates } from '../../../components/booking-facts.tsx';
import { IconLine } from '../../../components/icon-line.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { bookingReads } from '../../../lib/api/family-queries.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { ChangedBooking, Impossible, upgradedAlready } from './changed-booking.tsx';

const placeQuery = (params: { readonly classId: ClassId; readonly slotId: SlotId }) =>
  queryOptions({
    ...routeQuery(familyRoutes.getBookableSlot, { params }, 'Failed to load class details'),
    staleTime: 0,
  });

export const KeepScreen = () => (
  <ChangedBooking title="Keep the Place" loading={`Your booking is loading. ${cancellationPolicy(false)}`}>
    {(booking, { discounts }) => <Keep booking={booking} discounts={discounts} />}
  </ChangedBooking>
);

interface KeepProps {
  readonly booking: MyBooking;
}

const Keep = ({ booking, discounts }: KeepProps & Pick<MyBookings, 'discounts'>) => {
  const { class_id: classId, time_slot_id: slotId } = booking;
  const { data, isPending, isLoadingError, refetch } = useQuery(placeQuery({ classId, slotId }));
  const moment = useBusinessNow();
  if (!booking.is_trial) return <Impossible>{upgradedAlready}</Impossible>;
  if (isPending) return <Skeleton height="80" borderRadius="xl" />;
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  const slot = data.class.time_slots.find(({ id }) => id === slotId);
  const place = { cls: data.class, child_id: booking.child_id, day: moment.today };
  const rules = { due_rule: data.due_rule, discountOn: discountFor(place, discounts) };
  const terms = slot && keepTerms(booking, data.class, slot, moment, rules);
  if (!terms) return <Impossible>{shownProblems.programEnded.text}</Impossible>;
  return <KeepForm booking={booking} terms={terms} calendarVersion={slot.calendar_version} />;
};

interface KeepFormProps extends KeepProps {
  readonly terms: KeepTerms;
  readonly calendarVersion: number;
}

const KeepForm = ({ booking, terms, calendarVersion }: KeepFormProps) => {
  const keep = useKeep(booking);
  const moment = useBusinessNow();
  const { dates, amount, discount, due_dates } = terms;
  const price = formatCents(amount);
  return (
    <Stack gap="5">
      {booking.trial_date && (
        <IconLine icon={Hourglass} fontWeight="bold" color="brand.fg">
          The place is held until{' '}
          {formatDeadline(trialHeldUntil({ date: booking.trial_date }, moment.timeZone), moment)}.
        </IconLine>
      )}
      <Text>
        {booking.child_name} gets {dates.length === 1 ? 'the last session' : `all ${dates.length} sessions`}{' '}
        to come. The trial stays charged.
      </Text>
      <BookedDates dates={dates} />
      <DueDates bookings={[terms]} isNarrow />
      <Text color="fg.muted">{cancellationPolicy(false)}</Text>
      <Text id="keep-agreement" fontVariantNumeric="tabular-nums">
        You agree to pay {price}.{discount && ` ${discountText(discount)}`}
      </Text>
      <Button
        colorPalette="accent"
        size="lg"
        disabled={keep.isPending}
        aria-describedby="keep-agreement"
        onClick={() =>
          keep.submit({ amount, ...(due_dates && { due_dates }), calendar_version: calendarVersion })
        }
      >
        {keep.isPending ? 'Processing...' : `Keep the place for ${price}`}
      </Button>
    </Stack>
  );
};

const useKeep = ({ id, class_id, time_slot_id, child_id }: MyBooking) => {
  const navigate = useNavigate();
  const [keyOf] = useState(attemptKeys);
  return useSubmission({
    send: (order: Pick<UpgradeTrial, 'amount' | 'due_dates' | 'calendar_version'>) => {
      const body = { booking: { class_id, time_slot_id, child_id }, ...order };
      return callRoute(familyRoutes.upgradeTrial, {
        params: { bookingId: id },
        body,
        idempotencyKey: keyOf(body),
      });
    },
    failure: 'Failed to keep the place',
    changes: [...bookingReads, familyRoutes.getBookableSlot],
    onDone: (upgraded) => {
      showToast({ type: 'success', title: 'The place is kept' });
      navigate(`${paths.parentBookings}#${upgraded.id}`, { replace: true });
    },
  });
};
