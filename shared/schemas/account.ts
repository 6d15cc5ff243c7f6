import * as z from 'zod/mini';
import { limits } from '#shared/limits';
import { differentNames, signUpChildSchema } from './child-input.ts';
import { emailSchema } from './email.ts';
import { linkTokenSchema } from './link-token.ts';
import { fullNameSchema, phoneNumberSchema } from './profile-input.ts';
import { typedLine } from './values.ts';

/** A new password (AUT-21, AUT-29). The user pool refuses white space at its beginning or end. */
const newPasswordSchema = z.string('Please enter a password').check(
  z.minLength(1, { error: 'Please enter a password', abort: true }),
  z.maxLength(limits.passwordMaxLength, {
    error: `Use at most ${limits.passwordMaxLength} characters`,
    abort: true,
  }),
  z.minLength(limits.passwordMinLength, `Password must be at least ${limits.passwordMinLength} characters`),
  z.regex(/^\S.*\S$/, 'A password cannot begin or end with a space'),
);

/**
 * 256 random bits that a browser makes for one sign-up. The verification link needs no password in that browser (AUT-42).
 */
const browserSecretSchema = z.string().check(z.regex(/^[\w-]{43}$/));

/** A new account with its children, in one call (API-02). */
export const signUpSchema = z.strictObject({
  email: emailSchema,
  password: newPasswordSchema,
  full_name: fullNameSchema,
  phone_number: phoneNumberSchema,
  children: z
    .array(signUpChildSchema, 'Please add at least one child to create an account')
    .check(
      z.minLength(1, 'Please add at least one child to create an account'),
      z.maxLength(limits.childrenPerFamily, `Use at most ${limits.childrenPerFamily} children`),
      differentNames,
    ),
  browser_secret: z.optional(browserSecretSchema),
});

export const verifyEmailSchema = z.strictObject({
  token: linkTokenSchema,
  browser_secret: z.optional(browserSecretSchema),
});

export const confirmEmailSchema = z.strictObject({ token: linkTokenSchema, newPassword: newPasswordSchema });

export const resetPasswordSchema = z.strictObject({ token: linkTokenSchema, newPassword: newPasswordSchema });

export const coachInvitationSchema = z.strictObject({ token: linkTokenSchema });

/** The account of an invited coach: its address is that of the invitation (COA-01). */
export const acceptCoachInvitationSchema = z.strictObject({
  token: linkTokenSchema,
  full_name: fullNameSchema,
  phone_number: phoneNumberSchema,
  password: newPasswordSchema,
});

export const linkedAddressSchema = z.strictObject({ token: linkTokenSchema });

/** The word to type to delete an account. */
export const deletionWord = 'DELETE';

const deletionRule = `Please type ${deletionWord} to confirm`;

export const deleteAccountSchema = z.strictObject({
  confirmation: z.pipe(typedLine(deletionRule), z.literal(deletionWord, deletionRule)),
});
