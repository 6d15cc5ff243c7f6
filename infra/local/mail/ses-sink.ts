import { Hono } from 'hono';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import type { MailStore } from './mail-store.ts';
import { type Reporter, simulatedReport } from './simulator.ts';

/** How the sink may be made to fail, as SES would. */
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

/** An error as SES writes it. */
export const errorXml = ({ type, code, message }: SesError): string =>
  `<ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>${type}</Type>` +
  `<Code>${code}</Code><Message>${message}</Message></Error><RequestId>local</RequestId></ErrorResponse>`;

/** How SES says that it accepted a message. */
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

/** SES's members of a list are numbered from 1. */
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
 * Speaks what the SES client sends (AWS Query: a form in, XML out) and keeps each message instead of sending it.
 * @param fault tells how to fail at this moment
 * @param report is told, as SES would tell it, what became of a message to an address of the simulator
 */
export const createSesSink = (store: MailStore, fault: () => MailFault, report: Reporter) =>
  new Hono().post('/', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const failure = form.get('Action') === 'SendEmail' ? sesErrors[fault()] : unsupported;
    c.header('content-type', 'text/xml');
    if (failure) return c.body(errorXml(failure), failure.status);
    const mail = readMail(form);
    const simulated = simulatedReport(mail.to, readTags(form));
    // The cloud reports later. Here it is done with before the answer, so that nothing is left running.
    if (simulated) await report(simulated);
    return c.body(resultXml(simulated?.eventType === 'Bounce' ? ulid() : await store.add(mail)));
  });
