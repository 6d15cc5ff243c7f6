import type { Operation } from '../http/create-handler.ts';
import type { AccountDeps } from './deps.ts';
import { requestMail } from './request-mail.ts';

/** Sends the link of the verification email once more (AUT-23), to an account that has not verified its address. */
export const resendVerification: Operation<'resendVerification', AccountDeps> = ({ body, sourceIp }, deps) =>
  requestMail({ kind: 'verify-email', email: body.email, sourceIp }, deps);
