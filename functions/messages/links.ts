import { brand } from '#shared/brand';
import { newsletterConsent } from '#shared/consents';
import { limits } from '#shared/limits';
import type { FormRoutes } from '#shared/messages/links-routes';
import { isStopCause } from '#shared/messages/unsent';
import { paths } from '#shared/paths';
import { policies } from '#shared/policies';
import type { LinksDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { log } from '../lib/log.ts';
import { requestMail } from '../lib/mail/mail-requests.ts';
import { noteMailLeft, noteNotSent } from '../lib/mail/not-sent.ts';
import { EmailError } from '../lib/mail/outcomes.ts';
import { sendEmail } from '../lib/mail/send.ts';
import { countUse, type Source, sourceLimits, type UseLimit } from '../lib/uses.ts';
import { contactMessagesPerPeriod } from '../limits.ts';
import { contactMessageEmail } from './emails.ts';
import { confirmJoining, leaveList } from './newsletter.ts';

/** Does not read the list: answer and time are the same for every address (FRM-03). @throws tooManyAttempts, busy */
export const joinNewsletter: Operation<FormRoutes['joinNewsletter'], LinksDeps> = (
  { body: { email }, source },
  deps,
) => requestMail({ kind: 'join-newsletter', route: 'joinNewsletter', email, source }, deps);

/** With the consent that the link's page shows (FRM-03). @throws ProblemError newsletterLinkInvalid, busy */
export const confirmNewsletter: Operation<FormRoutes['confirmNewsletter'], LinksDeps> = async (
  { body: { token } },
  { table, clock },
) => {
  const { outcome } = await confirmJoining(table, { token, wording: newsletterConsent, now: clock() });
  if (outcome === 'busy') throw busy();
  if (outcome === 'unknown') throw problem('newsletterLinkInvalid');
  return { success: true };
};

/** By one click in a mail program (RFC 8058) or on the page (FRM-04). Idempotent. @throws ProblemError newsletterLinkInvalid */
export const leaveNewsletter: Operation<FormRoutes['leaveNewsletter'], LinksDeps> = async (
  { query },
  { table, clock },
) => {
  if (!(await leaveList(table, { ...query, now: clock() }))) throw problem('newsletterLinkInvalid');
  return { success: true };
};

export const getLeavePage: Operation<FormRoutes['getLeavePage'], LinksDeps> = async ({
  query: { reader, secret },
}) => paths.newsletterLeaveLink(reader, secret);

const period = { periodSeconds: limits.contactPeriodSeconds } as const;
const { source: most, all, further } = contactMessagesPerPeriod;

/** A source's first message counts in the total alone; others use only a part of it, so that new sources can write. */
const countMessage = async (source: Source, { table, clock }: LinksDeps) => {
  const ofAll: UseLimit = { ...period, kind: 'contact', subject: 'all', most: all };
  const ofFurther: UseLimit = { ...period, kind: 'contact', subject: 'further', most: further };
  const ofSource = sourceLimits(source, { ...period, kind: 'contact-source', most });
  const widest = ofSource.at(-1);
  const unused = ofSource.map((limit) => (limit === widest ? { ...limit, most: 1 } : limit));
  const now = clock();
  const first = await countUse(table, [...unused, ofAll], now);
  return first.outcome === 'limited' ? countUse(table, [...ofSource, ofAll, ofFurther], now) : first;
};

/** Counts a message that SES refused as it refuses all. The visitor is told, and sends it again. */
const noteContactNotSent = async (error: EmailError, { table, clock }: LinksDeps) => {
  const { failure: cause } = error;
  if (!isStopCause(cause)) return;
  await noteNotSent(table, { error, cause, waits: true, now: clock(), fields: {} }, async () => {});
};

/** SES takes emails again, if it took none. The message was sent: an error here must not report it as failed. */
const noteContactSent = async ({ table, clock }: LinksDeps) => {
  try {
    await noteMailLeft(table, clock());
  } catch (error) {
    log.error('contact.sent-but-not-noted', error);
  }
};

/**
 * Stores only counters (FRM-01, FRM-02). With a value in the hidden field nothing is sent.
 * @throws ProblemError tooManyMessages, messageNotSent, messageUncertain, busy, notFound where the school takes none
 */
export const sendContactMessage: Operation<FormRoutes['sendContactMessage'], LinksDeps> = async (
  { body, source },
  deps,
) => {
  const { mail, siteUrl } = deps;
  if (!policies.contactDelivery) throw problem('notFound');
  if (body.website) {
    log.info('contact.dropped');
    return { success: true };
  }
  const { outcome } = await countMessage(source, deps);
  if (outcome === 'busy') throw busy();
  if (outcome === 'limited') throw problem('tooManyMessages', {}, { retryAfter: period.periodSeconds });
  try {
    const email = contactMessageEmail(body, siteUrl);
    const message = await sendEmail({ to: brand.mailbox, replyTo: body.email, ...email }, mail);
    log.info('contact.sent', { message });
    await noteContactSent(deps);
  } catch (error) {
    if (!(error instanceof EmailError)) throw error;
    log.error('contact.failed', error);
    await noteContactNotSent(error, deps);
    throw problem(error.outcome === 'unknown' ? 'messageUncertain' : 'messageNotSent');
  }
  return { success: true };
};
