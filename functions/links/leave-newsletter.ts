import { leaveList } from '../data/newsletter/readers.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { LinksDeps } from './deps.ts';

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
