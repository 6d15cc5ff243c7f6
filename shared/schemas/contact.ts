import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { emailSchema } from './email.ts';
import { multiLineText, singleLineText } from './values.ts';

/** A message of a visitor to the school. */
export const contactMessageSchema = z.strictObject({
  name: singleLineText(limits.personNameLength, 'Please enter your name'),
  email: emailSchema,
  /** The form of the contact page has this field, that of the home page has not. */
  subject: z.optional(singleLineText(limits.contactSubjectLength, 'Please enter a subject')),
  message: multiLineText(limits.contactMessageLength, 'Please enter a message'),
  /** A field that people do not see. Programs that fill every field fill it. */
  website: z.optional(z.string().check(z.maxLength(limits.contactMessageLength))),
});
export type ContactMessage = z.infer<typeof contactMessageSchema>;
