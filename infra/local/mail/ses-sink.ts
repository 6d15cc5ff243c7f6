import { Hono } from 'hono';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import type { MailStore } from './mail-store.ts';
import { readRawMail } from './read-raw-mail.ts';
import { outcomeOf, type Reporter, reportsOf } from './simulator.ts';

/** Errors that tests can make the sink answer with, as SES does. */
export const sesErrors = {
  none: undefined,
  throttle: { status: 400, type: 'Sender', code: 'Throttling', message: 'Maximum sending rate exceeded.' },
  down: { status: 503, type: 'Receiver', code: 'ServiceUnavailable', message: 'Service is unavailable.' },
  reject: { status: 400, type: 'Sender', code: 'MessageRejected', message: 'Email address is not verified.' },
} as const;

export const mailFaultSchema = z.object({ mode: z.enum(['none', 'throttle', 'down', 'reject']) });
export type MailFault = z.infer<typeof mailFaultSchema>['mode'];

interface SesError {
  readonly status: 400 | 503;
  readonly type: 'Sender' | 'Receiver';
  readonly code: string;
  readonly message: string;
}

/** An error in SES's format. */
export const errorXml = ({ type, code, message }: Omit<SesError, 'status'>): string =>
  `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>${type}</Type>` +
  `<Code>${code}</Code><Message>${message}</Message></Error><RequestId>local</RequestId></ErrorResponse>`;

/** The answer with which SES accepts a message. */
export const resultXml = (messageId: string): string =>
  '<SendRawEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendRawEmailResult>' +
  `<MessageId>${messageId}</MessageId></SendRawEmailResult>` +
  '<ResponseMetadata><RequestId>local</RequestId></ResponseMetadata></SendRawEmailResponse>';

const unsupported: SesError = {
  status: 400,
  type: 'Sender',
  code: 'InvalidAction',
  message: 'The local mail sink knows SendRawEmail only.',
};

/**
 * Implements the protocol of the SES client (AWS Query: a form in, XML out) and stores each message instead of sending it.
 * @param fault returns the current error
 * @param report receives SES's reports about each message
 */
export const createSesSink = (store: MailStore, fault: () => MailFault, report: Reporter) =>
  new Hono().post('/', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const failure = form.get('Action') === 'SendRawEmail' ? sesErrors[fault()] : unsupported;
    c.header('content-type', 'text/xml');
    if (failure) return c.body(errorXml(failure), failure.status);
    const { tags, ...mail } = await readRawMail(form);
    const messageId = outcomeOf(mail.to) === 'bounce' ? ulid() : await store.add(mail);
    // The cloud reports later. Locally the reports end before the answer, so that no work is left running.
    for (const event of reportsOf(mail.to, tags)) await report(event);
    return c.body(resultXml(messageId));
  });
