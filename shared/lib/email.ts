import * as z from 'zod/mini';
import { cleanEmail } from '#shared/lib/text';
import { limits } from '#shared/limits';
import { atMost, typedLine } from './values.ts';

/** What the browsers' pattern takes and no mail server does: dots at an end or in a row, a name alone as domain. */
const deliverable = /^(?!\.|.*\.[.@])[^@]{1,64}@.+\.(?:[a-z]{2,}|xn--[a-z\d-]+)$/;

const required = 'Please enter your email';
const invalid = 'Please enter a valid email address';

/**
 * The email of an account. The part before the @ has ASCII characters only, because the mail service sends to no others.
 */
export const emailSchema = typedLine(required).check(
  z.overwrite(cleanEmail),
  z.minLength(1, { error: required, abort: true }),
  z.regex(z.regexes.html5Email, { error: invalid, abort: true }),
  z.regex(deliverable, { error: invalid, abort: true }),
  atMost(limits.emailLength),
);

/** A request for an email with a link, or by email address. */
export const emailRequestSchema = z.strictObject({ email: emailSchema });
