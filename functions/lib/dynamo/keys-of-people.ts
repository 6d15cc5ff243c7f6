import { type InvitationId, invitationIdSchema } from '#shared/accounts/coaches';
import type { ImportId, ImportRowId } from '#shared/families/import';
import type { LedgerEntryKey, ProviderId } from '#shared/ledger/entry';
import {
  type BankRow,
  type BankRowId,
  foldReference,
  type PaymentReference,
  type SecondReference,
} from '#shared/ledger/references';
import type {
  ActivityId,
  CardPaymentId,
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

export const accountPartitionPrefix = 'USER#';

const accountPartition = (userId: UserId) => ({ PK: `${accountPartitionPrefix}${userId}` }) as const;

export const accountKey = (userId: UserId): Key => ({ ...accountPartition(userId), SK: 'ACCOUNT' });

export const familyPartitionPrefix = 'FAM#';

export const familyPartition = (familyId: FamilyId) =>
  ({ PK: `${familyPartitionPrefix}${familyId}` }) as const;

export const familyKey = (familyId: FamilyId): Key => ({ ...familyPartition(familyId), SK: 'FAMILY' });

export const joinedFamilyKey = (familyId: FamilyId): Key => ({ ...familyPartition(familyId), SK: 'JOINED' });

export const childKey = (familyId: FamilyId, childId: ChildId): Key => ({
  ...familyPartition(familyId),
  SK: `CHILD#${childId}`,
});

/** Ids of what was erased or joined, for as long as a backup has it (REL-05). */
export const erasedPartition = { PK: 'ERASED' } as const;

export const erasedKey = (id: FamilyId | UserId): Key => ({ ...erasedPartition, SK: id });

export const importsPartition = { PK: 'IMPORTS' } as const;

export const importKey = (id: ImportId): Key => ({ ...importsPartition, SK: id });

/** Ids alone. */
export const importRowsPartition = (id: ImportId) => ({ PK: `IMPORT#${id}` }) as const;

export const importRowKey = (id: ImportId, row: ImportRowId): Key => ({
  ...importRowsPartition(id),
  SK: row,
});

export const ofImportsPrefix = 'IMPORTED';
export const importedPrefix = `${ofImportsPrefix}#`;

/** By the first row. In the family's partition, which is erased as a whole. */
export const importedKey = (familyId: FamilyId, row: ImportRowId): Key => ({
  ...familyPartition(familyId),
  SK: `${importedPrefix}${row}`,
});

/** The last import that stored a family with the phone number. */
export const phoneTurnKey = (phone: string): Key => ({ PK: `PHONE#${sha256(phone)}`, SK: 'TURN' });

export const importedCardPrefix = `${ofImportsPrefix}-CARD#`;

/** Until the family has answered. */
export const importedCardKey = (familyId: FamilyId, child: ChildId): Key => ({
  ...familyPartition(familyId),
  SK: `${importedCardPrefix}${child}`,
});

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

export const registrationKey = (email: string): Key => ({
  PK: `${registrationPartitionPrefix}${sha256(email)}`,
  SK: 'ACCOUNT',
});

/** In lists, searches, counts and totals: all but families of administrators alone without child and booking (BHF-05). */
export const familiesPartition = { GSI2PK: 'FAMILIES' } as const;

/** By creation. */
export const familyIndexKeys = ({ id, created_at }: { id: FamilyId; created_at: Instant }) => ({
  ...familiesPartition,
  GSI2SK: `${created_at}#${id}`,
});

export const adminsPartition = { GSI2PK: 'ADMINS' } as const;

/** By creation of the account. */
export const adminIndexKeys = ({ id, created_at }: { id: UserId; created_at: Instant }) => ({
  ...adminsPartition,
  GSI2SK: `${created_at}#${id}`,
});

export const peopleCountsKey: Key = { PK: 'COUNTS', SK: 'PEOPLE' };

export const coachesPartition = { PK: 'COACHES' } as const;

export const coachKey = (userId: UserId): Key => ({ ...coachesPartition, SK: userId });

export const invitationsPartition = { PK: 'COACH-INVITATIONS' } as const;

export const invitationIdOf = (email: string): InvitationId => invitationIdSchema.parse(sha256(email));

/** A family has one invitation, whoever is invited. */
export const adultInvitationId = (familyId: FamilyId): InvitationId => invitationIdOf(`adult ${familyId}`);

/** One link at most opens a school without an administrator (SCH-01). */
export const openingId = invitationIdOf('opening');

export const invitationKey = (id: InvitationId): Key => ({ ...invitationsPartition, SK: id });

/** Links that work by their secret alone. `functions/across/end-links.ts` says how each ends (AUT-45). */
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

/** By the token's hash: the table's content is not enough to use the link. */
export const tokenKey = (token: string): Key => ({
  PK: `${tokenPartitionPrefix}${sha256(token)}`,
  SK: 'TOKEN',
});

export const feedPartitionPrefix = 'FEED#';

export const calendarFeedKey = (userId: UserId): Key => ({
  PK: `${feedPartitionPrefix}${userId}`,
  SK: 'FEED',
});

/** An account's links, all of a kind, end together (AUT-45). */
export const accountLinksPrefix = 'TOKENS#';
export const accountLinksPartition = (userId: UserId) =>
  ({ GSI1PK: `${accountLinksPrefix}${userId}` }) as const;

export const accountLinkKeys = (userId: UserId, kind: LinkKind) => ({
  ...accountLinksPartition(userId),
  GSI1SK: kind,
});

/** In no index, since each booking changes a ledger. */
export const ledgersPartition = 'LEDGERS';

export const familyLedgerKey = (familyId: FamilyId): Key => ({ PK: ledgersPartition, SK: familyId });

/** Short, since a ledger is read with those of all families. */
export const attemptRef = (attempt: IdempotencyKey): string => sha256(attempt).slice(0, 8);

export const entriesPartitionPrefix = 'ENTRIES#';

export const ledgerEntriesPartition = (familyId: FamilyId) =>
  ({ PK: `${entriesPartitionPrefix}${familyId}` }) as const;

export const ledgerEntryItemKey = (familyId: FamilyId, entry: LedgerEntryKey): Key => ({
  ...ledgerEntriesPartition(familyId),
  SK: entry,
});

export const entryNotesPartitionPrefix = 'NOTES#';

export const entryNotesPartition = (familyId: FamilyId) =>
  ({ PK: `${entryNotesPartitionPrefix}${familyId}` }) as const;

export const entryNoteKey = (familyId: FamilyId, entry: LedgerEntryKey): Key => ({
  ...entryNotesPartition(familyId),
  SK: entry,
});

export const familyNotesPartitionPrefix = 'FAMILYNOTES#';

/** Apart from the family, whose pages do not read notes. */
export const familyNotesPartition = (familyId: FamilyId) =>
  ({ PK: `${familyNotesPartitionPrefix}${familyId}` }) as const;

export const familyNoteKey = (familyId: FamilyId, id: FamilyNoteId): Key => ({
  ...familyNotesPartition(familyId),
  SK: id,
});

/** Some dozens of items at most. */
export const familyTasksPartition = { PK: 'FAMILYTASKS' } as const;

export const familyTaskKey = (kind: string, families: readonly FamilyId[]): Key => ({
  ...familyTasksPartition,
  SK: [kind, ...families].join('#'),
});

export const referencePartitionPrefix = 'REFERENCE#';

/** One item for each reference, so that no two families have the same in any spelling. */
export const referenceKey = (reference: PaymentReference | SecondReference): Key => ({
  PK: `${referencePartitionPrefix}${foldReference(reference)}`,
  SK: 'ACCOUNT',
});

/** Payments by card that families asked for are in partitions of this prefix. */
export const cardPaymentPartitionPrefix = 'CARDPAYMENT#';

export const cardPaymentKey = (id: CardPaymentId): Key => ({
  PK: `${cardPaymentPartitionPrefix}${id}`,
  SK: 'ASKED',
});

/** What happened at the provider to a payment is in a partition of this prefix. */
export const cardIntentPartitionPrefix = 'CARDINTENT#';

export const cardIntentPartition = (intent: ProviderId) =>
  ({ PK: `${cardIntentPartitionPrefix}${intent}` }) as const;

/** The payment that is recorded, with its family. */
export const cardIntentKey = (intent: ProviderId): Key => ({ ...cardIntentPartition(intent), SK: 'PAYMENT' });

/** A refund or a dispute of the payment, by its id at the provider. */
export const cardMoveKey = (intent: ProviderId, id: ProviderId): Key => ({
  ...cardIntentPartition(intent),
  SK: `MOVE#${id}`,
});

/** How many refunds and disputes came before their payment. */
export const cardWaitingKey = (intent: ProviderId): Key => ({
  ...cardIntentPartition(intent),
  SK: 'WAITING',
});

/** A refund that the office asked for. */
export const cardAskKey = (intent: ProviderId, ask: string): Key => ({
  ...cardIntentPartition(intent),
  SK: `ASK#${ask}`,
});

/** The payments of a family by card, asked for and recorded. */
export const familyCardsPartition = (familyId: FamilyId) => ({ GSI1PK: `CARDPAYMENTS#${familyId}` }) as const;

export const familyCardKeys = (familyId: FamilyId, id: CardPaymentId | ProviderId) => ({
  ...familyCardsPartition(familyId),
  GSI1SK: id,
});

/** The recorded payments of all families, by when they were recorded. */
export const recordedCardsPartition = { GSI2PK: 'CARDPAYMENTS' } as const;

export const recordedCardKeys = (at: Instant, intent: ProviderId) => ({
  ...recordedCardsPartition,
  GSI2SK: `${at}#${intent}`,
});

/** What the office has to look at of card payments, when the last event came, and the last comparison: some dozens of items. */
export const cardOfficePartition = { PK: 'CARDS' } as const;
export const cardTasksPrefix = 'TASK#';

export const cardTaskKey = (kind: string, id: string): Key => ({
  ...cardOfficePartition,
  SK: `${cardTasksPrefix}${kind}#${id}`,
});
export const lastCardEventKey: Key = { ...cardOfficePartition, SK: 'LAST-EVENT' };
export const cardComparisonKey: Key = { ...cardOfficePartition, SK: 'COMPARED' };

export const bankRowPartitionPrefix = 'BANKROW#';

/** The id is a hash (BNK-02). */
export const bankRowKey = (id: BankRowId): Key => ({ PK: `${bankRowPartitionPrefix}${id}`, SK: 'ROW' });

/** Ignored rows, whose reasons are free text. */
export const ignoredRowsPartition = { GSI1PK: 'IGNOREDROWS' } as const;

/** The oldest day first (BNK-03). */
export const unassignedRowsPartition = { PK: 'UNASSIGNEDROWS' } as const;

export const unassignedRowKey = ({ id, day }: Pick<BankRow, 'day'> & { readonly id: BankRowId }): Key => ({
  ...unassignedRowsPartition,
  SK: `${day}#${id}`,
});

export const viewPartitionPrefix = 'VIEWS#';

export const viewsPartition = (of: SlotId | FamilyId) => ({ PK: `${viewPartitionPrefix}${of}` }) as const;

export const viewKey = (
  of: SlotId | FamilyId,
  day: CalendarDate,
  viewer: UserId,
  session: CalendarDate | null,
): Key => ({ ...viewsPartition(of), SK: [day, viewer, ...(session ? [session] : [])].join('#') });

export const wordPartitionPrefix = 'WORD#';

/** The letters that select the partition of a word, and the parts of its sort key. */
const partitionLetters = 2;

const sortLetters = [3, 4, 5, 6];

/** Two letters or more, or the same six. The sort key begins with hashes of the first three, four, five and six letters. */
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

/** A contact's and a child's word are different items. */
export const wordKey = (word: string, familyId: FamilyId, source: 'contact' | 'child'): Key => {
  const { PK, SK } = wordPrefix(word);
  return { PK, SK: `${SK}#${familyId}#${source}#${sha256(word).slice(0, 8)}` };
};

export const joiningPartitionPrefix = 'JOINING#';

export const joiningKey = (token: string): Key => ({
  PK: `${joiningPartitionPrefix}${sha256(token)}`,
  SK: 'READER',
});

export const joiningsPrefix = 'JOININGS#';
export const joiningsPartition = (email: string) =>
  ({ GSI1PK: `${joiningsPrefix}${sha256(email)}` }) as const;

export const joiningIndexKeys = (email: string, now: Instant) => ({
  ...joiningsPartition(email),
  GSI1SK: now,
});

/** Readers and those who left: one item per address, some thousand in all. */
export const newsletterPartition = { PK: 'NEWSLETTER' } as const;

export const readerIdOf = (email: string): ReaderId => readerIdSchema.parse(sha256(email));

export const readerKey = (id: ReaderId): Key => ({ ...newsletterPartition, SK: id });

export const messagePartitionPrefix = 'MESSAGE#';

export const messageKey = (id: MessageId): Key => ({ PK: `${messagePartitionPrefix}${id}`, SK: 'MESSAGE' });

/** The state says whether the email was sent. */
export const recipientKey = (id: MessageId, recipient: RecipientId): Key => ({
  PK: `${messagePartitionPrefix}${id}`,
  SK: `TO#${recipient}`,
});

export const recipientsPrefix = (id: MessageId): Key => ({
  PK: `${messagePartitionPrefix}${id}`,
  SK: 'TO#',
});

/** By creation: some hundred within their lifetime. */
export const messagesPartition = { GSI2PK: 'MESSAGES' } as const;

export const messageIndexKeys = ({ id, created_at }: { id: MessageId; created_at: Instant }) => ({
  ...messagesPartition,
  GSI2SK: `${created_at}#${id}`,
});

/** Which messages wait, and who sends. */
export const messengerPartition = 'MESSENGER';

export const senderKey: Key = { PK: messengerPartition, SK: 'SENDER' };

export const wakeKey = (id: string): Key => ({ PK: messengerPartition, SK: `WAKE#${id}` });

export const unsentMessagesPrefix = { PK: messengerPartition, SK: 'UNSENT#' } as const;
export const unsentMessageKey = (id: MessageId): Key => ({
  ...unsentMessagesPrefix,
  SK: `${unsentMessagesPrefix.SK}${id}`,
});

/** The mailer's permissions allow changes in partitions with this prefix alone. */
export const mailPartitionPrefix = 'MAIL#';

/** A request for an email about a card payment. */
export const cardMailKey = (intent: ProviderId, kind: string): Key => ({
  PK: `${mailPartitionPrefix}${intent}`,
  SK: `CARD#${kind}`,
});

export const mailRequestKey = (requestId: string): Key => ({
  PK: `${mailPartitionPrefix}${requestId}`,
  SK: 'REQUEST',
});

/** One kind of email about one subject, such as a booking or a mail request. */
export const sendLeaseKey = (subjectId: string, mailKind: string): Key => ({
  PK: `${mailPartitionPrefix}${subjectId}`,
  SK: `LEASE#${mailKind}`,
});

/** For an email about a waiting list that no other item causes. */
export const waitingMailKey = (id: string): Key => ({ PK: `${mailPartitionPrefix}${id}`, SK: 'WAITING' });

/** Items whose emails could not be sent, by a hash of their keys. */
export const asidePartition = `${mailPartitionPrefix}ASIDE`;

export const asideIdOf = (key: Key): string => sha256(keyText(key)).slice(0, 22);
export const asideKey = (id: string): Key => ({ PK: asidePartition, SK: id });

/** Emails that SES took, by the address's hash. */
export const sentMailPartitionPrefix = `${mailPartitionPrefix}SENT#`;
export const sentMailsPartition = (email: string) => ({
  PK: `${sentMailPartitionPrefix}${sha256(email.toLowerCase())}`,
});
export const sentMailKey = (email: string, sesId: string): Key => ({
  ...sentMailsPartition(email),
  SK: sesId,
});

export const mailStopKey: Key = { PK: `${mailPartitionPrefix}STOP`, SK: 'STOP' };

/** The mailer tries an item again, by the stream. */
export const asideAgainKey = (id: string, now: Instant): Key => ({
  PK: `${mailPartitionPrefix}${id}`,
  SK: `AGAIN#${now}`,
});

/** Emails of one kind to a mailbox in a period. Hashed, since the item outlives the account by up to two hours. */
export const mailCountKey = (mailbox: string, mailKind: string, periodStart: Instant): Key => ({
  PK: `${mailPartitionPrefix}TO#${sha256(mailbox)}`,
  SK: `${mailKind}#${periodStart}`,
});

export const activityPartitionPrefix = 'ACTIVITY#';

/** One year (UTC): a few thousand small items. */
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
  | 'office-invitation-day'
  | 'card-payment';

export const usesPartitionPrefix = 'USES#';

/** Uses of a subject (an address from a source, a source, a form) in a period. */
export const useCounterKey = (kind: UseCounterKind, subject: string, periodStart: Instant): Key => ({
  PK: `${usesPartitionPrefix}${kind}#${sha256(subject)}`,
  SK: periodStart,
});

/** An account, or whoever has the link of an offer. */
export type AttemptMaker = UserId | `${typeof linkMakerPrefix}${string}`;

const linkMakerPrefix = 'LINK#';

export const linkMaker = (offerId: string): AttemptMaker => `${linkMakerPrefix}${offerId}`;

/** The second prefix is for attempts by links. */
export const attemptPartitionPrefix = 'ATTEMPT#';
export const linkAttemptPartitionPrefix = `${attemptPartitionPrefix}${linkMakerPrefix}`;

export const attemptPartition = (by: AttemptMaker) => ({ PK: `${attemptPartitionPrefix}${by}` }) as const;

export const attemptKey = (by: AttemptMaker, attempt: IdempotencyKey): Key => ({
  ...attemptPartition(by),
  SK: attempt,
});
