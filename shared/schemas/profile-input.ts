import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { singleLineText } from './values.ts';

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
