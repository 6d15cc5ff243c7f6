import fc from 'fast-check';
import {
  calendarDateSchema,
  centsSchema,
  instantSchema,
  type WallTime,
  wallTimeSchema,
} from '#shared/schemas/values';

/** Branded values from literals, for tests; each throws for an invalid value. */
export const date = (text: string) => calendarDateSchema.parse(text);
export const time = (text: string) => wallTimeSchema.parse(text);
export const cents = (amount: number) => centsSchema.parse(amount);
export const instant = (text: string) => instantSchema.parse(text);

/** Any date of two centuries, far enough from the limits of the accepted range to add years. */
export const anyDate = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2149-12-31'), noInvalidDate: true })
  .map((day) => date(day.toISOString().slice(0, 10)));

const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));

/** Any wall time, with and without seconds. */
export const anyTime: fc.Arbitrary<WallTime> = fc
  .tuple(twoDigits(23), twoDigits(59), fc.option(twoDigits(59), { nil: undefined }))
  .map((parts) => time(parts.filter((part) => part !== undefined).join(':')));
