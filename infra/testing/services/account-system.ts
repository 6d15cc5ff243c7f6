import { randomBytes, randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { accountOperations } from '#functions/account/operations';
import { bookingEntity } from '#functions/data/bookings/bookings';
import { batchDelete } from '#functions/data/dynamo/batch-write';
import { entityAttribute } from '#functions/data/dynamo/table-schema';
import { ledgerEntryEntity } from '#functions/data/ledger/entries';
import { mailRequestEntity } from '#functions/data/mail/mail-requests';
import { familyOperations } from '#functions/family/operations';
import { connectSes } from '#functions/lib/email/sending/ses-client';
import { createHandler } from '#functions/lib/http/create-handler';
import { linksOperations } from '#functions/links/operations';
import type { MailerDeps } from '#functions/mailer/deps';
import { handleRecords } from '#functions/mailer/handle-records';
import { accountRoutes } from '#shared/contract/account-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { linksRoutes } from '#shared/contract/links-routes';
import { type RouteName, routes } from '#shared/contract/routes';
import { sampleNow, sampleSender, sampleSiteUrl, sampleTimeZone } from '../samples/samples.ts';
import { readAllItems } from '../table/all-items.ts';
import { insertRecord } from '../table/insert-record.ts';
import { startTestTable } from '../table/test-table.ts';
import { type Answer, type Invocation, invoke } from './invoke.ts';
import { startSesEndpoint } from './ses-endpoint.ts';
import { startTestUserPool } from './test-user-pool.ts';

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
    account: createHandler(accountRoutes, accountOperations, {
      table,
      userPool,
      clientId: userPool.clientId,
      clock,
      pause,
      timeZone: sampleTimeZone,
    }),
    family: createHandler(familyRoutes, familyOperations, { table, clock, timeZone: sampleTimeZone }),
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
    const { batchItemFailures } = await handleRecords(records, mailer);
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
