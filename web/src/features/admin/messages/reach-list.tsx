import { Box } from '@chakra-ui/react/box';
import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { MessageId } from '#shared/schemas/ids';
import type { LoggedRecipient } from '#shared/schemas/message-log';
import { Badge } from '../../../components/badge.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { Loaded } from '../loaded.tsx';
import { PhoneLink } from '../phone-link.tsx';
import { TableSkeleton } from '../tables/table-skeleton.tsx';
import { callText, isDeletedAccount, reachText, recipientName, recipientStateText } from './message-texts.ts';
import { SendAgainButton } from './send-again-button.tsx';

/** How often the list is read again while it may change, in milliseconds. */
const refreshMs = 5_000;

/** Whether events about an email are still expected. */
const isOpen = (recipient: LoggedRecipient): boolean => {
  const { state, to_call } = recipient;
  if (to_call || isDeletedAccount(recipient)) return false;
  return state === 'queued' || state === 'sending' || state === 'accepted';
};

const messageQuery = (messageId: MessageId) => ({
  ...routeQuery(adminRoutes.getMessage, { params: { messageId } }, 'Failed to load the message'),
});

const Row = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '3',
    rowGap: '1',
    py: '2.5',
    borderTopWidth: '1px',
    borderColor: 'border',
    '& a': { textDecoration: 'underline', fontWeight: 'semibold' },
  },
});

const RecipientRow = ({ recipient }: { readonly recipient: LoggedRecipient }) => (
  <Row>
    <Text flex="1 1 10rem" fontWeight="semibold">
      {recipientName(recipient)}
    </Text>
    {recipient.name !== null && (
      <Box>
        <PhoneLink phone={recipient.phone_number} />
      </Box>
    )}
    <Badge
      variant={recipient.to_call ? 'danger' : recipient.reached ? 'brand' : 'neutral'}
      flexShrink="1"
      whiteSpace="normal"
    >
      {recipientStateText(recipient)}
    </Badge>
  </Row>
);

interface ReachListProps {
  readonly messageId: MessageId;
}

/**
 * Who a message has reached, and who is to be called: a live list with names and phone numbers (CAN-12). Those to call
 * come first.
 */
export const ReachList = ({ messageId }: ReachListProps) => {
  const message = useQuery({
    ...messageQuery(messageId),
    refetchInterval: ({ state: { data } }) =>
      data?.state !== 'done' || data.sent_to.some(isOpen) ? refreshMs : false,
  });
  return (
    <Loaded
      query={message}
      skeleton={<TableSkeleton />}
      notFound={<Text color="fg.muted">This list is no longer kept.</Text>}
    >
      {({ kind, state, sent_to, text }) => (
        <Stack gap="4">
          {text !== null && (
            <Text whiteSpace="pre-wrap" overflowWrap="anywhere" color="fg.muted">
              {text}
            </Text>
          )}
          <Text fontSize="lg" fontWeight="bold" role="status">
            {[reachText({ kind, state }, sent_to), callText(sent_to)].filter(Boolean).join(' ')}
          </Text>
          <SendAgainButton messageId={messageId} recipients={sent_to} />
          <chakra.ul aria-label="Recipients" listStyleType="none">
            {sent_to.map((recipient) => (
              <RecipientRow key={recipient.id} recipient={recipient} />
            ))}
          </chakra.ul>
        </Stack>
      )}
    </Loaded>
  );
};
