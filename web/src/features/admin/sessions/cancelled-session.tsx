import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatLongDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import type { CalendarDate } from '#shared/lib/values';
import { type CancelledSession, type SessionKey, sessionRoutes } from '#shared/sessions/admin-routes';
import type { Remedy } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ReachList } from '../messages/reach-list.tsx';
import { WrappingRow } from '../notices.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { useChange } from '../use-change.ts';
import { cancelledSessionQuery, RemedyDialog } from './remedy.tsx';

type CancelledBooking = CancelledSession['bookings'][number];

interface MakeUpCreditsProps {
  readonly date: CalendarDate;
  readonly bookings: CancelledSession['bookings'];
}

// For families that cannot come to the make-up session (CAN-10).
const MakeUpCredits = ({ date, bookings }: MakeUpCreditsProps) =>
  bookings.length === 0 ? null : (
    <Stack as="section" gap="2" aria-labelledby="make-up-credits">
      <Heading as="h3" id="make-up-credits" size="md">
        Cannot Come to the Make-Up?
      </Heading>
      <Text color="fg.muted">The value of the session is credited to the family's account.</Text>
      <ul className={css({ listStyleType: 'none' })}>
        {bookings.map((booking) => (
          <WrappingRow key={booking.id} minHeight="touch" py="1">
            <Text flex="[1 1 10rem]" fontWeight="semibold">
              {booking.child_name}
            </Text>
            <Credit date={date} booking={booking} />
          </WrappingRow>
        ))}
      </ul>
    </Stack>
  );

const Credit = ({ date, booking }: { readonly date: CalendarDate; readonly booking: CancelledBooking }) => {
  const { id, child_name, value, is_credited } = booking;
  const credit = useChange({
    send: () => callRoute(sessionRoutes.creditSession, { body: { booking_id: id, date } }),
    failure: 'Failed to credit the session',
    done: ({ amount }) => `${formatCents(amount)} credited for ${child_name}`,
  });
  if (is_credited) return <Badge colorPalette="brand">{formatCents(value)} credited</Badge>;
  return (
    <Button
      type="button"
      variant="outline"
      size="sm"
      aria-label={`Credit ${formatCents(value)} for ${child_name}`}
      disabled={credit.isPending}
      onClick={() => credit.submit(undefined)}
    >
      {credit.isPending ? 'Crediting...' : `Credit ${formatCents(value)}`}
    </Button>
  );
};

const remedyText = (remedy: Remedy): string => {
  switch (remedy.kind) {
    case 'make-up':
      return `Make-up session on ${formatLongDate(remedy.date)}.`;
    case 'credit':
      return 'Each full booking is credited the value of the session.';
    case 'later':
      return 'What the families get is not decided yet.';
  }
};

export const CancelledDetails = ({ session }: { readonly session: SessionKey }) => {
  const [isChoosing, setIsChoosing] = useState(false);
  const cancelled = useQuery(cancelledSessionQuery(session));
  return (
    <Loaded query={cancelled} skeleton={<TableSkeleton />}>
      {({ remedy, message_id, bookings }) => (
        <Stack gap="4">
          <Text>{remedyText(remedy)}</Text>
          {remedy.kind === 'later' && (
            <Button type="button" variant="outline" alignSelf="start" onClick={() => setIsChoosing(true)}>
              Make-Up or Credit
            </Button>
          )}
          <ReachList messageId={message_id} />
          {remedy.kind === 'make-up' && <MakeUpCredits date={session.date} bookings={bookings} />}
          <RemedyDialog of={isChoosing ? session : undefined} onClose={() => setIsChoosing(false)} />
        </Stack>
      )}
    </Loaded>
  );
};
