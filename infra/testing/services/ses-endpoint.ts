import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loopback } from '#infra/local/free-port';
import { type ReceivedMail, readRawMail } from '#infra/local/mail/read-raw-mail';
import { errorXml, resultXml } from '#infra/local/mail/ses-sink';

/** How the endpoint answers a request. */
export type SesAnswer =
  | { readonly kind: 'accept' }
  /** An error in SES's format. */
  | { readonly kind: 'error'; readonly status: number; readonly code: string; readonly message: string }
  /** An answer that is not from SES. */
  | { readonly kind: 'page'; readonly status: number; readonly body: string }
  /** The connection breaks after the request. */
  | { readonly kind: 'break' }
  | { readonly kind: 'silence' }
  /** A truncated success. */
  | { readonly kind: 'half' };

export interface SesEndpoint {
  readonly url: string;
  /** Every message that arrived, with any answer. */
  readonly received: ReceivedMail[];
  /** Answers to the next requests, in order. Without one, the endpoint accepts. */
  readonly answers: SesAnswer[];
  /** Number of connections. */
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
  const server = createServer(async (request, response) => {
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
