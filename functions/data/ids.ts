import { decodeTime, type PRNG, ulid } from 'ulid';
import {
  activityIdSchema,
  bookingIdSchema,
  childIdSchema,
  classIdSchema,
  slotIdSchema,
} from '#shared/schemas/ids';

/**
 * New ids carry the moment they were made, so sorting by id is sorting by age. What else is in them is chance: the
 * system's, or a source (numbers from 0 to 1) that gives the same ids again.
 */
const newUlid = (now: Date, chance?: PRNG): string => ulid(now.getTime(), chance);
export const newClassId = (now: Date, chance?: PRNG) => classIdSchema.parse(`cls_${newUlid(now, chance)}`);
export const newSlotId = (now: Date, chance?: PRNG) => slotIdSchema.parse(`slt_${newUlid(now, chance)}`);
export const newBookingId = (now: Date, chance?: PRNG) =>
  bookingIdSchema.parse(`bkg_${newUlid(now, chance)}`);
export const newChildId = (now: Date, chance?: PRNG) => childIdSchema.parse(`chd_${newUlid(now, chance)}`);
export const newActivityId = (now: Date) => activityIdSchema.parse(`act_${ulid(now.getTime())}`);

/** Of a request for an email: kept for minutes, never shown. */
export const newMailRequestId = (now: Date): string => `mrq_${ulid(now.getTime())}`;

/** The moment an id was made: that of what it names. */
export const timeOfId = (id: string): Date => new Date(decodeTime(id.slice(id.indexOf('_') + 1)));
