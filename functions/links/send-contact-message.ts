import { brand } from '#shared/brand';
import { limits } from '#shared/limits';
import { policies } from '#shared/policies';
import { countUse } from '../data/uses/count-uses.ts';
import { EmailError } from '../lib/email/sending/email-error.ts';
import { sendEmail } from '../lib/email/sending/send.ts';
import { contactMessageEmail } from '../lib/email/templates/contact-message.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { contactMessagesPerPeriod } from '../limits.ts';
import { log } from '../log.ts';
import type { LinksDeps } from './deps.ts';

const period = { periodSeconds: limits.contactPeriodSeconds } as const;
const { source: perSource, all } = contactMessagesPerPeriod;

const limitsOf = (source: string) =>
  [
    { ...period, kind: 'contact-source', subject: source, most: perSource },
    { ...period, kind: 'contact', subject: 'all', most: all },
  ] as const;

/**
 * Emails a visitor's message to the school with one request to SES, and stores nothing but counters (FRM-01, FRM-02). A
 * message with a value in the hidden field is answered like any other and not sent.
 * @throws ProblemError tooManyMessages, messageNotSent, messageUncertain, busy, notFound where the school takes none
 */
export const sendContactMessage: Operation<'sendContactMessage', LinksDeps> = async (
  { body, source },
  { table, mail, clock, siteUrl },
) => {
  if (!policies.contactDelivery) throw problem('notFound');
  if (body.website) {
    log.info('contact.dropped');
    return { success: true };
  }
  const counted = await countUse(table, limitsOf(source), clock());
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
