import { newsletterConsent } from '#shared/newsletter-consent';
import { paths } from '#shared/paths';
import { confirmJoining } from '../data/newsletter/joining.ts';
import { leaveList } from '../data/newsletter/readers.ts';
import { requestMail } from '../lib/email/request-mail.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import type { LinksDeps } from './deps.ts';

/**
 * Requests the email that confirms an address for the newsletter (FRM-03). The list is not read, so that the answer and its
 * time are the same for every address.
 * @throws ProblemError tooManyAttempts, busy
 */
export const joinNewsletter: Operation<'joinNewsletter', LinksDeps> = ({ body: { email }, source }, deps) =>
  requestMail({ kind: 'join-newsletter', route: 'joinNewsletter', email, source }, deps);

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

/**
 * Takes a reader off the newsletter's list: one click of a mail program (RFC 8058) or of the page (FRM-04). Sent again, it
 * answers the same.
 * @throws ProblemError newsletterLinkInvalid
 */
export const leaveNewsletter: Operation<'leaveNewsletter', LinksDeps> = async (
  { query },
  { table, clock },
) => {
  if (!(await leaveList(table, { ...query, now: clock() }))) throw problem('newsletterLinkInvalid');
  return { success: true };
};

/** Leads a browser from the one-click address (RFC 8058) to the page with the button: a GET changes nothing (FRM-04). */
export const getLeavePage: Operation<'getLeavePage', LinksDeps> = async ({ query: { reader, secret } }) =>
  paths.newsletterLeaveLink(reader, secret);
