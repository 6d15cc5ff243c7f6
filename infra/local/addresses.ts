import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export const localPaths = {
  cognito: '/_local/cognito',
  ses: '/_local/ses',
  secrets: '/_local/secrets',
  /** The page of Stripe's stand-in, and the tester's corner. Its API is at `/v1/`, where Stripe's library calls it. */
  stripe: '/_local/stripe',
  mailbox: '/_local/mailbox',
  authenticator: '/_local/authenticator',
  apiReference: '/api/docs',
  components: '/_local/components',
  clock: '/_local/clock',
  pause: '/_local/pause',
  mailFault: '/_local/mail-fault',
  deadLetters: '/_local/dead-letters.json',
} as const;

export const resourceNames = {
  region: 'eu-west-2',
  table: 'bookings',
  userPoolId: 'eu-west-2_Local',
  userPoolClientId: 'localsite',
  pictureHosts: ['pictures.example'],
  /** As the template calls them: roles name them so. */
  cardKeySecret: 'Key',
  cardEventsSecret: 'EventSecrets',
  /** Not secret locally. Tests send it in place of the distribution. */
  originKey: 'key-of-the-local-system',
} as const;

/** The only interface the local system listens on. */
export const loopback = '127.0.0.1';

/** A TCP port that is free now. Another process may take it before the caller does. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, loopback);
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo; a string is for pipes.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
