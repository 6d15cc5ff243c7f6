import { brand } from '#shared/brand';
import { limits } from '#shared/limits';
import { policies } from '#shared/policies';
import { countUse, type UseLimit } from '../data/uses/count-uses.ts';
import { type Source, sourceLimits } from '../data/uses/source-limits.ts';
import { EmailError } from '../lib/email/sending/email-error.ts';
import { sendEmail } from '../lib/email/sending/send.ts';
import { contactMessageEmail } from '../lib/email/templates/contact-message.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { contactMessagesPerPeriod } from '../limits.ts';
import { log } from '../log.ts';
import type { LinksDeps } from './deps.ts';

const period = { periodSeconds: limits.contactPeriodSeconds } as const;
const { source: most, all, further } = contactMessagesPerPeriod;

/**
 * Counts a message. The first of a source counts in all only. Further ones use up a part of all at most: the rest is
 * left for sources that have sent nothing in the period.
 */
const countMessage = async (source: Source, { table, clock }: LinksDeps) => {
  const ofAll: UseLimit = { ...period, kind: 'contact', subject: 'all', most: all };
  const ofFurther: UseLimit = { ...period, kind: 'contact', subject: 'further', most: further };
  const ofSource = sourceLimits(source, { ...period, kind: 'contact-source', most });
  const widest = ofSource.at(-1);
  const unused = ofSource.map((limit) => (limit === widest ? { ...limit, most: 1 } : limit));
  const now = clock();
  const first = await countUse(table, [...unused, ofAll], now);
  return first === 'limited' ? countUse(table, [...ofSource, ofAll, ofFurther], now) : first;
};

/**
 * Emails a visitor's message to the school with one request to SES, and stores nothing but counters (FRM-01, FRM-02). A
 * message with a value in the hidden field is answered like any other and not sent.
 * @throws ProblemError tooManyMessages, messageNotSent, messageUncertain, busy, notFound where the school takes none
 */
export const sendContactMessage: Operation<'sendContactMessage', LinksDeps> = async (
  { body, source },
  deps,
) => {
  const { mail, siteUrl } = deps;
  if (!policies.contactDelivery) throw problem('notFound');
  if (body.website) {
    log.info('contact.dropped');
    return { success: true };
  }
  const counted = await countMessage(source, deps);
  if (counted === 'busy') throw busy();
  if (counted === 'limited') throw problem('tooManyMessages', {}, { retryAfter: period.periodSeconds });
  try {
    const email = contactMessageEmail(body, siteUrl);
    const message = await sendEmail({ to: brand.contact.email, replyTo: body.email, ...email }, mail);
    log.info('contact.sent', { message });
  } catch (error) {
    if (!(error instanceof EmailError)) throw error;
    log.error('contact.failed', error);
    throw problem(error.outcome === 'unknown' ? 'messageUncertain' : 'messageNotSent');
  }
  return { success: true };
};
