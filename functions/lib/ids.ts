import { createHash, randomBytes } from 'node:crypto';
import { decodeTime, type PRNG, ulid } from 'ulid';
import {
  activityIdSchema,
  applicationIdSchema,
  bookingIdSchema,
  cardPaymentIdSchema,
  childIdSchema,
  classIdSchema,
  type FamilyId,
  familyIdSchema,
  familyNoteIdSchema,
  offerIdSchema,
  slotIdSchema,
  venueIdSchema,
} from '#shared/lib/ids';
import type { LinkKind } from './dynamo/keys-of-people.ts';

/** Sorted by time. The rest is random, from the system or from a generator that can repeat ids. */
const newUlid = (now: Date, random?: PRNG): string => ulid(now.getTime(), random);
export const newClassId = (now: Date, random?: PRNG) => classIdSchema.parse(`cls_${newUlid(now, random)}`);
export const newSlotId = (now: Date, random?: PRNG) => slotIdSchema.parse(`slt_${newUlid(now, random)}`);
export const newBookingId = (now: Date, random?: PRNG) =>
  bookingIdSchema.parse(`bkg_${newUlid(now, random)}`);
export const newChildId = (now: Date, random?: PRNG) => childIdSchema.parse(`chd_${newUlid(now, random)}`);
export const newVenueId = (now: Date, random?: PRNG) => venueIdSchema.parse(`ven_${newUlid(now, random)}`);
export const newApplicationId = (now: Date) => applicationIdSchema.parse(`wai_${newUlid(now)}`);
export const newOfferId = (now: Date) => offerIdSchema.parse(`ofr_${newUlid(now)}`);
export const newCardPaymentId = (now: Date) => cardPaymentIdSchema.parse(`cpm_${newUlid(now)}`);
export const newFamilyNoteId = (now: Date) => familyNoteIdSchema.parse(`nte_${newUlid(now)}`);
export const newActivityId = (now: Date) => activityIdSchema.parse(`act_${ulid(now.getTime())}`);

export const newMailRequestId = (now: Date): string => `mrq_${ulid(now.getTime())}`;

export const newWakeId = (now: Date): string => ulid(now.getTime());

/** For any entity's id. */
export const timeOfId = (id: string): Date => new Date(decodeTime(id.slice(id.indexOf('_') + 1)));

/** 256 random bits as text. Naming the kind makes sure that every kind has an end. */
export const newSecret = (_kind: LinkKind): string => randomBytes(32).toString('base64url');

const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const newFamilyId = (now: Date, random?: PRNG): FamilyId =>
  familyIdSchema.parse(`fam_${newUlid(now, random)}`);

/** The same text, such as an attempt, has the same id. */
export const familyIdOf = (text: string): FamilyId => {
  const bytes = createHash('sha256').update(text).digest();
  // The first letter of a ULID has three bits.
  const letters = Array.from({ length: 26 }, (_, at) => base32[(bytes[at] ?? 0) % (at === 0 ? 8 : 32)]);
  return familyIdSchema.parse(`fam_${letters.join('')}`);
};
