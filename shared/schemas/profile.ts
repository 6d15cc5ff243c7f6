import * as z from 'zod/mini';
import { childSchema } from './child.ts';
import { userIdSchema } from './ids.ts';
import { instantSchema } from './values.ts';

/** An account without its credentials (DAT-17). */
export const profileSchema = z.object({
  id: userIdSchema,
  email: z.string(),
  full_name: z.string(),
  phone_number: z.string(),
  created_at: instantSchema,
  email_verified: z.boolean(),
  /** The family wants a reminder of every session, not only of the first and of trials (MSG-05). */
  remind_every_session: z.optional(z.boolean()),
});
export type Profile = z.infer<typeof profileSchema>;

/** A profile with its children, oldest entry first (API-24). */
export const familySchema = z.object({ profile: profileSchema, children: z.array(childSchema) });
export type Family = z.infer<typeof familySchema>;
