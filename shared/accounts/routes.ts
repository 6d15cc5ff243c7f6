import * as z from 'zod/mini';
import {
  recoverSecondFactorSchema,
  secondFactorSchema,
  turnOnSecondFactorSchema,
} from '#shared/accounts/second-factor';
import { limits } from '#shared/limits';
import { type Route, routeOf } from '../contract/route.ts';
import { differentNames, signUpChildSchema } from '../families/child-input.ts';
import { fullNameSchema, phoneNumberSchema } from '../families/profile-input.ts';
import { emailRequestSchema, emailSchema } from '../lib/email.ts';
import { linkTokenSchema, typedLine } from '../lib/values.ts';

/** The user pool refuses white space at the beginning or end (AUT-21, AUT-29). */
const newPasswordSchema = z.string('Please enter a password').check(
  z.minLength(1, { error: 'Please enter a password', abort: true }),
  z.maxLength(limits.passwordMaxLength, {
    error: `Use at most ${limits.passwordMaxLength} characters`,
    abort: true,
  }),
  z.minLength(limits.passwordMinLength, `Password must be at least ${limits.passwordMinLength} characters`),
  z.regex(/^\S.*\S$/, 'A password cannot begin or end with a space'),
);

/** 256 random bits that a browser makes for one sign-up. In that browser the verification link needs no password (AUT-42). */
const browserSecretSchema = z.string().check(z.regex(/^[\w-]{43}$/));

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

const verifyEmailSchema = z.strictObject({
  token: linkTokenSchema,
  browser_secret: z.optional(browserSecretSchema),
});

export const confirmEmailSchema = z.strictObject({ token: linkTokenSchema, newPassword: newPasswordSchema });

export const resetPasswordSchema = z.strictObject({ token: linkTokenSchema, newPassword: newPasswordSchema });

export const invitationLinkSchema = z.strictObject({ token: linkTokenSchema });

/** The address is that of the invitation (COA-01). */
export const acceptCoachInvitationSchema = z.strictObject({
  token: linkTokenSchema,
  full_name: fullNameSchema,
  phone_number: phoneNumberSchema,
  password: newPasswordSchema,
});

/** The address is that of the invitation (SCH-01), unless a link of a system without an administrator has none. */
export const acceptAdminInvitationSchema = z.strictObject({
  token: linkTokenSchema,
  email: emailSchema,
  full_name: fullNameSchema,
  password: newPasswordSchema,
});

const linkedAddressSchema = z.strictObject({ token: linkTokenSchema });

export const deletionWord = 'DELETE';

const deletionRule = `Please type ${deletionWord} to confirm`;

export const deleteAccountSchema = z.strictObject({
  confirmation: z.pipe(typedLine(deletionRule), z.literal(deletionWord, deletionRule)),
});

/** The same answer for known and unknown addresses, so that it does not reveal accounts. */
export const acceptedSchema = z.object({ success: z.literal(true) });

const verificationSchema = z.object({
  success: z.boolean(),
  alreadyVerified: z.boolean(),
  /** `confirmEmail` verifies the address with a password that the caller chooses (AUT-42). */
  passwordNeeded: z.boolean(),
  error: z.nullable(z.string()),
});

/** Many requests to these routes only come from attacks: guessed addresses or unwanted mail. */
export const lowRate = { perSecond: 5, burst: 20 } as const;

/** For routes that open the account of an invited person, whose address the link proves. */
export const opensInvited = {
  ...routeOf.account,
  method: 'POST',
  rate: lowRate,
  setsPassword: true,
  status: 201,
  response: acceptedSchema,
  errors: ['invitationHasAccount', 'childrenNotStored', 'tooManyAttempts'],
} as const;

export const accountRoutes = {
  signUp: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/sign-up',
    summary: 'Open an account with its children; a link that verifies the address is emailed',
    rate: lowRate,
    setsPassword: true,
    body: signUpSchema,
    status: 201,
    response: acceptedSchema,
    errors: ['childrenNotStored', 'tooManyAttempts'],
  },
  resendVerification: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/resend-verification',
    summary: 'Email the link that verifies an address once more',
    rate: lowRate,
    body: emailRequestSchema,
    status: 202,
    response: acceptedSchema,
    errors: ['tooManyAttempts'],
  },
  verifyEmail: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/verify-email',
    summary: 'Verify an address with the token of its link, in the browser that signed up',
    rate: lowRate,
    body: verifyEmailSchema,
    response: verificationSchema,
    errors: [],
  },
  confirmEmail: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/confirm-email',
    summary: 'Verify an address with the token of its link and a new password, and end all sessions',
    rate: lowRate,
    setsPassword: true,
    body: confirmEmailSchema,
    response: verificationSchema,
    errors: [],
  },
  getLinkedAddress: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/linked-address',
    readOnly: true,
    summary: 'Read the address that a link was emailed to, for password managers',
    rate: lowRate,
    body: linkedAddressSchema,
    /** Null for an invalid link. */
    response: z.object({ email: z.nullable(z.string()) }),
    errors: [],
  },
  requestPasswordReset: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/request-password-reset',
    summary: 'Email a link to choose a new password',
    rate: lowRate,
    body: emailRequestSchema,
    status: 202,
    response: acceptedSchema,
    errors: ['tooManyAttempts'],
  },
  resetPassword: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/reset-password',
    summary: 'Set a new password with the token of a link, and end all sessions',
    rate: lowRate,
    setsPassword: true,
    body: resetPasswordSchema,
    response: acceptedSchema,
    errors: ['resetLinkInvalid'],
  },
  deleteMyAccount: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/me/deletion',
    access: 'member',
    freshSignIn: true,
    summary: 'Delete the caller’s account with all that is stored about the family, and give its places back',
    body: deleteAccountSchema,
    status: 204,
    response: z.undefined(),
    uncounted: true,
    errors: ['freshSignInRequired', 'adminAccount', 'roleChanging'],
  },
  getCoachInvitation: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/coach-invitation',
    readOnly: true,
    summary: 'The address of the link of an invitation, and whether it has an account',
    rate: lowRate,
    body: invitationLinkSchema,
    response: z.object({ email: z.string(), has_account: z.boolean() }),
    errors: ['invitationInvalid'],
  },
  acceptCoachInvitation: {
    ...opensInvited,
    path: '/api/account/coach-invitation/acceptance',
    summary: 'Open the account of an invited coach, with the role',
    body: acceptCoachInvitationSchema,
    errors: ['invitationInvalid', 'roleChanging', ...opensInvited.errors],
  },
  acceptMyCoachInvitation: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/me/coach-invitation',
    access: 'member',
    summary: 'Accept an invitation with the caller’s account, which is that of the invited address',
    body: invitationLinkSchema,
    status: 204,
    response: z.undefined(),
    // The invitation is used once.
    uncounted: true,
    errors: ['invitationInvalid', 'invitationForOther', 'profileNotFound', 'roleChanging'],
  },
  getAdminInvitation: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/admin-invitation',
    readOnly: true,
    summary: 'What a link that makes an administrator is for, and whether its address has an account',
    rate: lowRate,
    body: invitationLinkSchema,
    response: z.object({
      /** Null where the link's holder names the address. */
      email: z.nullable(z.string()),
      has_account: z.boolean(),
      opens_school: z.boolean(),
    }),
    errors: ['adminInvitationInvalid'],
  },
  acceptAdminInvitation: {
    ...opensInvited,
    path: '/api/account/admin-invitation/acceptance',
    summary: 'Open the account of an administrator, without a family, with the role',
    body: acceptAdminInvitationSchema,
    errors: ['adminInvitationInvalid', 'invitationForOther', 'roleChanging', ...opensInvited.errors],
  },
  acceptMyAdminInvitation: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/me/admin-invitation',
    access: 'member',
    summary: 'Become an administrator by a link with the caller’s account, which is that of its address',
    body: invitationLinkSchema,
    status: 204,
    response: z.undefined(),
    // The link is used once.
    uncounted: true,
    errors: ['adminInvitationInvalid', 'invitationForOther', 'profileNotFound', 'roleChanging'],
  },
  getMySecondFactor: {
    ...routeOf.account,
    method: 'GET',
    path: '/api/me/second-factor',
    access: 'member',
    summary: 'Read whether logins of the caller’s account ask for the code of an authenticator',
    response: secondFactorSchema,
    errors: ['profileNotFound'],
  },
  turnOnSecondFactor: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/me/second-factor',
    access: 'member',
    freshSignIn: true,
    summary:
      'Complete the set-up of the caller’s authenticator by a code of it, which logins need from then on, and end all sessions',
    body: turnOnSecondFactorSchema,
    response: z.object({ recovery_codes: z.array(z.string()) }),
    // An account must always be able to protect itself. A wrong code stores nothing.
    uncounted: true,
    errors: ['freshSignInRequired', 'profileNotFound', 'secondFactorNotProved'],
  },
  recoverSecondFactor: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/second-factor-recovery',
    summary:
      'Remove the authenticator of an account by its password and a recovery code, and end all sessions',
    rate: lowRate,
    body: recoverSecondFactorSchema,
    response: acceptedSchema,
    errors: ['recoveryRefused', 'tooManyAttempts'],
  },
} as const satisfies Record<string, Route>;

export type AccountRoutes = typeof accountRoutes;
