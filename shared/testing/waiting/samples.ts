import { childIdSchema, offerIdSchema, userIdSchema, waitingEntryIdSchema } from '#shared/schemas/ids';
import { instant } from '../values.ts';

/** A ULID of a small number. */
const ulid = (number: number): string => String(number).padStart(26, '0');

/** Ids and moments of a waiting list, by small numbers. */
export const child = (number: number) => childIdSchema.parse(`chd_${ulid(number)}`);
export const entry = (number: number) => waitingEntryIdSchema.parse(`wai_${ulid(number)}`);
export const offer = (number: number) => offerIdSchema.parse(`ofr_${ulid(number)}`);
export const family = (number: number) =>
  userIdSchema.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);
export const minute = (number: number) => instant(new Date(number * 60_000).toISOString());
