import { createHash, randomBytes } from 'node:crypto';
import { decodeTime, type PRNG, ulid } from 'ulid';
import * as z from 'zod/mini';
import {
  activityIdSchema,
  bookingIdSchema,
  childIdSchema,
  classIdSchema,
  familyNoteIdSchema,
  offerIdSchema,
  slotIdSchema,
  type UserId,
  userIdSchema,
  venueIdSchema,
  waitingEntryIdSchema,
} from '#shared/lib/ids';
import type { LinkKind } from './dynamo/keys-of-people.ts';

/**
 * New ids begin with the time they were made, so ids sort by age. The rest is random: from the system, or from a
 * generator of numbers from 0 to 1, which can repeat the same ids.
 */
const newUlid = (now: Date, random?: PRNG): string => ulid(now.getTime(), random);
export const newClassId = (now: Date, random?: PRNG) => classIdSchema.parse(`cls_${newUlid(now, random)}`);
export const newSlotId = (now: Date, random?: PRNG) => slotIdSchema.parse(`slt_${newUlid(now, random)}`);
export const newBookingId = (now: Date, random?: PRNG) =>
  bookingIdSchema.parse(`bkg_${newUlid(now, random)}`);
export const newChildId = (now: Date, random?: PRNG) => childIdSchema.parse(`chd_${newUlid(now, random)}`);
export const newVenueId = (now: Date, random?: PRNG) => venueIdSchema.parse(`ven_${newUlid(now, random)}`);
export const newWaitingEntryId = (now: Date) => waitingEntryIdSchema.parse(`wai_${newUlid(now)}`);
export const newOfferId = (now: Date) => offerIdSchema.parse(`ofr_${newUlid(now)}`);
export const newFamilyNoteId = (now: Date) => familyNoteIdSchema.parse(`nte_${newUlid(now)}`);
export const newActivityId = (now: Date) => activityIdSchema.parse(`act_${ulid(now.getTime())}`);

/** The id of a mail request. */
export const newMailRequestId = (now: Date): string => `mrq_${ulid(now.getTime())}`;

/** The id of a request to start the messenger. */
export const newWakeId = (now: Date): string => ulid(now.getTime());

/** The time an id was made, and with it the entity it names. */
export const timeOfId = (id: string): Date => new Date(decodeTime(id.slice(id.indexOf('_') + 1)));

/** A new secret of 256 random bits, as text for a link. It names its kind, so that no kind is without an end. */
export const newSecret = (_kind: LinkKind): string => randomBytes(32).toString('base64url');

/** Who acts for a family: an account, or whoever has an emailed link that does not say to whom it was sent (ADT-01). */
export const actorSchema = z.union([userIdSchema, z.literal('link')]);
export type Actor = z.infer<typeof actorSchema>;

/** Who acted for a family, as it is stored: nothing where it is the account of the family's id, or unknown. */
export const otherThan = (familyId: UserId, by: Actor | undefined): Actor | undefined =>
  by === familyId ? undefined : by;

/**
 * The id of a family that a text names, such as an attempt or a row of an import: the same text has the same id (RFC 9562,
 * UUID 8).
 */
export const familyIdOf = (text: string): UserId => {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return userIdSchema.parse(parts.join('-'));
};
