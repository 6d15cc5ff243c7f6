import * as z from 'zod/mini';
import { instantSchema, linkTokenSchema } from '../lib/values.ts';

/** SHA-256 of the address, base64url: one address is on the list once. */
export const readerIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'Unknown id'))
  .brand<'ReaderId'>();
export type ReaderId = z.infer<typeof readerIdSchema>;

/** 256 random bits, base64url. */
const linkSecretSchema = z.string().check(z.regex(/^[\w-]{43}$/, 'Unknown link'));

export const readerSchema = z.object({
  id: readerIdSchema,
  email: z.string(),
  /** The confirmation's time, and the wording of the consent. */
  consented_at: instantSchema,
  consent: z.string(),
});
export type Reader = z.infer<typeof readerSchema>;

/** The content of the link in every newsletter. */
export const leaveNewsletterSchema = z.strictObject({ reader: readerIdSchema, secret: linkSecretSchema });

export const confirmNewsletterSchema = z.strictObject({ token: linkTokenSchema });
