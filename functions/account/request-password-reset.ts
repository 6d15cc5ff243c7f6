import { requestMail } from '../lib/email/request-mail.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import type { AccountDeps } from './deps.ts';

/** Requests a reset email (API-28). Known and unknown addresses get the same answer (API-29). */
export const requestPasswordReset: Operation<'requestPasswordReset', AccountDeps> = (
  { body, source },
  deps,
) => requestMail({ kind: 'reset-password', route: 'requestPasswordReset', email: body.email, source }, deps);
