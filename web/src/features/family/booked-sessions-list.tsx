import { HStack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { hasBegun } from '#shared/domain/sessions/sessions';
import { counted } from '#shared/domain/text/counted';
import { formatLongDate, formatTimeRange } from '#shared/domain/text/format';
import type { MyBooking } from '#shared/schemas/my-bookings';
import { CancelledSession } from '../../components/cancelled-session.tsx';
import { NotComingButton } from '../../components/not-coming-button.tsx';
import { useBusinessNow } from '../../lib/time/today.ts';
import { ListSummary } from './list-summary.tsx';
import { type ShownSession, shownSessions } from './shown-sessions.ts';
import { useNotComing } from './use-not-coming.ts';

/**
 * The sessions of a booking, cancelled and make-up sessions included (CAN-13). One in a slot that it moved from has its own
 * time. Of each one to come the family can say that the child does not come (ABS-01).
 */
export const BookedSessionsList = ({ booking }: { readonly booking: MyBooking }) => {
  const sessions = shownSessions(booking);
  const cancelled = sessions.filter(({ session }) => session.state === 'cancelled').length;
  return (
    <details>
      <ListSummary>
        {counted(sessions.length, 'session', 'sessions')}
        {cancelled > 0 && `, ${cancelled} cancelled`}
      </ListSummary>
      <chakra.ul listStyleType="none" display="grid" gap="1.5" pt="1">
        {sessions.map((shown) => (
          <li key={`${shown.session.date} ${shown.slot.id}`}>
            {shown.session.state === 'cancelled' ? (
              <CancelledSession {...shown.session} />
            ) : (
              <SessionOn booking={booking} shown={shown} />
            )}
          </li>
        ))}
      </chakra.ul>
    </details>
  );
};

interface SessionOnProps {
  readonly booking: MyBooking;
  readonly shown: ShownSession;
}

const SessionOn = ({ booking, shown: { session, slot } }: SessionOnProps) => {
  const moment = useBusinessNow();
  const { submit } = useNotComing(booking);
  const { date } = session;
  const isNotComing = booking.not_coming.includes(date);
  const isOver = hasBegun(date, slot, moment);
  return (
    <HStack wrap="wrap" justify="space-between" columnGap="4" rowGap="1">
      <Text>
        {formatLongDate(date)}
        {slot.id !== booking.time_slot.id && `, ${formatTimeRange(slot)}`}
        {isOver && isNotComing && ', not coming'}
      </Text>
      {!isOver && (
        <NotComingButton
          child={booking.child_name}
          date={date}
          isNotComing={isNotComing}
          onChange={(not_coming) => submit({ date, not_coming })}
        />
      )}
    </HStack>
  );
};
