import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import type { MailerDeps } from '../lib/deps.ts';
import type { RenderedEmail } from '../lib/mail/layout.ts';
import {
  checkInTime,
  countMail,
  deleteMailRequest,
  type MailKind,
  type MailRequest,
} from '../lib/mail/mail-requests.ts';
import { type MailEnd, notNeeded } from '../lib/mail/not-sent.ts';
import { TooLateError } from '../lib/mail/outcomes.ts';
import { sendOnce } from '../lib/mail/send-once.ts';
import type { Table } from '../lib/table.ts';
import { getActiveProfile, type StoredProfile } from './accounts.ts';
import { createInvitationLink, getInvitation, type StoredInvitation } from './coaches.ts';
import {
  accountExistsEmail,
  adminInvitationEmail,
  adultEmail,
  adultInvitationEmail,
  coachInvitationEmail,
  familyInvitationEmail,
  paymentSettingsEmail,
  resetPasswordEmail,
  secondFactorEmail,
  secondFactorOfOtherEmail,
  secondFactorOnEmail,
  secondFactorResetEmail,
  verifyEmail,
} from './emails.ts';
import { getRegistration } from './registrations.ts';
import { createToken, type TokenKind } from './tokens.ts';

type InvitationMailKind = 'coach-invitation' | 'admin-invitation' | 'adult-invitation';

/** Excludes mail about the newsletter and invitations, which needs no account. */
type AccountMailKind = Exclude<MailKind, 'join-newsletter' | InvitationMailKind>;
type AccountMailRequest = MailRequest & { readonly kind: AccountMailKind };

const findProfile = async (table: Table, email: string): Promise<StoredProfile | undefined> => {
  const registration = await getRegistration(table, email);
  return registration?.holder === 'account' ? getActiveProfile(table, registration.userId) : undefined;
};

const makeLink = async (kind: TokenKind, { id }: StoredProfile, { table, clock, siteUrl }: MailerDeps) => {
  const token = await createToken(table, { kind, userId: id, now: clock() });
  const path = kind === 'verify-email' ? paths.verifyEmailLink(token) : paths.resetPasswordLink(token);
  return { link: new URL(path, siteUrl).href, expiresInHours: limits.linkHours[kind], siteUrl };
};

const render = async (
  { kind, changes = [], person }: AccountMailRequest,
  profile: StoredProfile,
  deps: MailerDeps,
): Promise<RenderedEmail> => {
  switch (kind) {
    case 'verify-email':
      return verifyEmail(await makeLink(kind, profile, deps));
    case 'reset-password':
      return resetPasswordEmail(await makeLink(kind, profile, deps));
    case 'account-exists':
      return accountExistsEmail(deps.siteUrl);
    case 'second-factor-on':
      return secondFactorOnEmail(deps.siteUrl);
    case 'second-factor-on-of-other':
      return secondFactorOfOtherEmail(deps.siteUrl);
    case 'second-factor-recovered':
    case 'second-factor-reset':
      return secondFactorEmail(kind, deps.siteUrl);
    case 'second-factor-reset-by-you':
      return secondFactorResetEmail(deps.siteUrl);
    case 'adult-joined':
    case 'adult-left':
    case 'adult-gone':
    case 'made-holder':
    case 'no-longer-holder':
    case 'money-mails-changed':
    case 'family-erased':
      return adultEmail(kind, person, deps.siteUrl);
    case 'payment-settings-changed':
      return paymentSettingsEmail(changes, deps.siteUrl);
  }
};

const findRecipient = async (
  request: AccountMailRequest,
  { table }: MailerDeps,
): Promise<StoredProfile | 'no-account' | 'verified-before' | 'sent-recently'> => {
  const { kind, email } = request;
  const profile = await findProfile(table, email);
  if (!profile) return 'no-account';
  if (kind === 'verify-email' && profile.email_verified) return 'verified-before';
  return (await countMail(table, request, profile)) ? profile : 'sent-recently';
};

/**
 * At most once. Only the owner learns whether the address has an account. The token is made just before sending.
 * @throws what `sendOnce` and the table throw; a later call completes the rest
 */
export const answerAccountRequest = async (
  request: AccountMailRequest,
  deps: MailerDeps,
): Promise<MailEnd> => {
  const { id, kind } = request;
  const profile = await findRecipient(request, deps);
  const end =
    typeof profile === 'string'
      ? notNeeded('account-email.not-needed', profile, { request: id, kind })
      : await sendOnce(
          {
            kind: 'account-email',
            subjectId: id,
            causedAt: request.created_at,
            fields: { request: id, kind },
            compose: async () => {
              checkInTime(request, deps);
              return { to: profile.email, account: profile.id, ...(await render(request, profile, deps)) };
            },
          },
          deps,
        );
  await deleteMailRequest(deps.table, request);
  return end;
};

const invitationEmails = {
  admin: { path: paths.openSchoolLink, write: adminInvitationEmail },
  coach: { path: paths.coachInvitationLink, write: coachInvitationEmail },
  adult: { path: paths.adultInvitationLink, write: adultInvitationEmail },
  holder: { path: paths.adultInvitationLink, write: familyInvitationEmail },
} as const;

const findInvitation = async (
  request: MailRequest,
  { table }: MailerDeps,
): Promise<StoredInvitation | 'withdrawn' | 'sent-recently'> => {
  const invitation = await getInvitation(table, request);
  // A repeated invitation has a request of its own.
  if (invitation?.invited_at !== request.created_at) return 'withdrawn';
  return (await countMail(table, request)) ? invitation : 'sent-recently';
};

/** At most once for a request; the link is made just before. @throws what `sendOnce` and the table throw */
export const answerInvitationRequest = async (request: MailRequest, deps: MailerDeps): Promise<MailEnd> => {
  const { id, email } = request;
  const { table, clock, siteUrl } = deps;
  const invitation = await findInvitation(request, deps);
  const end =
    typeof invitation === 'string'
      ? notNeeded('invitation-email.not-needed', invitation, { request: id })
      : await sendOnce(
          {
            kind: 'invitation-email',
            subjectId: id,
            causedAt: request.created_at,
            fields: { request: id },
            compose: async () => {
              if (invitation.valid_until <= instantOf(clock()))
                throw new TooLateError('The invitation has ended');
              const secret = await createInvitationLink(table, invitation);
              if (!secret) throw new Error('The invitation was withdrawn meanwhile');
              const { path, write } = invitationEmails[invitation.holds ? 'holder' : invitation.role];
              return { to: email, ...write(new URL(path(secret), siteUrl).href, siteUrl) };
            },
          },
          deps,
        );
  await deleteMailRequest(table, request);
  return end;
};
