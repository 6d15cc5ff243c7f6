import * as z from 'zod/mini';
import { instantSchema, linkTokenSchema } from '../lib/values.ts';

/** The hash of a reader's address (SHA-256, base64url): one address is on the list once. */
export const readerIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'Unknown id'))
  .brand<'ReaderId'>();
export type ReaderId = z.infer<typeof readerIdSchema>;

/** The secret of a link: 256 random bits, base64url. */
const linkSecretSchema = z.string().check(z.regex(/^[\w-]{43}$/, 'Unknown link'));

/** A reader of the newsletter, as administrators see one. */
export const readerSchema = z.object({
  id: readerIdSchema,
  email: z.string(),
  /** When the reader confirmed the address, and the wording of the consent. */
  consented_at: instantSchema,
  consent: z.string(),
});
export type Reader = z.infer<typeof readerSchema>;

/** What the link that every newsletter email has names. */
export const leaveNewsletterSchema = z.strictObject({ reader: readerIdSchema, secret: linkSecretSchema });

export const confirmNewsletterSchema = z.strictObject({ token: linkTokenSchema });
