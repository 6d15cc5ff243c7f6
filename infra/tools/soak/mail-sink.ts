import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loopback } from '../../local/free-port.ts';
import { errorXml, resultXml, sesErrors } from '../../local/mail/ses-sink.ts';
import { type Random, randomOf } from './random.ts';

/** What becomes of one message that SES is asked to send. */
type Fate =
  | 'accepted'
  /** Refused, and SES says so. */
  | 'throttled'
  | 'down'
  /** The connection breaks, before or after SES took the message: nobody can tell. */
  | 'broken-before'
  | 'broken-after'
  /** It is taken, and what stands in front of SES fails. */
  | 'gateway-error';

const unknowable: ReadonlySet<Fate> = new Set(['broken-before', 'broken-after', 'gateway-error']);
const taken: ReadonlySet<Fate> = new Set(['accepted', 'broken-after', 'gateway-error']);

export interface Message {
  readonly id: string;
  readonly to: string;
  /** It goes out. */
  readonly isTaken: boolean;
  /** Who sent it cannot know whether it goes out. */
  readonly isUnknowable: boolean;
}

export interface MailSink {
  readonly endpoint: string;
  /** Treats messages to some recipients by seed, and keeps what it was asked to send to them. */
  open(seed: number, recipients: readonly string[]): { readonly messages: readonly Message[]; close(): void };
  stop(): Promise<void>;
}

const chooseFate = (rate: number, random: Random): Fate =>
  random.chance(rate)
    ? random.pick<Fate>(['throttled', 'throttled', 'down', 'broken-before', 'broken-after', 'gateway-error'])
    : 'accepted';

const answer = (response: ServerResponse, fate: Fate, id: string): void => {
  switch (fate) {
    case 'accepted':
      response.writeHead(200, { 'content-type': 'text/xml' }).end(resultXml(id));
      return;
    case 'throttled':
    case 'down':
      response
        .writeHead(sesErrors[fate === 'down' ? 'down' : 'throttle'].status, { 'content-type': 'text/xml' })
        .end(errorXml(sesErrors[fate === 'down' ? 'down' : 'throttle']));
      return;
    case 'gateway-error':
      response.writeHead(502).end('<html>Bad gateway</html>');
      return;
    case 'broken-before':
    case 'broken-after':
      response.socket?.destroy();
  }
};

/** Every third message to somebody is accepted: what SES refuses for ever is parked, which other tests try. */
const patience = 3;

/** Speaks SES's protocol and fails by seed. */
export const startMailSink = async (): Promise<MailSink> => {
  const boxes = new Map<string, { readonly seed: number; readonly messages: Message[] }>();
  let count = 0;

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const to = new URLSearchParams(body).get('Destination.ToAddresses.member.1') ?? '';
    const box = boxes.get(to);
    if (!box) return answer(response, 'down', '');
    const before = box.messages.filter((message) => message.to === to).length;
    const rate = randomOf(box.seed, 'post').pick([0, 0.2, 0.5]);
    const fate =
      before % patience === patience - 1
        ? 'accepted'
        : chooseFate(rate, randomOf(box.seed, 'post', to, before));
    count += 1;
    const id = `message-${count}`;
    box.messages.push({ id, to, isTaken: taken.has(fate), isUnknowable: unknowable.has(fate) });
    answer(response, fate, id);
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
