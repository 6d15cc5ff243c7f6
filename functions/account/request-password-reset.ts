import type { Operation } from '../http/create-handler.ts';
import type { AccountDeps } from './deps.ts';
import { requestMail } from './request-mail.ts';

/** Sends a link to choose a new password (API-28), with the same answer for known and unknown addresses (API-29). */
export const requestPasswordReset: Operation<'requestPasswordReset', AccountDeps> = (
  { body, sourceIp },
  deps,
) => requestMail({ kind: 'reset-password', email: body.email, sourceIp }, deps);
