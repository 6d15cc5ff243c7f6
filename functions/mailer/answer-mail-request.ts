import { paths } from '#shared/paths';
import { mailRequestLeaseKey } from '../data/dynamo/keys.ts';
import type { Table } from '../data/dynamo/table.ts';
import { type Account, getAccount } from '../data/families/profiles.ts';
import {
  deleteMailRequest,
  isOutdated,
  type MailKind,
  type MailRequest,
} from '../data/mail/mail-requests.ts';
import { getRegistration } from '../data/registrations/registrations.ts';
import { createToken, type TokenKind, tokenLifetimeHours } from '../data/tokens/tokens.ts';
import { accountExistsEmail } from '../email/account-exists.ts';
import type { RenderedEmail } from '../email/rendered-email.ts';
import { resetPasswordEmail } from '../email/reset-password.ts';
import { verifyEmail } from '../email/verify-email.ts';
import { log } from '../log.ts';
import type { MailerDeps } from './deps.ts';
import { sendOnce } from './send-once.ts';

/** The account that an address belongs to now, or undefined. */
const findAccount = async (table: Table, email: string): Promise<Account | undefined> => {
  const registration = await getRegistration(table, email);
  return registration?.holder === 'account' ? getAccount(table, registration.userId) : undefined;
};

/** Makes a token for the account, and the values of the message that carries it. */
const makeLink = async (kind: TokenKind, { id }: Account, { table, clock, siteUrl }: MailerDeps) => {
  const token = await createToken(table, { kind, userId: id, now: clock() });
  const path = kind === 'verify-email' ? paths.verifyEmailLink(token) : paths.resetPasswordLink(token);
  return { link: new URL(path, siteUrl).href, expiresInHours: tokenLifetimeHours[kind], siteUrl };
};

const render = async (kind: MailKind, account: Account, deps: MailerDeps): Promise<RenderedEmail> => {
  switch (kind) {
    case 'verify-email':
      return verifyEmail(await makeLink(kind, account, deps));
    case 'reset-password':
      return resetPasswordEmail(await makeLink(kind, account, deps));
    case 'account-exists':
      return accountExistsEmail(deps.siteUrl);
  }
};

/** Why a request is not answered with a message, or undefined where it is. */
const skipReason = (request: MailRequest, account: Account | undefined, now: Date) => {
  if (isOutdated(request, now)) return 'outdated';
  if (!account) return 'no-account';
  return request.kind === 'verify-email' && account.email_verified ? 'verified-before' : undefined;
};

/**
 * Answers the request for an email, at most once: only here it shows whether the address has an account. A token is
 * made when its message is about to be sent, and is stored nowhere but in that message.
 * @throws what `sendOnce` and the table throw; called again, it goes on where it ended
 */
export const answerMailRequest = async (request: MailRequest, deps: MailerDeps): Promise<void> => {
  const { id, kind, email } = request;
  const account = await findAccount(deps.table, email);
  const reason = skipReason(request, account, deps.clock());
  if (reason || !account) log.info('account-email.not-needed', { request: id, kind, reason });
  else {
    await sendOnce(
      {
        leaseKey: mailRequestLeaseKey(id),
        name: 'account-email',
        fields: { request: id, kind },
        compose: async () => ({
          to: account.email,
          account: account.id,
          ...(await render(kind, account, deps)),
        }),
      },
      deps,
    );
  }
  await deleteMailRequest(deps.table, request);
};
