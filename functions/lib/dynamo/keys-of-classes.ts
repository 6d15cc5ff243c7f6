import type { ManagedClass } from '#shared/classes/managed-class';
import { textKey } from '#shared/lib/fold-text';
import type {
  ApplicationId,
  BookingId,
  ChildId,
  ClassId,
  FamilyId,
  MessageId,
  OfferId,
  SlotId,
  VenueId,
} from '#shared/lib/ids';
import type { CalendarDate, Instant } from '#shared/lib/values';
import type { SessionKey } from '#shared/sessions/admin-routes';
import { type Key, sha256 } from './items.ts';

/**
 * Classes and their slots share one partition: the public listing is one Query, and a booking writes no index for its
 * slot.
 */
const catalogue = 'CLASSES';

/** Of a class; its sort key is the prefix of those of its slots. */
export const classKey = (classId: ClassId): Key => ({ PK: catalogue, SK: classId });

export const slotKey = (classId: ClassId, slotId: SlotId): Key => ({
  PK: catalogue,
  SK: `${classId}#${slotId}`,
});

/** Where the current classes begin, with them: the listing reads no other partition. */
export const currentClassesKey: Key = { PK: catalogue, SK: 'CURRENT' };

/** Selects all classes with their slots. */
export const cataloguePartition = { PK: catalogue } as const;

/** Drafts are apart from classes: no reader of classes reads one. */
export const draftsPartition = { PK: 'DRAFTS' } as const;

/** Of the draft of a class. */
export const draftKey = (classId: ClassId): Key => ({ ...draftsPartition, SK: classId });

/** What a class was planned from, and for which week: that of a draft and of the class that it became. */
export const plannedKey = ({ class_id, first_week }: NonNullable<ManagedClass['planned_from']>): Key => ({
  PK: `PLANNED#${class_id}`,
  SK: first_week,
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

/** All venues: a school has some dozens. */
export const venuesPartition = { PK: 'VENUES' } as const;

export const venuePrefix = 'ven_';

export const venueKey = (id: VenueId): Key => ({ ...venuesPartition, SK: id });

/** One for each name of a venue, so that no two venues have the same. */
export const venueNameKey = (name: string): Key => ({
  ...venuesPartition,
  SK: `NAME#${sha256(textKey(name))}`,
});

/** Bookings are in partitions of this prefix. */
export const rosterPartitionPrefix = 'SLOT#';

export const rosterPartition = (slotId: SlotId) => ({ PK: `${rosterPartitionPrefix}${slotId}` }) as const;

/** The slot of an item of a roster, which its partition names. */
export const slotOfRoster = ({ PK }: { readonly PK?: unknown }): string =>
  String(PK).slice(rosterPartitionPrefix.length);

/** A slot's bookings by one parent. */
export const rosterOfParentPrefix = (slotId: SlotId, parentId: FamilyId): Key => ({
  ...rosterPartition(slotId),
  SK: `BOOKING#${parentId}#`,
});

/**
 * One per slot, parent and child: a second booking of the same child has the same key. Names of a family's children are
 * unique (KID-02), so that a child's name has one booking in a slot (BOK-29).
 */
export const bookingKey = (slotId: SlotId, parentId: FamilyId, childId: ChildId): Key => ({
  ...rosterPartition(slotId),
  SK: `BOOKING#${parentId}#${childId}`,
});

/** The history of families: their ended bookings are in partitions of this prefix. */
export const historyPartitionPrefix = 'PAST#';

export const endedBookingsPartition = (parentId: FamilyId) =>
  ({ PK: `${historyPartitionPrefix}${parentId}` }) as const;

export const endedBookingKey = (parentId: FamilyId, bookingId: BookingId): Key => ({
  ...endedBookingsPartition(parentId),
  SK: bookingId,
});

/** The full bookings of a class that ended, in their order. */
export const endedInClassPartition = (classId: ClassId) => ({ GSI2PK: `ENDED#${classId}` }) as const;

export const endedInClassKeys = ({ class_id, id }: { class_id: ClassId; id: BookingId }) => ({
  ...endedInClassPartition(class_id),
  GSI2SK: id,
});

/** The late cancellations whose credit is to be decided. */
export const lateEndingsPartition = { PK: 'LATE-ENDINGS' } as const;

export const lateEndingKey = (bookingId: BookingId): Key => ({ ...lateEndingsPartition, SK: bookingId });

/** Families' bookings are in partitions of this prefix of the index. */
export const parentBookingsPrefix = 'PARENT#';

export const parentBookingsPartition = (parentId: FamilyId) =>
  ({ GSI1PK: `${parentBookingsPrefix}${parentId}` }) as const;

/** Bookings of one month (UTC), so that no partition grows forever. */
export const monthBookingsPartition = (createdAt: Instant) =>
  ({ GSI2PK: `BOOKINGS#${createdAt.slice(0, 7)}` }) as const;

export const bookingIndexKeys = (booking: { id: BookingId; parent_id: FamilyId; created_at: Instant }) => ({
  ...parentBookingsPartition(booking.parent_id),
  GSI1SK: booking.id,
  ...monthBookingsPartition(booking.created_at),
  GSI2SK: booking.id,
});

/** The links of reminders are in partitions of this prefix. */
export const dayLinkPartitionPrefix = 'DAYLINK#';

/** The link to a family's sessions of a day, by the hash of its secret. */
export const dayLinkKey = (secret: string): Key => ({
  PK: `${dayLinkPartitionPrefix}${sha256(secret)}`,
  SK: 'LINK',
});

/** Names the place of the next term that is kept for the child of a booking. */
interface RenewalIds {
  readonly from_class_id: ClassId;
  /** The class of the next term. */
  readonly class_id: ClassId;
  readonly booking_id: BookingId;
}

/** The waiting lists of slots are in partitions of this prefix. */
export const waitingPartitionPrefix = 'WAITING#';

export const waitingPartition = (slotId: SlotId) => ({ PK: `${waitingPartitionPrefix}${slotId}` }) as const;

/** One per slot and child, so that a child is on a list once (WAI-02). */
export const waitingChildKey = (slotId: SlotId, childId: ChildId): Key => ({
  ...waitingPartition(slotId),
  SK: `CHILD#${childId}`,
});

/** One per slot and family, that the family's entries go behind those of others (WAI-15). */
export const behindKey = (slotId: SlotId, parentId: FamilyId): Key => ({
  ...waitingPartition(slotId),
  SK: `BEHIND#${parentId}`,
});

/** A family's entries of waiting lists, its offers that ended, and the lists on which it went behind other families. */
export const familyWaitingPartition = (parentId: FamilyId) => ({ GSI1PK: `WAITING#${parentId}` }) as const;

export const waitingIndexKeys = (parentId: FamilyId, id: ApplicationId | OfferId | SlotId) => ({
  ...familyWaitingPartition(parentId),
  GSI1SK: id,
});

/** What became of the places that were kept in the next term is in partitions of this prefix. */
export const renewalPartitionPrefix = 'RENEWALS#';

/** Of the places that were kept for the children of one class. */
export const renewalsPartition = (fromClassId: ClassId) =>
  ({ PK: `${renewalPartitionPrefix}${fromClassId}` }) as const;

/** One for each booking and class that follows: a place is kept once. */
export const renewalKey = ({ from_class_id, class_id, booking_id }: RenewalIds): Key => ({
  ...renewalsPartition(from_class_id),
  SK: `${class_id}#${booking_id}`,
});

/** The reminders of kept places that are due, and the notices that some ran out. */
export const renewalRemindersPartition = { PK: 'RENEWALREMINDERS' } as const;

/** One for each publication of a term and day after it. */
export const renewalReminderKey = (publication: MessageId, day: number): Key => ({
  ...renewalRemindersPartition,
  SK: `${publication}#${day}`,
});

/** One for each publication of a term and deadline of places that it kept. */
export const renewalNoticeKey = (publication: MessageId, until: Instant): Key => ({
  ...renewalRemindersPartition,
  SK: `${publication}#${until}`,
});

/** Offers are in partitions of this prefix. */
export const offerPartitionPrefix = 'OFFER#';

export const offerKey = (id: OfferId): Key => ({ PK: `${offerPartitionPrefix}${id}`, SK: 'OFFER' });

/** The links of offers are in partitions of this prefix. */
export const offerLinkPartitionPrefix = 'OFFERLINK#';

/** The links of one offer: each email of it has one. */
export const offerLinksPartition = (id: OfferId) => ({ PK: `${offerLinkPartitionPrefix}${id}` }) as const;

/** The link of an emailed offer, by the hash of its secret. */
export const offerLinkKey = (id: OfferId, secret: string): Key => ({
  ...offerLinksPartition(id),
  SK: sha256(secret),
});

/** Everything that is due at a time has these keys, whichever entity it is, until it is done. */
export const duePartition = { GSI1PK: 'DUE' } as const;

export const dueIndexKeys = (dueAt: Instant, subjectId: string) => ({
  ...duePartition,
  GSI1SK: `${dueAt}#${subjectId}`,
});

/** Work that recurs every business day, one item for each kind: it moves from day to day. */
export const dailyPartition = 'DAILY';

/** What shows that the stream is read. */
export const heartbeatPartition = 'HEARTBEAT';

export const heartbeatKey = (at: Instant): Key => ({ PK: heartbeatPartition, SK: at });

/** Due work that was begun and is not done. */
export const dueTriesPartition = { PK: 'DUETRIES' } as const;

/** @param of the key of the item that is due, as text */
export const dueTryKey = (of: string): Key => ({ ...dueTriesPartition, SK: of });

export const dailyWorkKey = (kind: string): Key => ({ PK: dailyPartition, SK: kind });

const settingsPartition = { PK: 'SETTINGS' } as const;

/** The settings of the school: one item, in no index. */
export const schoolSettingsKey: Key = { ...settingsPartition, SK: 'SCHOOL' };

/** Which columns the files of a bank have, by their heading. */
export const bankColumnsKey = (heading: string): Key => ({
  ...settingsPartition,
  SK: `COLUMNS#${sha256(heading)}`,
});

/** Who stands in at which session; sorted by date, so that one Query reads those of some days. */
export const coversPartition = { PK: 'COVERS' } as const;

export const coverKey = ({ class_id, slot_id, date }: SessionKey): Key => ({
  ...coversPartition,
  SK: `${date}#${class_id}#${slot_id}`,
});

/** Registers are in partitions of this prefix. */
export const registerPartitionPrefix = 'REGISTER#';

/** The registers of a slot: one item for each session and child. */
export const registersPartition = (slotId: SlotId) =>
  ({ PK: `${registerPartitionPrefix}${slotId}` }) as const;

/** Of the items of one session. */
export const registerPrefix = (date: CalendarDate): string => `${date}#`;

export const registerKey = (
  slotId: SlotId,
  date: CalendarDate,
  { parent_id, child_id }: { readonly parent_id: string; readonly child_id: string },
): Key => ({ ...registersPartition(slotId), SK: `${registerPrefix(date)}${parent_id}#${child_id}` });

/** A child who was in a session and is on no list. The word is no id of a family: marks have another key. */
export const unlistedKey = (slotId: SlotId, date: CalendarDate, id: string): Key => ({
  ...registersPartition(slotId),
  SK: `${registerPrefix(date)}unlisted#${id}`,
});

/** How many of these a session has. */
export const unlistedCountKey = (slotId: SlotId, date: CalendarDate): Key => ({
  ...registersPartition(slotId),
  SK: `${registerPrefix(date)}unlisted-count`,
});

/** Those whom the office is to call, by date. */
export const unlistedPartition = { GSI1PK: 'UNLISTED' } as const;

/** Those with whom the office has dealt. */
export const doneUnlistedPartition = { GSI1PK: 'UNLISTED-DONE' } as const;

/** Where one of them is in that order. */
export const unlistedPosition = ({
  date,
  id,
}: {
  readonly date: CalendarDate;
  readonly id: string;
}): string => `${date}#${id}`;
