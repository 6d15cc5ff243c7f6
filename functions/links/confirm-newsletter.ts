import { newsletterConsent } from '#shared/newsletter-consent';
import { confirmJoining } from '../data/newsletter/joining.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import type { LinksDeps } from './deps.ts';

/**
 * Puts the address of a link on the newsletter's list, with the consent that the page of the link shows (FRM-03).
 * @throws ProblemError newsletterLinkInvalid, busy
 */
export const confirmNewsletter: Operation<'confirmNewsletter', LinksDeps> = async (
  { body: { token } },
  { table, clock },
) => {
  const outcome = await confirmJoining(table, { token, wording: newsletterConsent, now: clock() });
  if (outcome === 'busy') throw busy();
  if (outcome === 'unknown') throw problem('newsletterLinkInvalid');
  return { success: true };
};
