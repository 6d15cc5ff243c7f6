import * as z from 'zod/mini';
import {
  confirmEmailSchema,
  deleteAccountSchema,
  linkedAddressSchema,
  resetPasswordSchema,
  signUpSchema,
  verifyEmailSchema,
} from '#shared/schemas/account';
import { emailRequestSchema } from '#shared/schemas/email';
import { recoverSecondFactorSchema, secondFactorSchema } from '#shared/schemas/second-factor';
import type { Route } from './route.ts';

/** The same answer for known and unknown addresses, so that it does not reveal accounts. */
const acceptedSchema = z.object({ success: z.literal(true) });

/** What a verification link did (API-38). */
const verificationSchema = z.object({
  success: z.boolean(),
  alreadyVerified: z.boolean(),
  /** Nothing changed: `confirmEmail` verifies the address, with a password that the caller chooses (AUT-42). */
  passwordNeeded: z.boolean(),
  error: z.nullable(z.string()),
});

/** Low, because many requests to these routes only come from attacks: guessed addresses or unwanted mail. */
const lowRate = { perSecond: 5, burst: 20 } as const;

/** Routes for accounts: sign-up, verification, password reset, deletion. */
export const accountRoutes = {
  signUp: {
    method: 'POST',
    path: '/api/account/sign-up',
    service: 'account',
    access: 'public',
    summary: 'Open an account with its children; a link that verifies the address is emailed',
    rate: lowRate,
    body: signUpSchema,
    status: 201,
    response: acceptedSchema,
    errors: ['childrenNotStored', 'tooManyAttempts'],
  },
  resendVerification: {
    method: 'POST',
    path: '/api/account/resend-verification',
    service: 'account',
    access: 'public',
    summary: 'Email the link that verifies an address once more',
    rate: lowRate,
    body: emailRequestSchema,
    status: 202,
    response: acceptedSchema,
    errors: ['tooManyAttempts'],
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/account/verify-email',
    service: 'account',
    access: 'public',
    summary: 'Verify an address with the token of its link, in the browser that signed up',
    rate: lowRate,
    body: verifyEmailSchema,
    status: 200,
    response: verificationSchema,
    errors: [],
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/account/confirm-email',
    service: 'account',
    access: 'public',
    summary: 'Verify an address with the token of its link and a new password, and end all sessions',
    rate: lowRate,
    body: confirmEmailSchema,
    status: 200,
    response: verificationSchema,
    errors: [],
  },
  getLinkedAddress: {
    method: 'POST',
    path: '/api/account/linked-address',
    service: 'account',
    access: 'public',
    readOnly: true,
    summary: 'Read the address that a link was emailed to, for password managers',
    rate: lowRate,
    body: linkedAddressSchema,
    status: 200,
    /** Null for a link that is not valid. */
    response: z.object({ email: z.nullable(z.string()) }),
    errors: [],
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/account/request-password-reset',
    service: 'account',
    access: 'public',
    summary: 'Email a link to choose a new password',
    rate: lowRate,
    body: emailRequestSchema,
    status: 202,
    response: acceptedSchema,
    errors: ['tooManyAttempts'],
  },
  resetPassword: {
    method: 'POST',
    path: '/api/account/reset-password',
    service: 'account',
    access: 'public',
    summary: 'Set a new password with the token of a link, and end all sessions',
    rate: lowRate,
    body: resetPasswordSchema,
    status: 200,
    response: acceptedSchema,
    errors: ['resetLinkInvalid'],
  },
  deleteMyAccount: {
    method: 'POST',
    path: '/api/me/deletion',
    service: 'account',
    access: 'member',
    freshSignIn: true,
    summary: 'Delete the caller’s account with all that is stored about the family, and give its places back',
    body: deleteAccountSchema,
    status: 204,
    response: z.undefined(),
    errors: ['freshSignInRequired', 'adminAccount'],
  },
  getMySecondFactor: {
    method: 'GET',
    path: '/api/me/second-factor',
    service: 'account',
    access: 'member',
    summary: 'Read whether logins of the caller’s account ask for the code of an authenticator',
    status: 200,
    response: secondFactorSchema,
    errors: ['profileNotFound'],
  },
  turnOnSecondFactor: {
    method: 'POST',
    path: '/api/me/second-factor',
    service: 'account',
    access: 'member',
    freshSignIn: true,
    summary:
      'Ask for the code of the caller’s authenticator, whose first code was right, and end all sessions',
    status: 200,
    response: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['freshSignInRequired', 'profileNotFound', 'secondFactorNotProved'],
  },
  recoverSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor-recovery',
    service: 'account',
    access: 'public',
    summary:
      'Remove the authenticator of an account by its password and a recovery code, and end all sessions',
    rate: lowRate,
    body: recoverSecondFactorSchema,
    status: 200,
    response: acceptedSchema,
    errors: ['recoveryRefused', 'tooManyAttempts'],
  },
} as const satisfies Record<string, Route>;
