import { namesOf } from '#shared/lib/names';
import type { LoggedRecipient, MessageSummary } from '#shared/messages/admin-routes';
import type { MessageKind } from '#shared/messages/message';
import { readerIdSchema } from '#shared/messages/newsletter';

export const kindNames: Readonly<Record<MessageKind, string>> = namesOf({
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
  'family-invitation': 'Invitation of a family',
  news: 'Newsletter',
});

export const titleOf = ({ kind, subject }: Pick<MessageSummary, 'kind' | 'subject'>): string =>
  subject ?? kindNames[kind];

type Named = Pick<LoggedRecipient, 'id' | 'name'>;

export const isDeletedAccount = ({ id, name }: Named): boolean =>
  name === null && !readerIdSchema.safeParse(id).success;

export const recipientName = (recipient: Named): string => {
  if (recipient.name !== null) return recipient.name;
  return isDeletedAccount(recipient) ? 'Deleted account' : 'Newsletter reader';
};
