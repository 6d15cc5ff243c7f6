import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatLongDate } from '#shared/domain/text/format';
import type { SessionKey } from '#shared/schemas/cancellation';
import type { Remedy } from '#shared/schemas/session';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../loaded.tsx';
import { ReachList } from '../messages/reach-list.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { cancelledSessionQuery } from './cancelled-session-query.ts';
import { MakeUpCredits } from './make-up-credits.tsx';
import { RemedyDialog } from './remedy-dialog.tsx';

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

/** What the families of a cancelled session get, who of them is reached, and who is to be called (CAN-10, CAN-12). */
export const CancelledSession = ({ session }: { readonly session: SessionKey }) => {
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
          <RemedyDialog session={isChoosing ? session : undefined} onClose={() => setIsChoosing(false)} />
        </Stack>
      )}
    </Loaded>
  );
};
