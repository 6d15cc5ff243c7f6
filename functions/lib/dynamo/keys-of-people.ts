import { type InvitationId, invitationIdSchema } from '#shared/accounts/coaches';
import type { ImportId, ImportRowId } from '#shared/families/import';
import type { LedgerEntryKey } from '#shared/ledger/entry';
import {
  type BankRow,
  type BankRowId,
  foldReference,
  type PaymentReference,
  type SecondReference,
} from '#shared/ledger/references';
import type {
  ActivityId,
  ChildId,
  FamilyId,
  FamilyNoteId,
  IdempotencyKey,
  MessageId,
  RecipientId,
  SlotId,
  UserId,
} from '#shared/lib/ids';
import type { CalendarDate, Instant } from '#shared/lib/values';
import type { limits } from '#shared/limits';
import { type ReaderId, readerIdSchema } from '#shared/messages/newsletter';
import { type Key, keyText, sha256 } from './items.ts';

/** An account and what is its person's are in a partition of this prefix. */
export const accountPartitionPrefix = 'USER#';

const accountPartition = (userId: UserId) => ({ PK: `${accountPartitionPrefix}${userId}` }) as const;

export const accountKey = (userId: UserId): Key => ({ ...accountPartition(userId), SK: 'ACCOUNT' });

/** A family with its members, its children and what else is the family's are in a partition of this prefix. */
export const familyPartitionPrefix = 'FAM#';

export const familyPartition = (familyId: FamilyId) =>
  ({ PK: `${familyPartitionPrefix}${familyId}` }) as const;

export const familyKey = (familyId: FamilyId): Key => ({ ...familyPartition(familyId), SK: 'FAMILY' });

/** Which family one was joined with: all that is left of it, for some days. */
export const joinedFamilyKey = (familyId: FamilyId): Key => ({ ...familyPartition(familyId), SK: 'JOINED' });

export const childKey = (familyId: FamilyId, childId: ChildId): Key => ({
  ...familyPartition(familyId),
  SK: `CHILD#${childId}`,
});

/** What was erased, or joined with another family, for as long as a backup has it: ids alone (REL-05). */
export const erasedPartition = { PK: 'ERASED' } as const;

export const erasedKey = (id: FamilyId | UserId): Key => ({ ...erasedPartition, SK: id });

/** Imports of families, by the hash of their file. */
export const importsPartition = { PK: 'IMPORTS' } as const;

export const importKey = (id: ImportId): Key => ({ ...importsPartition, SK: id });

/** The rows of an import: ids alone. */
export const importRowsPartition = (id: ImportId) => ({ PK: `IMPORT#${id}` }) as const;

export const importRowKey = (id: ImportId, row: ImportRowId): Key => ({
  ...importRowsPartition(id),
  SK: row,
});

/** What the keys of all that imports say of a family begin with. */
export const ofImportsPrefix = 'IMPORTED';
/** What the keys of all that imports made of a family begin with. */
export const importedPrefix = `${ofImportsPrefix}#`;

/** What an import made of a family, by its first row: in the family's partition, with which it goes. */
export const importedKey = (familyId: FamilyId, row: ImportRowId): Key => ({
  ...familyPartition(familyId),
  SK: `${importedPrefix}${row}`,
});

/** Which import made a family with a phone number last. */
export const phoneTurnKey = (phone: string): Key => ({ PK: `PHONE#${sha256(phone)}`, SK: 'TURN' });

/** What the keys of all that files say of a family's children begin with. */
export const importedCardPrefix = `${ofImportsPrefix}-CARD#`;

/** What a file says of a child, until its family has answered. */
export const importedCardKey = (familyId: FamilyId, child: ChildId): Key => ({
  ...familyPartition(familyId),
  SK: `${importedCardPrefix}${child}`,
});

/** The second factor of an account. */
export const secondFactorKey = (userId: UserId): Key => ({
  ...accountPartition(userId),
  SK: 'SECOND-FACTOR',
});

/** What the second adult of an erased family may still download. */
export const erasedFamilyKey = (userId: UserId): Key => ({
  ...accountPartition(userId),
  SK: 'ERASED-FAMILY',
});

export const registrationPartitionPrefix = 'EMAIL#';

/** The registration of an email address: one item per address, so an address has one account. */
export const registrationKey = (email: string): Key => ({
  PK: `${registrationPartitionPrefix}${sha256(email)}`,
  SK: 'ACCOUNT',
});

/**
 * Every family that lists, searches, counts and totals contain. A family without a child or a booking, all of whose members are
 * administrators, is in none (BHF-05).
 */
export const familiesPartition = { GSI2PK: 'FAMILIES' } as const;

/** Families sort by when they were created. */
export const familyIndexKeys = ({ id, created_at }: { id: FamilyId; created_at: Instant }) => ({
  ...familiesPartition,
  GSI2SK: `${created_at}#${id}`,
});

/** The accounts with the admin role. */
export const adminsPartition = { GSI2PK: 'ADMINS' } as const;

/** Administrators sort by when their accounts were created. */
export const adminIndexKeys = ({ id, created_at }: { id: UserId; created_at: Instant }) => ({
  ...adminsPartition,
  GSI2SK: `${created_at}#${id}`,
});

/** How many families and administrators there are. */
export const peopleCountsKey: Key = { PK: 'COUNTS', SK: 'PEOPLE' };

/** The accounts with the role coach: a school has some dozens. */
export const coachesPartition = { PK: 'COACHES' } as const;

export const coachKey = (userId: UserId): Key => ({ ...coachesPartition, SK: userId });

/** Addresses that are invited to be coaches or administrators: one item for an address, in keys only as a hash. */
export const invitationsPartition = { PK: 'COACH-INVITATIONS' } as const;

export const invitationIdOf = (email: string): InvitationId => invitationIdSchema.parse(sha256(email));

/** Of the second adult of a family: it has one invitation, whomever it is to. */
export const adultInvitationId = (familyId: FamilyId): InvitationId => invitationIdOf(`adult ${familyId}`);

/** Of the link that opens a school without an administrator: there is one at most (SCH-01). */
export const openingId = invitationIdOf('opening');

export const invitationKey = (id: InvitationId): Key => ({ ...invitationsPartition, SK: id });

/**
 * Every kind of link that works by its secret alone. `functions/families/delete-family.ts` says of each how a
 * new password and the erasure of the account end it (AUT-45).
 */
export type LinkKind =
  | keyof typeof limits.linkHours
  | 'offer'
  | 'reminder'
  | 'coach-invitation'
  | 'admin-invitation'
  | 'adult-invitation'
  | 'calendar-feed'
  | 'newsletter-confirmation'
  | 'newsletter-leave';

export const tokenPartitionPrefix = 'TOKEN#';

/** The token of an emailed link, hashed: the table's content is not enough to use the link. */
export const tokenKey = (token: string): Key => ({
  PK: `${tokenPartitionPrefix}${sha256(token)}`,
  SK: 'TOKEN',
});

/** The calendar feeds of members. They are in partitions of their own: who serves feeds reads no account. */
export const feedPartitionPrefix = 'FEED#';

export const calendarFeedKey = (userId: UserId): Key => ({
  PK: `${feedPartitionPrefix}${userId}`,
  SK: 'FEED',
});

/** The links of an account that are items of their own: all of a kind end together (AUT-45). */
export const accountLinksPrefix = 'TOKENS#';
export const accountLinksPartition = (userId: UserId) =>
  ({ GSI1PK: `${accountLinksPrefix}${userId}` }) as const;

export const accountLinkKeys = (userId: UserId, kind: LinkKind) => ({
  ...accountLinksPartition(userId),
  GSI1SK: kind,
});

/** The ledgers of all families, one item each. They are in no index: a booking changes one. */
export const ledgersPartition = 'LEDGERS';

export const familyLedgerKey = (familyId: FamilyId): Key => ({ PK: ledgersPartition, SK: familyId });

/** An attempt to book as a ledger keeps it: short, since a ledger is read with those of all families. */
export const attemptRef = (attempt: IdempotencyKey): string => sha256(attempt).slice(0, 8);

/** The entries of families' ledgers are in partitions of this prefix. */
export const entriesPartitionPrefix = 'ENTRIES#';

/** The entries of a family's ledger besides its bookings: ids and amounts. */
export const ledgerEntriesPartition = (familyId: FamilyId) =>
  ({ PK: `${entriesPartitionPrefix}${familyId}` }) as const;

export const ledgerEntryItemKey = (familyId: FamilyId, entry: LedgerEntryKey): Key => ({
  ...ledgerEntriesPartition(familyId),
  SK: entry,
});

export const entryNotesPartitionPrefix = 'NOTES#';

/** The reasons and references of a family's entries: free text, apart from the entries, which outlive the family. */
export const entryNotesPartition = (familyId: FamilyId) =>
  ({ PK: `${entryNotesPartitionPrefix}${familyId}` }) as const;

export const entryNoteKey = (familyId: FamilyId, entry: LedgerEntryKey): Key => ({
  ...entryNotesPartition(familyId),
  SK: entry,
});

export const familyNotesPartitionPrefix = 'FAMILYNOTES#';

/** What administrators noted about a family: apart from the family, whose own pages do not read it. */
export const familyNotesPartition = (familyId: FamilyId) =>
  ({ PK: `${familyNotesPartitionPrefix}${familyId}` }) as const;

export const familyNoteKey = (familyId: FamilyId, id: FamilyNoteId): Key => ({
  ...familyNotesPartition(familyId),
  SK: id,
});

/** What the office has to decide about families: some dozens of items at most. */
export const familyTasksPartition = { PK: 'FAMILYTASKS' } as const;

export const familyTaskKey = (kind: string, families: readonly FamilyId[]): Key => ({
  ...familyTasksPartition,
  SK: [kind, ...families].join('#'),
});

/** References are in partitions of this prefix. */
export const referencePartitionPrefix = 'REFERENCE#';

/**
 * The family that has a reference, its first or its second one: one item for each, so that no two families have the same, in
 * any writing.
 */
export const referenceKey = (reference: PaymentReference | SecondReference): Key => ({
  PK: `${referencePartitionPrefix}${foldReference(reference)}`,
  SK: 'ACCOUNT',
});

export const bankRowPartitionPrefix = 'BANKROW#';

/** What became of a row of a bank file (BNK-02). The id is a hash. */
export const bankRowKey = (id: BankRowId): Key => ({ PK: `${bankRowPartitionPrefix}${id}`, SK: 'ROW' });

/** The marks of rows that were ignored, whose reasons are free text. */
export const ignoredRowsPartition = { GSI1PK: 'IGNOREDROWS' } as const;

/** The rows of bank files that wait for an administrator (BNK-03), the oldest day first. */
export const unassignedRowsPartition = { PK: 'UNASSIGNEDROWS' } as const;

export const unassignedRowKey = ({ id, day }: Pick<BankRow, 'day'> & { readonly id: BankRowId }): Key => ({
  ...unassignedRowsPartition,
  SK: `${day}#${id}`,
});

/** Views of cards are in partitions of this prefix. */
export const viewPartitionPrefix = 'VIEWS#';

/** The views of the children of a slot, or of a family. */
export const viewsPartition = (of: SlotId | FamilyId) => ({ PK: `${viewPartitionPrefix}${of}` }) as const;

/** One item for each person, session and day; sorted by day. */
export const viewKey = (
  of: SlotId | FamilyId,
  day: CalendarDate,
  viewer: UserId,
  session: CalendarDate | null,
): Key => ({ ...viewsPartition(of), SK: [day, viewer, ...(session ? [session] : [])].join('#') });

export const wordPartitionPrefix = 'WORD#';

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
    PK: `${wordPartitionPrefix}${hashOf(partitionLetters)}`,
    SK: sortLetters
      .filter((count) => count <= letters.length)
      .map(hashOf)
      .join(''),
  };
};

/** A word of a family: of its contact, or of a child's name. Both have entries of their own. */
export const wordKey = (word: string, familyId: FamilyId, source: 'contact' | 'child'): Key => {
  const { PK, SK } = wordPrefix(word);
  return { PK, SK: `${SK}#${familyId}#${source}#${sha256(word).slice(0, 8)}` };
};

/** Addresses that wait for their confirmation, by the hash of the link's token. */
export const joiningPartitionPrefix = 'JOINING#';

export const joiningKey = (token: string): Key => ({
  PK: `${joiningPartitionPrefix}${sha256(token)}`,
  SK: 'READER',
});

/** What waits for the confirmation of one address. */
export const joiningsPrefix = 'JOININGS#';
export const joiningsPartition = (email: string) =>
  ({ GSI1PK: `${joiningsPrefix}${sha256(email)}` }) as const;

export const joiningIndexKeys = (email: string, now: Instant) => ({
  ...joiningsPartition(email),
  GSI1SK: now,
});

/** The readers of the newsletter, and those who left: one item per address, some thousand in all. */
export const newsletterPartition = { PK: 'NEWSLETTER' } as const;

export const readerIdOf = (email: string): ReaderId => readerIdSchema.parse(sha256(email));

export const readerKey = (id: ReaderId): Key => ({ ...newsletterPartition, SK: id });

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

/** Messages some of whose emails were not sent. */
export const unsentMessagesPrefix = { PK: messengerPartition, SK: 'UNSENT#' } as const;
export const unsentMessageKey = (id: MessageId): Key => ({
  ...unsentMessagesPrefix,
  SK: `${unsentMessagesPrefix.SK}${id}`,
});

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

/** Single emails that SES took are in a partition of this prefix, each address by its hash. */
export const sentMailPartitionPrefix = `${mailPartitionPrefix}SENT#`;
export const sentMailsPartition = (email: string) => ({
  PK: `${sentMailPartitionPrefix}${sha256(email.toLowerCase())}`,
});
export const sentMailKey = (email: string, sesId: string): Key => ({
  ...sentMailsPartition(email),
  SK: sesId,
});

/** Since when no email has left. */
export const mailStopKey: Key = { PK: `${mailPartitionPrefix}STOP`, SK: 'STOP' };

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

/** Activity entries are in partitions of this prefix; no function's permissions allow to change or delete them. */
export const activityPartitionPrefix = 'ACTIVITY#';

/** The activity of one year (UTC): a few thousand small items. */
export const activityPartition = (year: string) => ({ PK: `${activityPartitionPrefix}${year}` }) as const;

export const activityKey = (id: ActivityId, at: Instant): Key => ({
  ...activityPartition(at.slice(0, 4)),
  SK: id,
});

export type UseCounterKind =
  | 'email'
  | 'source'
  | 'source-day'
  | 'contact'
  | 'contact-source'
  | 'feed'
  | 'adult-invitation'
  | 'adult-invitation-day'
  | 'office-invitation'
  | 'office-invitation-day';

/** Counters are in partitions of this prefix. */
export const usesPartitionPrefix = 'USES#';

/** How often a subject (an address from a source, a source, a form) was used in the period that begins at `periodStart`. */
export const useCounterKey = (kind: UseCounterKind, subject: string, periodStart: Instant): Key => ({
  PK: `${usesPartitionPrefix}${kind}#${sha256(subject)}`,
  SK: periodStart,
});

/** Who makes attempts: an account, or whoever has the link of an offer. */
export type AttemptMaker = UserId | `${typeof linkMakerPrefix}${string}`;

const linkMakerPrefix = 'LINK#';

/** The maker of attempts by the link of an offer. */
export const linkMaker = (offerId: string): AttemptMaker => `${linkMakerPrefix}${offerId}`;

/** Attempts are in partitions of this prefix; those by links in partitions of the second one. */
export const attemptPartitionPrefix = 'ATTEMPT#';
export const linkAttemptPartitionPrefix = `${attemptPartitionPrefix}${linkMakerPrefix}`;

/** The attempts of one maker. */
export const attemptPartition = (by: AttemptMaker) => ({ PK: `${attemptPartitionPrefix}${by}` }) as const;

/** What one attempt asked for, and what it made or deleted. */
export const attemptKey = (by: AttemptMaker, attempt: IdempotencyKey): Key => ({
  ...attemptPartition(by),
  SK: attempt,
});
