import type { Operation } from '../lib/http/create-handler.ts';
import type { AccountDeps } from './deps.ts';
import { setPasswordByLink } from './set-password-by-link.ts';
import { answerAfterLostRace, readVerificationLink, verification } from './verification.ts';

/**
 * Verifies the address that a link was sent to with a password that its reader chooses (AUT-42, AUT-43): the password of
 * whoever signed up with the address is no longer valid. The answers are those of `verifyEmail`.
 */
export const confirmEmail: Operation<'confirmEmail', AccountDeps> = async ({ body }, deps) => {
  const link = await readVerificationLink(body.token, deps);
  if ('answer' in link) return link.answer;
  const { profile } = link;
  if (await setPasswordByLink({ ...body, profile }, deps)) return verification.verified;
  return answerAfterLostRace(profile, deps);
};
