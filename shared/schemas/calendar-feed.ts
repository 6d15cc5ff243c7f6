import * as z from 'zod/mini';

/** The secret of a feed (256 random bits, base64url) as the name of its file. */
export const calendarFileSchema = z.string().check(z.regex(/^[\w-]{43}\.ics$/, 'Unknown calendar'));

export const createFeedSchema = z.strictObject({
  /** Ends the address that the family has. Without it, a family that has one keeps it. */
  replace: z.boolean(),
});
