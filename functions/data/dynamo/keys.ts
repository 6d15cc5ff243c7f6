import { createHash } from 'node:crypto';
import type { Role } from '#shared/roles';
import type { AccountEntryKey } from '#shared/schemas/account-entry';
import type { AccountReference } from '#shared/schemas/account-reference';
import type { SessionKey } from '#shared/schemas/cancellation';
import type {
  ActivityId,
  BookingId,
  ChildId,
  ClassId,
  IdempotencyKey,
  MessageId,
  OfferId,
  RecipientId,
  SlotId,
  UserId,
  WaitingEntryId,
} from '#shared/schemas/ids';
import { type ReaderId, readerIdSchema } from '#shared/schemas/newsletter';
import type { Instant } from '#shared/schemas/values';

/**
 * Every key of the table; no other file builds one. docs/data-model.md lists them.
 *
 * Classes and their slots share the partition CLASSES: the public listing is one Query, and a booking writes no index for
 * its slot. Names, addresses and tokens are in keys only as a hash: logs and metrics may contain keys.
 */
const catalogue = 'CLASSES';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface Key {
  readonly PK: string;
  readonly SK: string;
}

/** A key as text, to compare keys by. */
export const keyText = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }): string =>
  `${PK} ${SK}`;

/** The key of an item that was read. */
export const keyOfItem = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }): Key => ({
  PK: String(PK),
  SK: String(SK),
});

export const classKey = (classId: ClassId): Key => ({ PK: catalogue, SK: classId });

export const slotKey = (classId: ClassId, slotId: SlotId): Key => ({
  PK: catalogue,
  SK: `${classId}#${slotId}`,
});

/** Selects all classes with their slots, or one class with its slots. */
export const cataloguePartition = { PK: catalogue } as const;
export const classPrefix = (classId: ClassId): Key => classKey(classId);

/** A family's profile and children are in a partition of this prefix. */
export const familyPartitionPrefix = 'USER#';

export const familyPartition = (userId: UserId) => ({ PK: `${familyPartitionPrefix}${userId}` }) as const;

export const profileKey = (userId: UserId): Key => ({ ...familyPartition(userId), SK: 'PROFILE' });

export const childKey = (userId: UserId, childId: ChildId): Key => ({
  ...familyPartition(userId),
  SK: `CHILD#${childId}`,
});

/** How many letters of a word select the partition of its entry, and the parts of the sort key. */
const partitionLetters = 2;
const sortLetters = [3, 4, 5, 6];

/**
 * Selects the entries of all words that begin so, or with the same six letters: two letters or more. The sort key begins
 * with a short hash of the first three letters, then of the first four, five and six.
 */
export const wordPrefix = (beginning: string): Key => {
  const letters = [...beginning];
  const hashOf = (count: number) => sha256(letters.slice(0, count).join('')).slice(0, 4);
  return {
    PK: `WORD#${hashOf(partitionLetters)}`,
    SK: sortLetters
      .filter((count) => count <= letters.length)
      .map(hashOf)
      .join(''),
  };
};

/** A word of a family: of its contact, or of a child's name. Both have entries of their own. */
export const wordKey = (word: string, userId: UserId, source: 'contact' | 'child'): Key => {
  const { PK, SK } = wordPrefix(word);
  return { PK, SK: `${SK}#${userId}#${source}#${sha256(word).slice(0, 8)}` };
};

/** The accounts of all families, one item each. They are in no index: a booking changes one. */
export const accountsPartition = 'ACCOUNTS';
export const familyAccountKey = (userId: UserId): Key => ({ PK: accountsPartition, SK: userId });

/** An attempt to book as an account keeps it: short, since an account is read with those of all families. */
export const attemptMark = (attempt: IdempotencyKey): string => sha256(attempt).slice(0, 8);

/** The entries of families' accounts are in partitions of this prefix. */
export const entriesPartitionPrefix = 'ENTRIES#';

/** The entries of a family's account besides its bookings: ids and amounts. */
export const accountEntriesPartition = (userId: UserId) =>
  ({ PK: `${entriesPartitionPrefix}${userId}` }) as const;

export const accountEntryItemKey = (userId: UserId, entry: AccountEntryKey): Key => ({
  ...accountEntriesPartition(userId),
  SK: entry,
});

/** The reasons and references of a family's entries: free text, apart from the entries, which outlive the family. */
export const entryNotesPartition = (userId: UserId) => ({ PK: `NOTES#${userId}` }) as const;

export const entryNoteKey = (userId: UserId, entry: AccountEntryKey): Key => ({
  ...entryNotesPartition(userId),
  SK: entry,
});

/** The family that has a reference: one item for each, so that no two families have the same. */
export const accountReferenceKey = (reference: AccountReference): Key => ({
  PK: `REFERENCE#${reference}`,
  SK: 'ACCOUNT',
});

/** Cancellations are in partitions of this prefix. */
export const cancellationsPartitionPrefix = 'CANCELLATIONS#';

/** The cancellations of a class's sessions. */
export const cancellationsPartition = (classId: ClassId) =>
  ({ PK: `${cancellationsPartitionPrefix}${classId}` }) as const;

/** One for each cancellation: a session that is brought back and cancelled again has two. */
export const cancellationKey = ({ class_id, slot_id, date }: SessionKey, calendarVersion: number): Key => ({
  ...cancellationsPartition(class_id),
  SK: `${slot_id}#${date}#${calendarVersion}`,
});

/** Bookings are in partitions of this prefix. */
export const rosterPartitionPrefix = 'SLOT#';

export const rosterPartition = (slotId: SlotId) => ({ PK: `${rosterPartitionPrefix}${slotId}` }) as const;

/** A slot's bookings by one parent. */
export const rosterOfParentPrefix = (slotId: SlotId, parentId: UserId): Key => ({
  ...rosterPartition(slotId),
  SK: `BOOKING#${parentId}#`,
});

/**
 * One per slot, parent and child: a second booking of the same child has the same key. Names of a family's children are
 * unique (KID-02), so that a child's name has one booking in a slot (BOK-29).
 */
export const bookingKey = (slotId: SlotId, parentId: UserId, childId: ChildId): Key => ({
  ...rosterPartition(slotId),
  SK: `BOOKING#${parentId}#${childId}`,
});

/** The history of families: their ended bookings are in partitions of this prefix. */
export const historyPartitionPrefix = 'PAST#';

export const endedBookingsPartition = (parentId: UserId) =>
  ({ PK: `${historyPartitionPrefix}${parentId}` }) as const;

export const endedBookingKey = (parentId: UserId, bookingId: BookingId): Key => ({
  ...endedBookingsPartition(parentId),
  SK: bookingId,
});

/** The late cancellations whose credit is to be decided. */
export const lateEndingsPartition = { PK: 'LATE-ENDINGS' } as const;
export const lateEndingKey = (bookingId: BookingId): Key => ({ ...lateEndingsPartition, SK: bookingId });

/** The waiting lists of slots are in partitions of this prefix. */
export const waitingPartitionPrefix = 'WAITING#';

export const waitingPartition = (slotId: SlotId) => ({ PK: `${waitingPartitionPrefix}${slotId}` }) as const;

/** One per slot and child, so that a child is on a list once (WAI-02). */
export const waitingChildKey = (slotId: SlotId, childId: ChildId): Key => ({
  ...waitingPartition(slotId),
  SK: `CHILD#${childId}`,
});

/** A family's entries of waiting lists, and its offers that ended. */
export const familyWaitingPartition = (parentId: UserId) => ({ GSI1PK: `WAITING#${parentId}` }) as const;

export const waitingIndexKeys = (parentId: UserId, id: WaitingEntryId | OfferId) => ({
  ...familyWaitingPartition(parentId),
  GSI1SK: id,
});

/** Offers are in partitions of this prefix. */
export const offerPartitionPrefix = 'OFFER#';

export const offerKey = (id: OfferId): Key => ({ PK: `${offerPartitionPrefix}${id}`, SK: 'OFFER' });

/** The links of offers are in partitions of this prefix. */
export const offerLinkPartitionPrefix = 'OFFERLINK#';

/** The link of an emailed offer, by the hash of its secret. */
export const offerLinkKey = (id: OfferId, secret: string): Key => ({
  PK: `${offerLinkPartitionPrefix}${id}`,
  SK: sha256(secret),
});

/** Families' bookings are in partitions of this prefix of the index. */
export const parentBookingsPrefix = 'PARENT#';

export const parentBookingsPartition = (parentId: UserId) =>
  ({ GSI1PK: `${parentBookingsPrefix}${parentId}` }) as const;

/** Bookings of one month (UTC), so that no partition grows forever. */
export const monthBookingsPartition = (createdAt: Instant) =>
  ({ GSI2PK: `BOOKINGS#${createdAt.slice(0, 7)}` }) as const;

export const bookingIndexKeys = (booking: { id: BookingId; parent_id: UserId; created_at: Instant }) => ({
  ...parentBookingsPartition(booking.parent_id),
  GSI1SK: booking.id,
  ...monthBookingsPartition(booking.created_at),
  GSI2SK: booking.id,
});

/** The registration of an email address: one item per address, so an address has one account. */
export const registrationKey = (email: string): Key => ({ PK: `EMAIL#${sha256(email)}`, SK: 'ACCOUNT' });

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

/** Everything that is due at a time has these keys, whichever entity it is, until it is done. */
export const duePartition = { GSI1PK: 'DUE' } as const;

export const dueIndexKeys = (dueAt: Instant, subjectId: string) => ({
  ...duePartition,
  GSI1SK: `${dueAt}#${subjectId}`,
});

/** Work that recurs every business day, one item for each kind: it moves from day to day. */
export const dailyPartition = 'DAILY';
export const dailyWorkKey = (kind: string): Key => ({ PK: dailyPartition, SK: kind });

/** The mailer writes only partitions of these prefixes; its permissions allow no others. */
export const mailPartitionPrefix = 'MAIL#';
export const tokenPartitionPrefix = 'TOKEN#';

/** A request for an email with a link. */
export const mailRequestKey = (requestId: string): Key => ({
  PK: `${mailPartitionPrefix}${requestId}`,
  SK: 'REQUEST',
});

/** The lease on sending one email of a kind about one subject: the id of a booking, or of a mail request. */
export const sendLeaseKey = (subjectId: string, mailKind: string): Key => ({
  PK: `${mailPartitionPrefix}${subjectId}`,
  SK: `LEASE#${mailKind}`,
});

/** The token of an emailed link, hashed: the table's content is not enough to use the link. */
export const tokenKey = (token: string): Key => ({
  PK: `${tokenPartitionPrefix}${sha256(token)}`,
  SK: 'TOKEN',
});

/** Addresses that wait for their confirmation, by the hash of the link's token. */
export const joiningPartitionPrefix = 'JOINING#';

export const joiningKey = (token: string): Key => ({
  PK: `${joiningPartitionPrefix}${sha256(token)}`,
  SK: 'READER',
});

/** The readers of the newsletter, and those who left: one item per address, some thousand in all. */
export const newsletterPartition = { PK: 'NEWSLETTER' } as const;

export const readerIdOf = (email: string): ReaderId => readerIdSchema.parse(sha256(email));

export const readerKey = (id: ReaderId): Key => ({ ...newsletterPartition, SK: id });

/** The calendar feeds of families. They are in partitions of their own: who serves feeds reads no profile. */
export const feedPartitionPrefix = 'FEED#';

export const calendarFeedKey = (userId: UserId): Key => ({
  PK: `${feedPartitionPrefix}${userId}`,
  SK: 'FEED',
});

export const userTokensPartition = (userId: UserId) => ({ GSI1PK: `TOKENS#${userId}` }) as const;

export type UseCounterKind = 'email' | 'source' | 'source-day' | 'contact' | 'contact-source' | 'feed';

/** Counters are in partitions of this prefix. */
export const usesPartitionPrefix = 'USES#';

/** How often a subject (an address from a source, a source, a form) was used in the period that begins at `periodStart`. */
export const useCounterKey = (kind: UseCounterKind, subject: string, periodStart: Instant): Key => ({
  PK: `${usesPartitionPrefix}${kind}#${sha256(subject)}`,
  SK: periodStart,
});

/** A request for an email about a waiting list that no other item causes. */
export const waitingMailKey = (id: string): Key => ({ PK: `${mailPartitionPrefix}${id}`, SK: 'WAITING' });

/**
 * The emails of one kind that were sent to an account, or an address without one, in the period that begins at
 * `periodStart`. Id and address are hashed: the item outlives the account by up to two hours.
 */
export const sentMailsKey = (recipient: string, mailKind: string, periodStart: Instant): Key => ({
  PK: `${mailPartitionPrefix}TO#${sha256(recipient)}`,
  SK: `${mailKind}#${periodStart}`,
});

/** Activity entries are in partitions of this prefix; no function's permissions allow to change or delete them. */
export const activityPartitionPrefix = 'ACTIVITY#';

/** The activity of one year (UTC): a few thousand small items. */
export const activityPartition = (year: string) => ({ PK: `${activityPartitionPrefix}${year}` }) as const;

export const activityKey = (id: ActivityId, at: Instant): Key => ({
  ...activityPartition(at.slice(0, 4)),
  SK: id,
});

/** All profiles of one role. A profile moves from one partition to the other with its role. */
export const profilesPartition = (role: Role) => ({ GSI2PK: `PROFILES#${role}` }) as const;

/** Profiles sort by when they were created. */
export const profileIndexKeys = ({ id, created_at }: { id: UserId; created_at: Instant }, role: Role) => ({
  ...profilesPartition(role),
  GSI2SK: `${created_at}#${id}`,
});

/** How many profiles there are of each role. */
export const profileCountsKey: Key = { PK: 'COUNTS', SK: 'PROFILES' };

/** The class that one attempt of an administrator created. */
export const creationKey = (userId: UserId, attempt: IdempotencyKey): Key => ({
  PK: `CREATION#${userId}`,
  SK: attempt,
});
