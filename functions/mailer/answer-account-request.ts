import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { getActiveProfile } from '../data/families/profiles.ts';
import type { StoredProfile } from '../data/families/stored-profile.ts';
import { countMail } from '../data/mail/count-mail.ts';
import {
  deleteMailRequest,
  isOutdated,
  type MailKind,
  type MailRequest,
} from '../data/mail/mail-requests.ts';
import { getRegistration } from '../data/registrations/registrations.ts';
import type { Table } from '../data/table.ts';
import { createToken, type TokenKind } from '../data/tokens/tokens.ts';
import { sendOnce } from '../lib/email/sending/send-once.ts';
import { accountExistsEmail } from '../lib/email/templates/account-exists.ts';
import { paymentSettingsEmail } from '../lib/email/templates/payment-settings.ts';
import type { RenderedEmail } from '../lib/email/templates/rendered-email.ts';
import { resetPasswordEmail } from '../lib/email/templates/reset-password.ts';
import {
  secondFactorEmail,
  secondFactorOfOtherEmail,
  secondFactorOnEmail,
  secondFactorResetEmail,
} from '../lib/email/templates/second-factor.ts';
import { verifyEmail } from '../lib/email/templates/verify-email.ts';
import { log } from '../log.ts';
import type { MailerDeps } from './deps.ts';

/** An email about an account. Those of the newsletter and of invitations need none. */
type AccountMailKind = Exclude<MailKind, 'join-newsletter' | 'coach-invitation'>;
export type AccountMailRequest = MailRequest & { readonly kind: AccountMailKind };

/** The profile of the account that an address belongs to, or undefined. */
const findProfile = async (table: Table, email: string): Promise<StoredProfile | undefined> => {
  const registration = await getRegistration(table, email);
  return registration?.holder === 'account' ? getActiveProfile(table, registration.userId) : undefined;
};

/** Makes a token for the account, and the values of the email with its link. */
const makeLink = async (kind: TokenKind, { id }: StoredProfile, { table, clock, siteUrl }: MailerDeps) => {
  const token = await createToken(table, { kind, userId: id, now: clock() });
  const path = kind === 'verify-email' ? paths.verifyEmailLink(token) : paths.resetPasswordLink(token);
  return { link: new URL(path, siteUrl).href, expiresInHours: limits.linkHours[kind], siteUrl };
};

const render = async (
  { kind, changes = [] }: AccountMailRequest,
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
    case 'payment-settings-changed':
      return paymentSettingsEmail(changes, deps.siteUrl);
  }
};

/** The profile that a request is answered for, or why it is not answered with an email. */
const findRecipient = async (
  request: AccountMailRequest,
  { table }: MailerDeps,
  now: Date,
): Promise<StoredProfile | 'outdated' | 'no-ledger' | 'verified-before' | 'sent-recently'> => {
  const { kind, email } = request;
  const profile = await findProfile(table, email);
  if (isOutdated(request, now)) return 'outdated';
  if (!profile) return 'no-ledger';
  if (kind === 'verify-email' && profile.email_verified) return 'verified-before';
  return (await countMail(table, request, profile)) ? profile : 'sent-recently';
};

/**
 * Answers a request for an email, at most once. Only the owner of the address learns whether it has an account. A token
 * is made immediately before its email is sent, and is stored nowhere but in that email.
 * @throws what `sendOnce` and the table throw; a later call completes what is left
 */
export const answerAccountRequest = async (request: AccountMailRequest, deps: MailerDeps): Promise<void> => {
  const { id, kind } = request;
  const profile = await findRecipient(request, deps, deps.clock());
  if (typeof profile === 'string')
    log.info('account-email.not-needed', { request: id, kind, reason: profile });
  else {
    await sendOnce(
      {
        kind: 'account-email',
        subjectId: id,
        causedAt: request.created_at,
        fields: { request: id, kind },
        compose: async () => ({
          to: profile.email,
          account: profile.id,
          ...(await render(request, profile, deps)),
        }),
      },
      deps,
    );
  }
  await deleteMailRequest(deps.table, request);
};
