import type { SessionKey } from '#shared/schemas/cancellation';
import { type InvitationId, invitationIdSchema } from '#shared/schemas/coach';
import type { SlotId, UserId } from '#shared/schemas/ids';
import type { CalendarDate } from '#shared/schemas/values';
import { type Key, sha256 } from './key.ts';

/** The accounts with the role coach: a school has some dozens. */
export const coachesPartition = { PK: 'COACHES' } as const;

export const coachKey = (userId: UserId): Key => ({ ...coachesPartition, SK: userId });

/** Addresses that are invited to be coaches: one item for an address, in keys only as a hash. */
export const invitationsPartition = { PK: 'COACH-INVITATIONS' } as const;

export const invitationIdOf = (email: string): InvitationId => invitationIdSchema.parse(sha256(email));

export const invitationKey = (id: InvitationId): Key => ({ ...invitationsPartition, SK: id });

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
