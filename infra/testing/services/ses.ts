import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  SESClient,
  SESServiceException,
  SendRawEmailCommand,
  type SendRawEmailCommandInput,
} from '@aws-sdk/client-ses';
import { mockClient } from 'aws-sdk-client-mock';
import { loopback } from '#infra/local/addresses';
import {
  errorXml,
  type MailFault,
  type ReceivedMail,
  readRawMail,
  resultXml,
  sesErrorOf,
} from '#infra/local/mail/ses-sink';
import { checkRole } from '#infra/local/roles/roles';
import { mimeFaults } from '../formats/check-mime.ts';
import { sampleSender } from '../samples/samples.ts';

export type SesAnswer =
  | { readonly kind: 'accept' }
  | { readonly kind: 'error'; readonly status: number; readonly code: string; readonly message: string }
  /** An answer that is not from SES. */
  | { readonly kind: 'page'; readonly status: number; readonly body: string }
  /** The connection breaks after the request. */
  | { readonly kind: 'break' }
  | { readonly kind: 'silence' }
  | { readonly kind: 'half' };

export interface SesEndpoint {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Answers to the next requests, in order. Without one, the endpoint accepts. */
  readonly answers: SesAnswer[];
  connections(): number;
  stop(): Promise<void>;
}

const acceptance = resultXml('message-1');

const answerWith = (answer: SesAnswer, response: ServerResponse): void => {
  switch (answer.kind) {
    case 'accept':
      response.writeHead(200, { 'content-type': 'text/xml' }).end(acceptance);
      return;
    case 'error':
      response
        .writeHead(answer.status, { 'content-type': 'text/xml' })
        .end(errorXml({ ...answer, type: 'Sender' }));
      return;
    case 'page':
      response.writeHead(answer.status).end(answer.body);
      return;
    case 'break':
      response.socket?.destroy();
      return;
    case 'half':
      response.writeHead(200, { 'content-type': 'text/xml' }).write(acceptance.slice(0, 40));
      return;
    case 'silence':
  }
};

/** Starts an endpoint with SES's protocol, so that tests use the real client. */
export const startSesEndpoint = async (): Promise<SesEndpoint> => {
  const received: ReceivedMail[] = [];
  const answers: SesAnswer[] = [];
  let connections = 0;
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push(await readRawMail(new URLSearchParams(body)));
    answerWith(answers.shift() ?? { kind: 'accept' }, response);
  }).listen(0, loopback);
  server.on('connection', () => {
    connections += 1;
  });
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo; a string is for pipes.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${loopback}:${port}`,
    received,
    answers,
    connections: () => connections,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type SesOutcome =
  | 'accept'
  | Exclude<MailFault, 'none'>
  /** The connection breaks before SES accepts the email, or after it. The sender cannot tell which. */
  | 'break-before'
  | 'break-after';

interface FakeMail {
  readonly to: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly outcome: SesOutcome;
  readonly isAccepted: boolean;
  readonly data: string;
}

const toFakeMail = (input: SendRawEmailCommandInput, outcome: SesOutcome): FakeMail => ({
  to: input.Destinations?.[0] ?? '',
  tags: Object.fromEntries((input.Tags ?? []).map(({ Name, Value }) => [Name, Value ?? ''])),
  outcome,
  isAccepted: outcome === 'accept' || outcome === 'break-after',
  data: Buffer.from(input.RawMessage?.Data ?? []).toString(),
});

/**
 * A client of SES without a network, for tests on a virtual clock.
 * @param outcomeOf decides what becomes of the next email
 */
export const createFakeSes = (
  outcomeOf: (to: string) => SesOutcome | Promise<SesOutcome> = () => 'accept',
) => {
  const client = new SESClient({
    region: 'eu-west-2',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const mails: FakeMail[] = [];
  const answer = async (input: SendRawEmailCommandInput) => {
    const mail = toFakeMail(input, await outcomeOf(input.Destinations?.[0] ?? ''));
    const faults = mimeFaults(mail.data);
    if (faults.length > 0) throw new Error(`The email breaks its standards: ${faults.join('; ')}`);
    mails.push(mail);
    const { outcome } = mail;
    if (outcome === 'accept') return { MessageId: `ses-${mails.length}` };
    if (outcome === 'break-before' || outcome === 'break-after') throw new Error('socket hang up');
    const refusal = sesErrorOf(outcome, { to: mail.to, from: sampleSender });
    throw new SESServiceException({
      name: refusal?.code ?? '',
      message: refusal?.message ?? '',
      $fault: 'client',
      $metadata: refusal ? { httpStatusCode: refusal.status } : {},
    });
  };
  mockClient(client)
    .on(SendRawEmailCommand)
    .callsFake((input: SendRawEmailCommandInput) =>
      checkRole({ client: 'SESClient', command: 'SendRawEmail', input }, () => answer(input)),
    );
  return { client, mails };
};
