import type { Instant } from '#shared/schemas/values';
import { type Key, keyText, sha256 } from './key.ts';

/** The mailer changes and deletes only items in partitions of this prefix; its permissions allow no others. */
export const mailPartitionPrefix = 'MAIL#';

/** A request for an email with a link. */
export const mailRequestKey = (requestId: string): Key => ({
  PK: `${mailPartitionPrefix}${requestId}`,
  SK: 'REQUEST',
});

/** The lease on sending one email of a kind about one subject, such as the id of a booking or of a mail request. */
export const sendLeaseKey = (subjectId: string, mailKind: string): Key => ({
  PK: `${mailPartitionPrefix}${subjectId}`,
  SK: `LEASE#${mailKind}`,
});

/** A request for an email about a waiting list that no other item causes. */
export const waitingMailKey = (id: string): Key => ({ PK: `${mailPartitionPrefix}${id}`, SK: 'WAITING' });

/** Items whose emails could not be sent are set aside here, each under a hash of its key. */
export const asidePartition = `${mailPartitionPrefix}ASIDE`;

export const asideIdOf = (key: Key): string => sha256(keyText(key)).slice(0, 22);
export const asideKey = (id: string): Key => ({ PK: asidePartition, SK: id });

/** Has the mailer try an item again that was set aside, by the stream. */
export const asideAgainKey = (id: string, now: Instant): Key => ({
  PK: `${mailPartitionPrefix}${id}`,
  SK: `AGAIN#${now}`,
});

/**
 * The emails of one kind to a mailbox in the period that begins at `periodStart`. The mailbox is hashed: the item
 * outlives the account by up to two hours.
 */
export const mailCountKey = (mailbox: string, mailKind: string, periodStart: Instant): Key => ({
  PK: `${mailPartitionPrefix}TO#${sha256(mailbox)}`,
  SK: `${mailKind}#${periodStart}`,
});
