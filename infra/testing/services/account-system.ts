import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DynamoDBRecord } from 'aws-lambda';
import { memberships } from '#functions/accounts/accounts';
import { bookingEntity } from '#functions/booking/bookings';
import { accountOperations } from '#functions/entries/account-operations';
import { familyOperations } from '#functions/entries/family-operations';
import { linksOperations } from '#functions/entries/links-operations';
import { ledgerEntryEntity } from '#functions/ledger/entries';
import type { MailerDeps } from '#functions/lib/deps';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { batchDelete } from '#functions/lib/dynamo/writes';
import { createHandler } from '#functions/lib/http/create-handler';
import { mailRequestEntity } from '#functions/lib/mail/mail-requests';
import { connectSes } from '#functions/lib/mail/send';
import { loopback } from '#infra/local/addresses';
import { errorXml, type ReceivedMail, readRawMail, resultXml } from '#infra/local/mail/ses-sink';
import { accountRoutes } from '#shared/contract/account-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { linksRoutes } from '#shared/contract/links-routes';
import { type RouteName, routes } from '#shared/contract/routes';
import { sampleNow, sampleSender, sampleSiteUrl, sampleTimeZone } from '../samples/samples.ts';
import { insertRecord, readAllItems } from '../table/all-items.ts';
import { startTestTable } from '../table/test-table.ts';
import { runMailer } from './background.ts';
import { type Answer, type Invocation, invoke } from './invoke.ts';
import { startTestUserPool } from './test-user-pool.ts';

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

/** The secret of the browser that signs up in tests. */
export const browserSecret = randomBytes(32).toString('base64url');

/** The body of a sign-up, with a new address. */
export const signUpBody = (email = `${randomUUID()}@example.com`) => ({
  email,
  password: 'secret',
  browser_secret: browserSecret,
  full_name: 'Pat Parent',
  phone_number: '07700 900123',
  children: [
    { name: 'Robin', date_of_birth: '2018-06-15', medical_conditions: 'Asthma' },
    { name: 'Alex', date_of_birth: '2020-02-29', medical_conditions: null },
  ],
});

type Item = Record<string, unknown>;

/** The account, family and links services and the mailer with a real table, a user pool and a mail endpoint. */
export const startAccountSystem = async () => {
  const [table, userPool, mail] = await Promise.all([
    startTestTable(),
    startTestUserPool(),
    startSesEndpoint(),
  ]);
  // The mailer creates its own client, which reads its endpoint from the environment.
  process.env.AWS_ENDPOINT_URL_SES = mail.url;
  process.env.AWS_REGION = 'eu-west-2';
  process.env.AWS_ACCESS_KEY_ID = 'test';
  process.env.AWS_SECRET_ACCESS_KEY = 'test';
  let now = sampleNow.getTime();
  const pauses: number[] = [];
  /** Each call advances the clock by a millisecond, so that no two times are equal. */
  const clock = () => {
    now += 1;
    return new Date(now);
  };
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
  };
  const sending = { ses: connectSes(), from: sampleSender };
  const handlers = {
    account: createHandler(
      accountRoutes,
      accountOperations,
      {
        table,
        userPool,
        clientId: userPool.clientId,
        clock,
        pause,
        timeZone: sampleTimeZone,
      },
      { memberships: memberships(table) },
    ),
    family: createHandler(
      familyRoutes,
      familyOperations,
      { table, clock, timeZone: sampleTimeZone },
      { memberships: memberships(table) },
    ),
    links: createHandler(linksRoutes, linksOperations, {
      table,
      mail: sending,
      clock,
      siteUrl: sampleSiteUrl,
      timeZone: sampleTimeZone,
    }),
  };
  const mailer: MailerDeps = {
    table,
    mail: sending,
    clock,
    siteUrl: sampleSiteUrl,
    timeZone: sampleTimeZone,
  };

  /** The stored items that match. */
  const items = async (isWanted: (item: Item) => boolean = () => true): Promise<Item[]> =>
    (await readAllItems(table)).filter(isWanted);

  /** The stream records for the mailer. */
  const waiting = async (): Promise<DynamoDBRecord[]> => {
    const wanted: ReadonlySet<unknown> = new Set([mailRequestEntity, bookingEntity, ledgerEntryEntity]);
    const found = await items((item) => wanted.has(item[entityAttribute]));
    return found.map((item) => insertRecord(item, String(item.id)));
  };

  /** Passes records to the mailer. Resolves to the failed ones. */
  const hand = async (records: readonly DynamoDBRecord[]): Promise<readonly string[]> => {
    const { batchItemFailures } = await runMailer(records, mailer);
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };

  return {
    table,
    userPool,
    mailer,
    /** Sent messages, oldest first. */
    mails: mail.received,
    mailAnswers: mail.answers,
    /** Requested pauses in milliseconds. They end at once. */
    pauses,
    items,
    waiting,
    hand,
    /** Passes all waiting records to the mailer. */
    deliver: async () => hand(await waiting()),
    now: () => new Date(now),
    passTime: (ms: number): void => {
      now += ms;
    },

    call: (
      route: RouteName & (keyof typeof accountRoutes | keyof typeof familyRoutes | keyof typeof linksRoutes),
      request: Omit<Invocation, 'route'> = {},
    ): Promise<Answer> => {
      const { service } = routes[route];
      return invoke(handlers[service], { route, sourceIp: randomUUID(), ...request });
    },

    /** The messages to an address, oldest first. */
    mailsTo: (email: string) => mail.received.filter(({ to }) => to.includes(email)),

    /** The token of the latest link to an address. */
    latestToken: (email: string): string => {
      const texts = mail.received.filter(({ to }) => to.includes(email)).map(({ text }) => text ?? '');
      const tokens = texts.flatMap((text) =>
        [...text.matchAll(/[?&]token=([\w-]+)/g)].map(([, token]) => token),
      );
      const token = tokens.at(-1);
      if (!token) throw new Error('No link was sent to this address');
      return token;
    },

    /** Deletes all stored items, users and sent messages. */
    clear: async (): Promise<void> => {
      await Promise.all([userPool.clear(), batchDelete(table, await items())]);
      mail.received.length = 0;
      pauses.length = 0;
    },

    stop: async (): Promise<void> => {
      await Promise.all([table.stop(), userPool.stop(), mail.stop()]);
    },
  };
};

export type AccountSystem = Awaited<ReturnType<typeof startAccountSystem>>;
