import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { counted } from '#shared/domain/text/counted';
import { formatLongDate } from '#shared/domain/text/format';
import { CancelledSession } from '../../components/cancelled-session.tsx';
import { type ShownBooking, shownSessions } from './shown-sessions.ts';

/** The sessions of a booking, cancelled and make-up sessions included (CAN-13). */
export const BookedSessionsList = ({ booking }: { readonly booking: ShownBooking }) => {
  const sessions = shownSessions(booking);
  const cancelled = sessions.filter(({ state }) => state === 'cancelled').length;
  return (
    <details>
      <Summary>
        {counted(sessions.length, 'session', 'sessions')}
        {cancelled > 0 && `, ${cancelled} cancelled`}
      </Summary>
      <chakra.ul listStyleType="none" display="grid" gap="1.5" pt="1">
        {sessions.map((session) => (
          <li key={session.date}>
            {session.state === 'cancelled' ? (
              <CancelledSession {...session} />
            ) : (
              <Text>{formatLongDate(session.date)}</Text>
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
