import { requestMail } from '../lib/email/request-mail.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import type { AccountDeps } from './deps.ts';

/** Requests another verification email (AUT-23); the mailer sends it to an address that is not verified yet. */
export const resendVerification: Operation<'resendVerification', AccountDeps> = ({ body, source }, deps) =>
  requestMail({ kind: 'verify-email', route: 'resendVerification', email: body.email, source }, deps);
