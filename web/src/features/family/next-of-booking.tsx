import { HStack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { sessionsToCome } from '#shared/domain/sessions/booked-sessions';
import { formatLongDate } from '#shared/domain/text/format';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { NotComingButton } from '../../components/not-coming-button.tsx';
import { useBusinessNow } from '../../lib/time/today.ts';
import { useNotComing } from './use-not-coming.ts';

/** The next session of a booking, and whether the child comes to it (ABS-01); nothing without one. */
export const NextOfBooking = ({ booking }: { readonly booking: MyBooking }) => {
  const moment = useBusinessNow();
  const { submit } = useNotComing(booking);
  const { time_slot, earlier_times, child_name, not_coming } = booking;
  const [next] = sessionsToCome(time_slot.class, booking, [time_slot, ...earlier_times], moment);
  if (!next) return null;
  const { date } = next.session;
  return (
    <HStack wrap="wrap" justify="space-between" columnGap="4" rowGap="1">
      <Text>
        Next: <strong>{formatLongDate(date)}</strong>
      </Text>
      <NotComingButton
        child={child_name}
        date={date}
        isNotComing={not_coming.includes(date)}
        onChange={(isNotComing) => submit({ date, not_coming: isNotComing })}
      />
    </HStack>
  );
};
