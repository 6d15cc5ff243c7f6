import * as z from 'zod/mini';
import { cleanEmail } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { atMost, typedLine } from './values.ts';

/** The browsers' pattern also takes dots at an end or in a row, and a domain without a dot. */
const deliverable = /^(?!\.|.*\.[.@])[^@]{1,64}@.+\.(?:[a-z]{2,}|xn--[a-z\d-]+)$/;

const required = 'Please enter your email';
const invalid = 'Please enter a valid email address';

/** ASCII before the @, because the mail service sends to no others. */
export const emailSchema = typedLine(required).check(
  z.overwrite(cleanEmail),
  z.minLength(1, { error: required, abort: true }),
  z.regex(z.regexes.html5Email, { error: invalid, abort: true }),
  z.regex(deliverable, { error: invalid, abort: true }),
  atMost(limits.emailLength),
);

export const emailRequestSchema = z.strictObject({ email: emailSchema });
