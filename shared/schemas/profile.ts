import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { childSchema } from './child.ts';
import { userIdSchema } from './ids.ts';
import { instantSchema, singleLineText } from './values.ts';

/** What the business knows of an account besides its credentials (DAT-17). */
export const profileSchema = z.object({
  id: userIdSchema,
  email: z.string(),
  full_name: z.string(),
  phone_number: z.string(),
  created_at: instantSchema,
  email_verified: z.boolean(),
});
export type Profile = z.infer<typeof profileSchema>;

/** A profile with its children, oldest entry first (API-24). */
export const familySchema = z.object({ profile: profileSchema, children: z.array(childSchema) });
export type Family = z.infer<typeof familySchema>;

export const fullNameSchema = singleLineText(limits.personNameLength, 'Please enter your full name');

/** A phone number of any country, written as people write it. */
export const phoneNumberSchema = z.pipe(
  singleLineText(limits.phoneLength, 'Please enter your phone number'),
  z.string().check(z.regex(/^[+(\d][\d\s()./-]*$/u, 'Please enter a valid phone number')),
);

/** What its owner may change of a profile (PRM-04, API-21): the email is not among it. */
export const updateProfileSchema = z.strictObject({
  full_name: fullNameSchema,
  phone_number: phoneNumberSchema,
});
