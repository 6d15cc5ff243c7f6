import { useQuery } from '@tanstack/react-query';
import type { MessageId, RecipientId } from '#shared/lib/ids';
import { namesOf } from '#shared/lib/names';
import { counted } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { type LoggedRecipient, type MessageSummary, messageRoutes } from '#shared/messages/admin-routes';
import type { HoldReason, MessageKind, RecipientState } from '#shared/messages/message';
import { css } from '#styled-system/css';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import type { DialogProps } from '../dialogs.tsx';
import { AdultPhones, FailureNotice, PhoneLink } from '../notices.tsx';
import { Loaded, TableSkeleton } from '../tables/loaded.tsx';
import { useChange } from '../use-change.ts';
import { isDeletedAccount, recipientName, titleOf } from './message-names.ts';

const stateNames: Readonly<Record<RecipientState, string>> = namesOf({
  queued: 'Waiting',
  sending: 'Sending',
  'held-back': 'Not sent',
  unknown: 'Unknown',
  accepted: 'Sent',
  delivered: 'Delivered',
  bounced: 'Bounced',
  complained: 'Reported as spam',
});

const reasonNames: Readonly<Record<HoldReason, string>> = namesOf({
  'account-gone': 'the account was deleted',
  'no-email': 'no email address',
  'not-confirmed': 'the email address is not confirmed',
  'email-problem': 'emails to this address bounce or were reported as spam',
  'no-longer-concerned': 'no longer booked, or no longer the coach',
  'left-newsletter': 'left the newsletter',
  'too-late': 'too late',
  refused: 'refused by the mail service',
});

/** "Not sent: no email address". */
const recipientStateText = ({ state, reason }: Pick<LoggedRecipient, 'state' | 'reason'>): string =>
  reason ? `${stateNames[state]}: ${reasonNames[reason]}` : stateNames[state];

export const progressText = ({ state, recipients }: MessageSummary): string => {
  if (recipients === null) return 'Waiting';
  return `${state === 'done' ? 'Sent' : 'Sending'} to ${recipients}`;
};

const recipientsText = (count: number, kind: MessageKind): string =>
  kind === 'news' ? counted(count, 'reader', 'readers') : counted(count, 'family', 'families');

export const reachText = (
  { kind, state }: Pick<MessageSummary, 'kind' | 'state'>,
  recipients: readonly Pick<LoggedRecipient, 'reached'>[],
): string => {
  if (recipients.length === 0)
    return state === 'queued' ? 'The emails are being written.' : 'Nobody to tell.';
  const reached = recipients.filter((recipient) => recipient.reached).length;
  return `${reached} of ${recipientsText(recipients.length, kind)} reached.`;
};

/** "Call these 3.", or null. Readers, and families without a phone number, cannot be called. */
export const callText = (
  recipients: readonly Pick<LoggedRecipient, 'to_call' | 'phone_number' | 'adults'>[],
): string | null => {
  const toCall = recipients.filter(
    ({ to_call, phone_number, adults }) =>
      to_call && [phone_number, ...adults.map((adult) => adult.phone_number)].some((phone) => phone?.trim()),
  ).length;
  if (toCall === 0) return null;
  return toCall === 1 ? 'Call this one.' : `Call these ${toCall}.`;
};

interface SendAgainButtonProps {
  readonly messageId: MessageId;
  readonly recipients: readonly LoggedRecipient[];
}

const SendAgainButton = ({ messageId, recipients }: SendAgainButtonProps) => {
  const unsent = recipients.filter(({ state }) => state === 'held-back' || state === 'unknown');
  const sending = useChange({
    send: (ids: RecipientId[]) =>
      callRoute(messageRoutes.sendMessageAgain, { params: { messageId }, body: { recipients: ids } }),
    failure: 'Failed to send again',
    done: ({ queued }) => `Sending again to ${queued}`,
    changes: [messageRoutes.getMessage, messageRoutes.listMessages],
  });
  if (unsent.length === 0) return null;
  return (
    <>
      <FailureNotice error={sending.error} failure={sending.failure} />
      <Button
        type="button"
        variant="outline"
        alignSelf="start"
        disabled={sending.isPending}
        onClick={() => sending.submit(unsent.slice(0, limits.sentAgainAtOnce).map(({ id }) => id))}
      >
        {sending.isPending
          ? 'Sending...'
          : `Send Again to ${Math.min(unsent.length, limits.sentAgainAtOnce)}`}
      </Button>
    </>
  );
};

const refreshMs = 5_000;

const isOpen = (recipient: LoggedRecipient): boolean => {
  const { state, to_call } = recipient;
  if (to_call || isDeletedAccount(recipient)) return false;
  return state === 'queued' || state === 'sending' || state === 'accepted';
};

const messageQuery = (messageId: MessageId) => ({
  ...routeQuery(messageRoutes.getMessage, { params: { messageId } }, 'Failed to load the message'),
});

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: '3',
  rowGap: '1',
  py: '2.5',
  borderTopWidth: '1px',
  borderColor: 'border',
  '& a': { textDecoration: 'underline', fontWeight: 'semibold' },
});

const RecipientRow = ({ recipient }: { readonly recipient: LoggedRecipient }) => (
  <li className={row}>
    <Text flex="[1 1 10rem]" fontWeight="semibold">
      {recipientName(recipient)}
    </Text>
    {recipient.name !== null && (
      <Box>
        {recipient.adults.length > 0 ? (
          <AdultPhones adults={recipient.adults} />
        ) : (
          <PhoneLink phone={recipient.phone_number} />
        )}
      </Box>
    )}
    <Badge
      variant={recipient.to_call ? 'solid' : 'subtle'}
      colorPalette={recipient.to_call ? 'danger' : recipient.reached ? 'brand' : 'neutral'}
      flexShrink="1"
      whiteSpace="normal"
    >
      {recipientStateText(recipient)}
    </Badge>
  </li>
);

interface ReachListProps {
  readonly messageId: MessageId;
}

/** A live list with names and phone numbers of those who were reached and those to call, who come first (CAN-12). */
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
          <ul aria-label="Recipients" className={css({ listStyleType: 'none' })}>
            {sent_to.map((recipient) => (
              <RecipientRow key={recipient.id} recipient={recipient} />
            ))}
          </ul>
        </Stack>
      )}
    </Loaded>
  );
};

export const ReachDialog = ({
  of: message,
  onClose,
}: DialogProps<Pick<MessageSummary, 'id' | 'kind' | 'subject'>>) => (
  <Modal title={message ? titleOf(message) : ''} isOpen={Boolean(message)} role="dialog" onClose={onClose}>
    {message && <ReachList messageId={message.id} />}
    <ModalButtons cancelLabel="Close" onCancel={onClose} />
  </Modal>
);
