import * as z from 'zod/mini';
import { limits } from '#shared/limits';

/** The address of an account: trimmed, and in lower case, since user names of the user pool have no case. */
export const emailSchema = z.pipe(
  z
    .string('Please enter your email')
    .check(z.trim(), z.toLowerCase(), z.minLength(1, 'Please enter your email')),
  z
    .email('Please enter a valid email address')
    .check(z.maxLength(limits.emailLength, `Use at most ${limits.emailLength} characters`)),
);

/** Asks for an email with a link. */
export const emailRequestSchema = z.strictObject({ email: emailSchema });
