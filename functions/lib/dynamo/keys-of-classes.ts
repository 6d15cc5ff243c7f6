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

/** Classes and slots share a partition: the listing is one Query, and a booking writes no index for its slot. */
const catalogue = 'CLASSES';

export const classKey = (classId: ClassId): Key => ({ PK: catalogue, SK: classId });

export const slotKey = (classId: ClassId, slotId: SlotId): Key => ({
  PK: catalogue,
  SK: `${classId}#${slotId}`,
});

/** In the classes' partition, since the listing reads no other one. */
export const currentClassesKey: Key = { PK: catalogue, SK: 'CURRENT' };

export const cataloguePartition = { PK: catalogue } as const;

/** Apart from classes, so that no reader of classes reads a draft. */
export const draftsPartition = { PK: 'DRAFTS' } as const;

export const draftKey = (classId: ClassId): Key => ({ ...draftsPartition, SK: classId });

/** A draft's, and that of the class that it became. */
export const plannedKey = ({ class_id, first_week }: NonNullable<ManagedClass['planned_from']>): Key => ({
  PK: `PLANNED#${class_id}`,
  SK: first_week,
});

export const cancellationsPartitionPrefix = 'CANCELLATIONS#';

export const cancellationsPartition = (classId: ClassId) =>
  ({ PK: `${cancellationsPartitionPrefix}${classId}` }) as const;

/** A session that is restored and cancelled again has two. */
export const cancellationKey = ({ class_id, slot_id, date }: SessionKey, calendarVersion: number): Key => ({
  ...cancellationsPartition(class_id),
  SK: `${slot_id}#${date}#${calendarVersion}`,
});

/** A school has some dozens. */
export const venuesPartition = { PK: 'VENUES' } as const;

export const venuePrefix = 'ven_';

export const venueKey = (id: VenueId): Key => ({ ...venuesPartition, SK: id });

/** So that no two venues have the same name. */
export const venueNameKey = (name: string): Key => ({
  ...venuesPartition,
  SK: `NAME#${sha256(textKey(name))}`,
});

export const rosterPartitionPrefix = 'SLOT#';

export const rosterPartition = (slotId: SlotId) => ({ PK: `${rosterPartitionPrefix}${slotId}` }) as const;

/** The partition names the slot. */
export const slotOfRoster = ({ PK }: { readonly PK?: unknown }): string =>
  String(PK).slice(rosterPartitionPrefix.length);

export const rosterOfParentPrefix = (slotId: SlotId, parentId: FamilyId): Key => ({
  ...rosterPartition(slotId),
  SK: `BOOKING#${parentId}#`,
});

/** One child has one booking in a slot (BOK-29): names of a family's children are unique (KID-02). */
export const bookingKey = (slotId: SlotId, parentId: FamilyId, childId: ChildId): Key => ({
  ...rosterPartition(slotId),
  SK: `BOOKING#${parentId}#${childId}`,
});

export const historyPartitionPrefix = 'PAST#';

export const endedBookingsPartition = (parentId: FamilyId) =>
  ({ PK: `${historyPartitionPrefix}${parentId}` }) as const;

export const endedBookingKey = (parentId: FamilyId, bookingId: BookingId): Key => ({
  ...endedBookingsPartition(parentId),
  SK: bookingId,
});

/** In the order of their end. */
export const endedInClassPartition = (classId: ClassId) => ({ GSI2PK: `ENDED#${classId}` }) as const;

export const endedInClassKeys = ({ class_id, id }: { class_id: ClassId; id: BookingId }) => ({
  ...endedInClassPartition(class_id),
  GSI2SK: id,
});

export const lateEndingsPartition = { PK: 'LATE-ENDINGS' } as const;

export const lateEndingKey = (bookingId: BookingId): Key => ({ ...lateEndingsPartition, SK: bookingId });

export const parentBookingsPrefix = 'PARENT#';

export const parentBookingsPartition = (parentId: FamilyId) =>
  ({ GSI1PK: `${parentBookingsPrefix}${parentId}` }) as const;

/** By month (UTC), so that no partition grows for ever. */
export const monthBookingsPartition = (createdAt: Instant) =>
  ({ GSI2PK: `BOOKINGS#${createdAt.slice(0, 7)}` }) as const;

export const bookingIndexKeys = (booking: { id: BookingId; parent_id: FamilyId; created_at: Instant }) => ({
  ...parentBookingsPartition(booking.parent_id),
  GSI1SK: booking.id,
  ...monthBookingsPartition(booking.created_at),
  GSI2SK: booking.id,
});

export const dayLinkPartitionPrefix = 'DAYLINK#';

/** A family's sessions of a day, by the hash of the link's secret. */
export const dayLinkKey = (secret: string): Key => ({
  PK: `${dayLinkPartitionPrefix}${sha256(secret)}`,
  SK: 'LINK',
});

interface RenewalIds {
  readonly from_class_id: ClassId;
  readonly class_id: ClassId;
  readonly booking_id: BookingId;
}

export const waitingPartitionPrefix = 'WAITING#';

export const waitingPartition = (slotId: SlotId) => ({ PK: `${waitingPartitionPrefix}${slotId}` }) as const;

/** A child is on a list once (WAI-02). */
export const waitingChildKey = (slotId: SlotId, childId: ChildId): Key => ({
  ...waitingPartition(slotId),
  SK: `CHILD#${childId}`,
});

/** The family's waiting items go behind those of others (WAI-15). */
export const behindKey = (slotId: SlotId, parentId: FamilyId): Key => ({
  ...waitingPartition(slotId),
  SK: `BEHIND#${parentId}`,
});

/** Waiting items, ended offers, and lists on which the family went behind others. */
export const familyWaitingPartition = (parentId: FamilyId) => ({ GSI1PK: `WAITING#${parentId}` }) as const;

export const waitingIndexKeys = (parentId: FamilyId, id: ApplicationId | OfferId | SlotId) => ({
  ...familyWaitingPartition(parentId),
  GSI1SK: id,
});

/** Places of the next term that were kept, and their outcome. */
export const renewalPartitionPrefix = 'RENEWALS#';

export const renewalsPartition = (fromClassId: ClassId) =>
  ({ PK: `${renewalPartitionPrefix}${fromClassId}` }) as const;

export const renewalKey = ({ from_class_id, class_id, booking_id }: RenewalIds): Key => ({
  ...renewalsPartition(from_class_id),
  SK: `${class_id}#${booking_id}`,
});

/** Due reminders of kept places, and notices that places ran out. */
export const renewalRemindersPartition = { PK: 'RENEWALREMINDERS' } as const;

/** One for each publication of a term and day after it. */
export const renewalReminderKey = (publication: MessageId, day: number): Key => ({
  ...renewalRemindersPartition,
  SK: `${publication}#${day}`,
});

/** One for each publication of a term and deadline. */
export const renewalNoticeKey = (publication: MessageId, until: Instant): Key => ({
  ...renewalRemindersPartition,
  SK: `${publication}#${until}`,
});

export const offerPartitionPrefix = 'OFFER#';

export const offerKey = (id: OfferId): Key => ({ PK: `${offerPartitionPrefix}${id}`, SK: 'OFFER' });

export const offerLinkPartitionPrefix = 'OFFERLINK#';

export const offerLinksPartition = (id: OfferId) => ({ PK: `${offerLinkPartitionPrefix}${id}` }) as const;

export const offerLinkKey = (id: OfferId, secret: string): Key => ({
  ...offerLinksPartition(id),
  SK: sha256(secret),
});

export const duePartition = { GSI1PK: 'DUE' } as const;

export const dueIndexKeys = (dueAt: Instant, subjectId: string) => ({
  ...duePartition,
  GSI1SK: `${dueAt}#${subjectId}`,
});

export const dailyPartition = 'DAILY';

/** Shows that the stream is read. */
export const heartbeatPartition = 'HEARTBEAT';

export const heartbeatKey = (at: Instant): Key => ({ PK: heartbeatPartition, SK: at });

export const dueTriesPartition = { PK: 'DUETRIES' } as const;

export const dueTryKey = (of: string): Key => ({ ...dueTriesPartition, SK: of });

export const dailyWorkKey = (kind: string): Key => ({ PK: dailyPartition, SK: kind });

const settingsPartition = { PK: 'SETTINGS' } as const;

export const schoolSettingsKey: Key = { ...settingsPartition, SK: 'SCHOOL' };

/** Whether the school takes payments by card: beside the settings, which whoever pays reads anyway. */
export const cardConnectionKey: Key = { ...settingsPartition, SK: 'CARDS' };

export const bankColumnsKey = (heading: string): Key => ({
  ...settingsPartition,
  SK: `COLUMNS#${sha256(heading)}`,
});

/** By date, so that one Query reads some days. */
export const coversPartition = { PK: 'COVERS' } as const;

export const coverKey = ({ class_id, slot_id, date }: SessionKey): Key => ({
  ...coversPartition,
  SK: `${date}#${class_id}#${slot_id}`,
});

export const registerPartitionPrefix = 'REGISTER#';

export const registersPartition = (slotId: SlotId) =>
  ({ PK: `${registerPartitionPrefix}${slotId}` }) as const;

export const registerPrefix = (date: CalendarDate): string => `${date}#`;

export const registerKey = (
  slotId: SlotId,
  date: CalendarDate,
  { parent_id, child_id }: { readonly parent_id: string; readonly child_id: string },
): Key => ({ ...registersPartition(slotId), SK: `${registerPrefix(date)}${parent_id}#${child_id}` });

/** A child on no list. Registers' marks have other keys, since the word is no id of a family. */
export const unlistedKey = (slotId: SlotId, date: CalendarDate, id: string): Key => ({
  ...registersPartition(slotId),
  SK: `${registerPrefix(date)}unlisted#${id}`,
});

export const unlistedCountKey = (slotId: SlotId, date: CalendarDate): Key => ({
  ...registersPartition(slotId),
  SK: `${registerPrefix(date)}unlisted-count`,
});

export const unlistedPartition = { GSI1PK: 'UNLISTED' } as const;

export const doneUnlistedPartition = { GSI1PK: 'UNLISTED-DONE' } as const;

export const unlistedPosition = ({
  date,
  id,
}: {
  readonly date: CalendarDate;
  readonly id: string;
}): string => `${date}#${id}`;
