import { randomBytes, randomUUID } from 'node:crypto';
import {
  AdminListGroupsForUserCommand,
  GetTokensFromRefreshTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect } from 'vitest';
import { getAccount, memberships } from '#functions/accounts/accounts';
import { bookingEntity } from '#functions/booking/bookings';
import { accountOperations } from '#functions/entries/account-operations';
import { linksOperations } from '#functions/entries/links-operations';
import { ledgerEntryEntity } from '#functions/ledger/entries';
import type { MailerDeps } from '#functions/lib/deps';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { batchDelete } from '#functions/lib/dynamo/writes';
import { createHandler } from '#functions/lib/http/create-handler';
import { mailRequestEntity } from '#functions/lib/mail/mail-requests';
import { connectSes } from '#functions/lib/mail/send';
import { accountRoutes } from '#shared/contract/account-routes';
import type { familyRoutes } from '#shared/contract/family-routes';
import { linksRoutes } from '#shared/contract/links-routes';
import { type RouteName, routes } from '#shared/contract/routes';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { sampleSender, sampleSiteUrl, sampleTimeZone } from '../samples/samples.ts';
import { insertRecord } from '../table/all-items.ts';
import { adminApi } from './admin-api.ts';
import { runMailer } from './background.ts';
import { type Answer, type Invocation, invoke } from './invoke.ts';
import { startSesEndpoint } from './ses.ts';
import type { Parts } from './system.ts';
import { startTestUserPool } from './test-user-pool.ts';

export const browserSecret = randomBytes(32).toString('base64url');

export const newAddress = () => `${randomUUID()}@example.com`;

export const signUpBody = (email = newAddress()) => ({
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

/** Accounts in a user pool, and emails that a mailer with its own client sends to an endpoint. */
export const accountSteps = async ({ table, clock, now, handler, items, add }: Parts) => {
  const [userPool, mail] = await Promise.all([add(startTestUserPool()), add(startSesEndpoint())]);
  // The mailer creates its own client, which reads its endpoint from the environment.
  process.env.AWS_ENDPOINT_URL_SES = mail.url;
  process.env.AWS_REGION = 'eu-west-2';
  process.env.AWS_ACCESS_KEY_ID = 'test';
  process.env.AWS_SECRET_ACCESS_KEY = 'test';
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
  };
  const sending = { ses: connectSes(), from: sampleSender };
  const handlers = {
    account: createHandler(
      accountRoutes,
      accountOperations,
      { table, userPool, clientId: userPool.clientId, clock, pause, timeZone: sampleTimeZone },
      { memberships: memberships(table) },
    ),
    family: handler,
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

  const waiting = async (): Promise<DynamoDBRecord[]> => {
    const wanted: ReadonlySet<unknown> = new Set([mailRequestEntity, bookingEntity, ledgerEntryEntity]);
    const found = await items((item) => wanted.has(item[entityAttribute]));
    return found.map((item) => insertRecord(item, String(item.id)));
  };

  const hand = async (records: readonly DynamoDBRecord[]): Promise<readonly string[]> => {
    const { batchItemFailures } = await runMailer(records, mailer);
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };

  const delivered = new Set<string>();
  const keyOf = ({ dynamodb }: DynamoDBRecord) => {
    const { PK, SK } = dynamodb?.NewImage ?? {};
    return `${PK?.S} ${SK?.S}`;
  };
  /** Hands what is new since the last delivery without a failure. */
  const deliver = async () => {
    const records = (await waiting()).filter((record) => !delivered.has(keyOf(record)));
    const failed = await hand(records);
    if (failed.length === 0) for (const record of records) delivered.add(keyOf(record));
    return failed;
  };
  const call = (
    route: RouteName & (keyof typeof accountRoutes | keyof typeof familyRoutes | keyof typeof linksRoutes),
    request: Omit<Invocation, 'route'> = {},
  ): Promise<Answer> => {
    const { service } = routes[route];
    return invoke(handlers[service], { route, sourceIp: randomUUID(), ...request });
  };
  const mailsTo = (email: string) => mail.received.filter(({ to }) => to.includes(email));
  const tokensIn = (email: string, pattern: RegExp): string[] =>
    mailsTo(email).flatMap(({ text = '' }) => [...text.matchAll(pattern)].map(([, token]) => token ?? ''));
  const latestToken = (email: string): string =>
    tokensIn(email, /[?&]token=([\w-]+)/g).at(-1) ?? expect.unreachable('No link was sent to this address');
  const userOf = async (email: string): Promise<UserId> =>
    userIdSchema.parse((await userPool.usersOf(email))[0]);

  return {
    userPool,
    /** An administrator without an account. */
    admin: adminApi({ table, userPool, clock: now }),
    mailer,
    mails: mail.received,
    mailAnswers: mail.answers,
    pauses,
    /** Whatever a test stored stays for those after it. */
    reset: async (): Promise<void> => {},
    waiting,
    hand,
    deliver,
    call,
    /** Calls as an account, which acts for the family that it has. */
    as: (
      { id }: { readonly id: UserId },
      route: Parameters<typeof call>[0],
      request: Omit<Invocation, 'route'> = {},
    ) =>
      call(route, {
        userId: id,
        ...request,
        headers: { 'idempotency-key': randomUUID(), ...request.headers },
      }),

    mailsTo,
    latestToken,
    /** The secrets of the links to a page that were mailed to an address, oldest first. */
    linksTo: (email: string, page: `${string}-invitation` | 'open-school'): string[] =>
      tokensIn(email, new RegExp(`/${page}#([\\w.-]+)`, 'g')),

    userOf,
    groupsOf: async (Username: UserId) => {
      const { Groups = [] } = await userPool.client.send(
        new AdminListGroupsForUserCommand({ UserPoolId: userPool.id, Username }),
      );
      return Groups.map(({ GroupName }) => GroupName);
    },
    /** The account of a parent with a verified address, and two children. */
    openAccount: async (body = signUpBody()) => {
      expect(await call('signUp', { body })).toMatchObject({ status: 201 });
      await deliver();
      const { browser_secret, email } = body;
      const proof = { token: latestToken(email), browser_secret };
      expect(await call('verifyEmail', { body: proof })).toMatchObject({ body: { success: true } });
      const id = await userOf(email);
      const { family_id: familyId } = (await getAccount(table, id)) ?? expect.unreachable('no account');
      return { ...body, id, familyId, token: proof.token };
    },
    canSignIn: async ({ email, password }: { readonly email: string; readonly password: string }) =>
      'refreshToken' in (await userPool.signIn(email, password)),
    /** Begins a session. @returns whether it can be renewed */
    beginSession: async (email: string, password: string) => {
      const session = await userPool.signIn(email, password);
      if (!('refreshToken' in session)) throw new Error('A session is expected');
      const { clientId: ClientId, client } = userPool;
      const renewal = { ClientId, RefreshToken: session.refreshToken };
      return (): Promise<boolean> =>
        client.send(new GetTokensFromRefreshTokenCommand(renewal)).then(
          () => true,
          () => false,
        );
    },

    clear: async (): Promise<void> => {
      await Promise.all([userPool.clear(), batchDelete(table, await items())]);
      mail.received.length = 0;
      pauses.length = 0;
    },
  };
};
