import * as z from 'zod/mini';
import { limits } from '#shared/limits';

/** The email of an account: trimmed, and in lower case, because user names of the user pool are case-insensitive. */
export const emailSchema = z.pipe(
  z
    .string('Please enter your email')
    .check(z.trim(), z.toLowerCase(), z.minLength(1, 'Please enter your email')),
  z
    .email('Please enter a valid email address')
    .check(z.maxLength(limits.emailLength, `Use at most ${limits.emailLength} characters`)),
);

/** A request for an email with a link, or by email address. */
export const emailRequestSchema = z.strictObject({ email: emailSchema });
