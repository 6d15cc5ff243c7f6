import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loopback } from '../../local/free-port.ts';
import { errorXml, resultXml, sesErrors } from '../../local/mail/ses-sink.ts';
import { type Random, randomOf } from './random.ts';

/** The outcome of one request to send a message. */
type Outcome =
  | 'accepted'
  /** SES refuses with an error. */
  | 'throttled'
  | 'down'
  /** The connection breaks, before or after SES accepts the message. The sender cannot tell which. */
  | 'broken-before'
  | 'broken-after'
  /** SES accepts the message, and a gateway in front of it answers with an error. */
  | 'gateway-error';

const unknownOutcomes: ReadonlySet<Outcome> = new Set(['broken-before', 'broken-after', 'gateway-error']);
const acceptedOutcomes: ReadonlySet<Outcome> = new Set(['accepted', 'broken-after', 'gateway-error']);

export interface Message {
  readonly id: string;
  readonly to: string;
  /** SES sends it. */
  readonly isAccepted: boolean;
  /** The sender cannot know whether SES sends it. */
  readonly isOutcomeUnknown: boolean;
}

export interface MailSink {
  readonly endpoint: string;
  /** Answers requests for some recipients by seed, and records the messages. */
  open(seed: number, recipients: readonly string[]): { readonly messages: readonly Message[]; close(): void };
  stop(): Promise<void>;
}

const chooseOutcome = (rate: number, random: Random): Outcome =>
  random.chance(rate)
    ? random.pick<Outcome>([
        'throttled',
        'throttled',
        'down',
        'broken-before',
        'broken-after',
        'gateway-error',
      ])
    : 'accepted';

const answer = (response: ServerResponse, outcome: Outcome, id: string): void => {
  switch (outcome) {
    case 'accepted':
      response.writeHead(200, { 'content-type': 'text/xml' }).end(resultXml(id));
      return;
    case 'throttled':
    case 'down':
      response
        .writeHead(sesErrors[outcome === 'down' ? 'down' : 'throttle'].status, { 'content-type': 'text/xml' })
        .end(errorXml(sesErrors[outcome === 'down' ? 'down' : 'throttle']));
      return;
    case 'gateway-error':
      response.writeHead(502).end('<html>Bad gateway</html>');
      return;
    case 'broken-before':
    case 'broken-after':
      response.socket?.destroy();
  }
};

/** Every third message to a recipient is accepted. Messages that are refused for ever are tested with the mailer. */
const acceptedEvery = 3;

/** Starts a server with SES's protocol that injects faults by seed. */
export const startMailSink = async (): Promise<MailSink> => {
  const boxes = new Map<string, { readonly seed: number; readonly messages: Message[] }>();
  let count = 0;

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const to = new URLSearchParams(body).get('Destinations.member.1') ?? '';
    const box = boxes.get(to);
    if (!box) return answer(response, 'down', '');
    const before = box.messages.filter((message) => message.to === to).length;
    const rate = randomOf(box.seed, 'mail').pick([0, 0.2, 0.5]);
    const outcome =
      before % acceptedEvery === acceptedEvery - 1
        ? 'accepted'
        : chooseOutcome(rate, randomOf(box.seed, 'mail', to, before));
    count += 1;
    const id = `message-${count}`;
    box.messages.push({
      id,
      to,
      isAccepted: acceptedOutcomes.has(outcome),
      isOutcomeUnknown: unknownOutcomes.has(outcome),
    });
    answer(response, outcome, id);
  }).listen(0, loopback);
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo; a string is for pipes.
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://${loopback}:${port}`,
    open: (seed, recipients) => {
      const box = { seed, messages: [] };
      for (const recipient of recipients) boxes.set(recipient, box);
      return {
        messages: box.messages,
        close: () => {
          for (const recipient of recipients) boxes.delete(recipient);
        },
      };
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
