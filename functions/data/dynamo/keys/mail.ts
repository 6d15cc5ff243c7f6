import type { Instant } from '#shared/schemas/values';
import { type Key, sha256 } from './key.ts';

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

/**
 * The emails of one kind to a mailbox in the period that begins at `periodStart`. The mailbox is hashed: the item
 * outlives the account by up to two hours.
 */
export const mailCountKey = (mailbox: string, mailKind: string, periodStart: Instant): Key => ({
  PK: `${mailPartitionPrefix}TO#${sha256(mailbox)}`,
  SK: `${mailKind}#${periodStart}`,
});
