import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { counted } from '#shared/domain/text/counted';
import { formatLongDate, formatTimeRange } from '#shared/domain/text/format';
import { CancelledSession } from '../../components/cancelled-session.tsx';
import { type ShownBooking, shownSessions } from './shown-sessions.ts';

/**
 * The sessions of a booking, cancelled and make-up sessions included (CAN-13). One in a slot that it moved from has its own
 * time.
 */
export const BookedSessionsList = ({ booking }: { readonly booking: ShownBooking }) => {
  const sessions = shownSessions(booking);
  const cancelled = sessions.filter(({ session }) => session.state === 'cancelled').length;
  return (
    <details>
      <Summary>
        {counted(sessions.length, 'session', 'sessions')}
        {cancelled > 0 && `, ${cancelled} cancelled`}
      </Summary>
      <chakra.ul listStyleType="none" display="grid" gap="1.5" pt="1">
        {sessions.map(({ session, slot }) => (
          <li key={`${session.date} ${slot.id}`}>
            {session.state === 'cancelled' ? (
              <CancelledSession {...session} />
            ) : (
              <Text>
                {formatLongDate(session.date)}
                {slot.id !== booking.time_slot.id && `, ${formatTimeRange(slot)}`}
              </Text>
            )}
          </li>
        ))}
      </chakra.ul>
    </details>
  );
};

const Summary = chakra('summary', {
  base: { cursor: 'pointer', fontWeight: 'semibold', color: 'brand.fg', py: '2' },
});
