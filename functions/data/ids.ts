import { decodeTime, ulid } from 'ulid';
import {
  activityIdSchema,
  bookingIdSchema,
  childIdSchema,
  classIdSchema,
  slotIdSchema,
} from '#shared/schemas/ids';

/** New ids carry the moment they were made, so sorting by id is sorting by age. */
export const newClassId = (now: Date) => classIdSchema.parse(`cls_${ulid(now.getTime())}`);
export const newSlotId = (now: Date) => slotIdSchema.parse(`slt_${ulid(now.getTime())}`);
export const newBookingId = (now: Date) => bookingIdSchema.parse(`bkg_${ulid(now.getTime())}`);
export const newChildId = (now: Date) => childIdSchema.parse(`chd_${ulid(now.getTime())}`);
export const newActivityId = (now: Date) => activityIdSchema.parse(`act_${ulid(now.getTime())}`);

/** Of a request for an email: kept for minutes, never shown. */
export const newMailRequestId = (now: Date): string => `mrq_${ulid(now.getTime())}`;

/** The moment an id was made: that of what it names. */
export const timeOfId = (id: string): Date => new Date(decodeTime(id.slice(id.indexOf('_') + 1)));
