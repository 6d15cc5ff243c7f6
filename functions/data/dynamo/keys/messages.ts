import type { MessageId, RecipientId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import type { Key } from './key.ts';

/** A message and its recipients are in a partition of this prefix. */
export const messagePartitionPrefix = 'MESSAGE#';

export const messageKey = (id: MessageId): Key => ({ PK: `${messagePartitionPrefix}${id}`, SK: 'MESSAGE' });

/** One item per message and recipient: its state says whether the email was sent. */
export const recipientKey = (id: MessageId, recipient: RecipientId): Key => ({
  PK: `${messagePartitionPrefix}${id}`,
  SK: `TO#${recipient}`,
});

/** Selects all recipients of a message. */
export const recipientsPrefix = (id: MessageId): Key => ({
  PK: `${messagePartitionPrefix}${id}`,
  SK: 'TO#',
});

/** All messages, by when they were made: some hundred within their lifetime. */
export const messagesPartition = { GSI2PK: 'MESSAGES' } as const;

export const messageIndexKeys = ({ id, created_at }: { id: MessageId; created_at: Instant }) => ({
  ...messagesPartition,
  GSI2SK: `${created_at}#${id}`,
});

/** The messenger's own partition: which messages it is to send, and who sends at the moment. */
export const messengerPartition = 'MESSENGER';

export const senderKey: Key = { PK: messengerPartition, SK: 'SENDER' };

/** Starts the messenger, by the stream. */
export const wakeKey = (id: string): Key => ({ PK: messengerPartition, SK: `WAKE#${id}` });
