import { Hono } from 'hono';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import type { MailStore } from './mail-store.ts';
import { type Reporter, simulatedReport } from './simulator.ts';

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
export const errorXml = ({ type, code, message }: SesError): string =>
  `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>${type}</Type>` +
  `<Code>${code}</Code><Message>${message}</Message></Error><RequestId>local</RequestId></ErrorResponse>`;

/** The answer with which SES accepts a message. */
export const resultXml = (messageId: string): string =>
  '<SendEmailResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><SendEmailResult>' +
  `<MessageId>${messageId}</MessageId></SendEmailResult>` +
  '<ResponseMetadata><RequestId>local</RequestId></ResponseMetadata></SendEmailResponse>';

const unsupported: SesError = {
  status: 400,
  type: 'Sender',
  code: 'InvalidAction',
  message: 'The local mail sink knows SendEmail only.',
};

/** Reads a list. SES numbers its members from 1. */
const listMembers = (form: URLSearchParams, name: string): string[] =>
  [...form].filter(([key]) => key.startsWith(`${name}.member.`)).map(([, value]) => value);

/** The tags of a message by name. */
const readTags = (form: URLSearchParams): Record<string, string> => {
  const names = [...form].filter(([key]) => /^Tags\.member\.\d+\.Name$/.test(key));
  return Object.fromEntries(
    names.map(([key, name]) => [name, form.get(key.replace(/Name$/, 'Value')) ?? '']),
  );
};

const readMail = (form: URLSearchParams) => ({
  to: listMembers(form, 'Destination.ToAddresses'),
  from: form.get('Source') ?? '',
  subject: form.get('Message.Subject.Data') ?? '',
  html: form.get('Message.Body.Html.Data') ?? '',
  text: form.get('Message.Body.Text.Data') ?? '',
});

/**
 * Implements the protocol of the SES client (AWS Query: a form in, XML out) and stores each message instead of sending it.
 * @param fault returns the current error
 * @param report receives SES's report about a message to an address of the simulator
 */
export const createSesSink = (store: MailStore, fault: () => MailFault, report: Reporter) =>
  new Hono().post('/', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const failure = form.get('Action') === 'SendEmail' ? sesErrors[fault()] : unsupported;
    c.header('content-type', 'text/xml');
    if (failure) return c.body(errorXml(failure), failure.status);
    const mail = readMail(form);
    const simulated = simulatedReport(mail.to, readTags(form));
    // The cloud reports later. Locally the report ends before the answer, so that no work is left running.
    if (simulated) await report(simulated);
    return c.body(resultXml(simulated?.eventType === 'Bounce' ? ulid() : await store.add(mail)));
  });
