import { counted } from '#shared/domain/text/counted';
import { userIdSchema } from '#shared/schemas/ids';
import type { HoldReason, MessageKind, RecipientState } from '#shared/schemas/message';
import type { LoggedRecipient, MessageSummary } from '#shared/schemas/message-log';

export const kindNames: Readonly<Record<MessageKind, string>> = {
  'session-cancelled': 'Session cancelled',
  'session-restored': 'Session brought back',
  'remedy-chosen': 'Make-up or credit',
  'class-deleted': 'Class cancelled',
  'class-changed': 'Class changed',
  'coaching-changed': 'To coaches: class or cover',
  test: 'Test',
  broadcast: 'Message',
  'trial-follow-up': 'Offer after a trial',
  'next-term': 'Next term',
  'renewal-reminder': 'Next term, reminder',
  'renewal-ended': 'Next term, kept place ended',
  reminder: 'Reminder',
  'payment-reminder': 'Payment reminder',
  'card-check': 'Question about children’s cards',
  'card-keep': 'Offer to keep children’s cards',
  news: 'Newsletter',
};

const stateNames: Readonly<Record<RecipientState, string>> = {
  queued: 'Waiting',
  sending: 'Sending',
  'held-back': 'Not sent',
  unknown: 'Unknown',
  accepted: 'Sent',
  delivered: 'Delivered',
  bounced: 'Bounced',
  complained: 'Reported as spam',
};

const reasonNames: Readonly<Record<HoldReason, string>> = {
  'account-gone': 'the account was deleted',
  'no-email': 'no email address',
  'email-problem': 'emails to this address bounce or were reported as spam',
  'no-longer-concerned': 'no longer booked, or no longer the coach',
  'left-newsletter': 'left the newsletter',
  'too-late': 'too late',
  refused: 'refused by the mail service',
};

/** "Not sent: no email address". */
export const recipientStateText = ({ state, reason }: Pick<LoggedRecipient, 'state' | 'reason'>): string =>
  reason ? `${stateNames[state]}: ${reasonNames[reason]}` : stateNames[state];

type Named = Pick<LoggedRecipient, 'id' | 'name'>;

/** Whether a recipient is an account that was deleted since. */
export const isDeletedAccount = ({ id, name }: Named): boolean =>
  name === null && userIdSchema.safeParse(id).success;

export const recipientName = (recipient: Named): string => {
  if (recipient.name !== null) return recipient.name;
  return isDeletedAccount(recipient) ? 'Deleted account' : 'Newsletter reader';
};

/** "Sent to 29", "Sending to 29", "Waiting". */
export const progressText = ({ state, recipients }: MessageSummary): string => {
  if (recipients === null) return 'Waiting';
  return `${state === 'done' ? 'Sent' : 'Sending'} to ${recipients}`;
};

const recipientsText = (count: number, kind: MessageKind): string =>
  kind === 'news' ? counted(count, 'reader', 'readers') : counted(count, 'family', 'families');

/** "26 of 29 families reached." */
export const reachText = (
  { kind, state }: Pick<MessageSummary, 'kind' | 'state'>,
  recipients: readonly Pick<LoggedRecipient, 'reached'>[],
): string => {
  if (recipients.length === 0)
    return state === 'queued' ? 'The emails are being written.' : 'Nobody to tell.';
  const reached = recipients.filter((recipient) => recipient.reached).length;
  return `${reached} of ${recipientsText(recipients.length, kind)} reached.`;
};

/** "Call these 3.", or null where none is to be called. Readers, and families without a phone number, cannot be called. */
export const callText = (
  recipients: readonly Pick<LoggedRecipient, 'to_call' | 'phone_number'>[],
): string | null => {
  const toCall = recipients.filter(({ to_call, phone_number }) => to_call && phone_number?.trim()).length;
  if (toCall === 0) return null;
  return toCall === 1 ? 'Call this one.' : `Call these ${toCall}.`;
};
