import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { singleLineText } from './values.ts';

export const fullNameSchema = singleLineText(limits.personNameLength, 'Please enter your full name');

/** A phone number of any country in any common notation. */
export const phoneNumberSchema = z.pipe(
  singleLineText(limits.phoneLength, 'Please enter your phone number'),
  z.string().check(z.regex(/^[+(\d][\d\s()./-]*$/u, 'Please enter a valid phone number')),
);

/** The fields of a profile that its owner may change: not the email (PRM-04, API-21). */
export const updateProfileSchema = z.strictObject({
  full_name: fullNameSchema,
  phone_number: phoneNumberSchema,
});

/** What the owner of a profile changes; a setting that is left out stays as it is. */
export const updateMyProfileSchema = z.extend(updateProfileSchema, {
  remind_every_session: z.optional(z.boolean('Please choose whether to be reminded')),
});
