import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { generateSync } from 'otplib';
import * as z from 'zod/mini';
import { storeFirstLogin } from '#functions/accounts/account-marks';
import { getActiveProfile } from '#functions/accounts/accounts';
import { changeRole } from '#functions/accounts/admin';
import { registrationItem } from '#functions/accounts/registrations';
import { makeCoach } from '#functions/accounts/steps';
import { systemClock } from '#functions/lib/clock';
import { batchDelete, putItem } from '#functions/lib/dynamo/writes';
import { connectTable, type Table } from '#functions/lib/table';
import { forgetSettings, readSettingsNow, saveSettings } from '#functions/school/settings';
import { putFamily } from '#infra/local/seed/put';
import { type SampleFamily, sampleFamily } from '#infra/testing/samples/samples';
import { putMember } from '#infra/testing/samples/stored';
import { type RouteName, routes } from '#shared/contract/routes';
import type { FamilyRole } from '#shared/families/family';
import { type IdempotencyKey, idempotencyKeyHeader, userIdSchema } from '#shared/lib/ids';
import type { Role } from '#shared/roles';
import type { SchoolSettings } from '#shared/school/settings';
import { localPaths, resourceNames } from '../../local/addresses.ts';
import type { MailFault } from '../../local/mail/ses-sink.ts';
import { type StackOptions, startStack } from '../../local/stack.ts';
import { bodyOf } from '../services/forms.ts';
import { emptyUserPool, signInForSetUp } from '../services/test-user-pool.ts';
import { readAllItems } from '../table/all-items.ts';

export const testPassword = 'football1';

const mailSchema = z.object({
  to: z.array(z.string()),
  reply_to: z.nullable(z.string()),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});

export interface Account {
  readonly family: SampleFamily;
  readonly token: string;
}

/**
 * An authenticator app. Each code works once; those of a clock that is off by 30 seconds are taken too. The set-up has the
 * code of now and a login that of a clock that is ahead: both are taken too where the clock goes on by a step meanwhile.
 */
export interface Authenticator {
  readonly code: () => string;
  /** The code with which it was set up. */
  readonly usedCode: string;
}

export interface Call {
  readonly route: RouteName;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly idempotencyKey?: IdempotencyKey | string;
  readonly headers?: Record<string, string>;
  readonly method?: 'HEAD';
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export const request = async (url: string, init?: RequestInit): Promise<HttpAnswer> => {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : text) || undefined,
  };
};

const addressOf = ({ route, params = {}, query }: Call): string => {
  const path = routes[route].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return query ? `${path}?${new URLSearchParams(query)}` : path;
};

const createPoolUser = async (pool: CognitoIdentityProviderClient, email: string) => {
  const user = { UserPoolId: resourceNames.userPoolId, Username: email };
  const { User } = await pool.send(
    new AdminCreateUserCommand({
      ...user,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ],
    }),
  );
  await pool.send(new AdminSetUserPasswordCommand({ ...user, Password: testPassword, Permanent: true }));
  return userIdSchema.parse(User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value);
};

const tokensSchema = z.object({ AccessToken: z.string(), RefreshToken: z.string() });

const askPassword = (pool: CognitoIdentityProviderClient, email: string) =>
  pool.send(
    new AdminInitiateAuthCommand({
      UserPoolId: resourceNames.userPoolId,
      ClientId: resourceNames.userPoolClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: testPassword },
    }),
  );

const beginSession = async (pool: CognitoIdentityProviderClient, email: string) =>
  tokensSchema.parse((await askPassword(pool, email)).AuthenticationResult);

const signIn = async (pool: CognitoIdentityProviderClient, email: string): Promise<string> =>
  (await beginSession(pool, email)).AccessToken;

const beginSessionWithCode = async (pool: CognitoIdentityProviderClient, email: string, code: string) => {
  const { Session, ChallengeParameters } = await askPassword(pool, email);
  const answer = new RespondToAuthChallengeCommand({
    ClientId: resourceNames.userPoolClientId,
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session,
    ChallengeResponses: {
      USERNAME: ChallengeParameters?.USER_ID_FOR_SRP ?? '',
      SOFTWARE_TOKEN_MFA_CODE: code,
    },
  });
  return tokensSchema.parse((await pool.send(answer)).AuthenticationResult);
};

/** Starts the whole system on a free port, without sample data by default. Its data folder is removed by `stop`. */
export const startTestStack = async (options: Partial<StackOptions> = {}) => {
  const ownFolder = options.dataDir ? undefined : await mkdtemp(join(tmpdir(), 'stack-'));
  const stack = await startStack({
    empty: true,
    firstRetryAfterMs: 20,
    dataDir: ownFolder ?? '',
    ...options,
  });
  const table: Table = connectTable(resourceNames.table);
  const pool = new CognitoIdentityProviderClient({});
  const userPool = { id: resourceNames.userPoolId, client: pool };

  const setUpToken = ({ profile }: SampleFamily, code?: string) =>
    signInForSetUp({
      userPoolId: resourceNames.userPoolId,
      userPoolClientId: resourceNames.userPoolClientId,
      userPoolEndpoint: stack.url + localPaths.cognito,
      username: profile.email,
      password: testPassword,
      code,
    });

  const associate = async (AccessToken: string) => {
    const { SecretCode: secret = '' } = await pool.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    return { code: (ahead = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + ahead }) };
  };

  const setMailFault = async (mode: MailFault): Promise<void> => {
    await fetch(stack.url + localPaths.mailFault, { method: 'PUT', body: JSON.stringify({ mode }) });
  };

  return {
    url: stack.url,
    table,
    pool,

    call: async ({
      body: entered,
      token,
      idempotencyKey,
      headers,
      method,
      ...call
    }: Call): Promise<HttpAnswer> => {
      const body = await bodyOf(call.route, { ...call, body: entered }, (route, { params, body: asked }) =>
        request(stack.url + addressOf({ route, params: { ...params } }), {
          method: routes[route].method,
          headers: {
            ...(asked !== undefined && { 'content-type': 'application/json' }),
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
          ...(asked !== undefined && { body: JSON.stringify(asked) }),
        }),
      );
      return request(stack.url + addressOf(call), {
        method: method ?? routes[call.route].method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(idempotencyKey !== undefined && { [idempotencyKeyHeader]: idempotencyKey }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    },

    /** Creates an account with a verified email address, the family of the sample and a role. */
    createAccount: async (
      sample: SampleFamily = sampleFamily(),
      { role = 'parent' }: { readonly role?: Role } = {},
    ): Promise<Account> => {
      const { email } = sample.profile;
      const id = await createPoolUser(pool, email);
      const family = { ...sample, profile: { ...sample.profile, id } };
      await putFamily(table, family);
      await storeFirstLogin(table, id, family.profile.created_at);
      const profile = role === 'parent' ? undefined : await getActiveProfile(table, id);
      if (profile) {
        const deps = { table, userPool, clock: systemClock };
        await (role === 'coach' ? makeCoach(id, id, deps) : changeRole(profile, role, id, deps));
      }
      return { family, token: await signIn(pool, email) };
    },

    createMember: async (of: Pick<SampleFamily, 'id'>, family_role: FamilyRole = 'adult') => {
      const { profile } = sampleFamily({ now: new Date(), children: [] });
      const id = await createPoolUser(pool, profile.email);
      await putMember(table, { ...profile, id }, { family_id: of.id, family_role });
      await putItem(table, registrationItem({ email: profile.email, userId: id }));
      return { profile: { ...profile, id }, token: await signIn(pool, profile.email) };
    },

    beginSession: (email: string) => beginSession(pool, email),

    renew: async (RefreshToken: string): Promise<void> => {
      const ClientId = resourceNames.userPoolClientId;
      await pool.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }));
    },

    signIn: (email: string): Promise<string> => signIn(pool, email),

    signInForSetUp: ({ family }: Account, code?: string): Promise<string> => setUpToken(family, code),

    setUpSecondFactor: async ({ family }: Account): Promise<Authenticator> => {
      const AccessToken = await setUpToken(family);
      const { code } = await associate(AccessToken);
      const usedCode = code();
      const { status } = await request(stack.url + routes.turnOnSecondFactor.path, {
        method: routes.turnOnSecondFactor.method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${AccessToken}` },
        body: JSON.stringify({ code: usedCode }),
      });
      if (status !== 200) throw new Error(`The set-up was answered with ${status}`);
      return { code: () => code(30), usedCode };
    },

    associate,

    /** Sets up an authenticator in the user pool alone. */
    addAuthenticator: async ({ family }: Account): Promise<Authenticator> => {
      const AccessToken = await setUpToken(family);
      const { code } = await associate(AccessToken);
      const usedCode = code();
      await pool.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: usedCode }));
      const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
      await pool.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
      return { code: () => code(30), usedCode };
    },

    signInWithCode: async (email: string, code: string): Promise<string> =>
      (await beginSessionWithCode(pool, email, code)).AccessToken,

    asksForCode: async (email: string): Promise<boolean> =>
      (await askPassword(pool, email)).ChallengeName === 'SOFTWARE_TOKEN_MFA',

    mails: async () =>
      z.array(mailSchema).parse((await request(`${stack.url}${localPaths.mailbox}.json`)).body),

    /** The records that the mailer could not process in any retry. */
    deadLetters: async () =>
      z.array(z.unknown()).parse((await request(stack.url + localPaths.deadLetters)).body),

    setMailFault,

    /** Empties the table and the user pool, and ends the fault of the mail sink. Received mails stay. */
    clear: async (): Promise<void> => {
      await setMailFault('none');
      await emptyUserPool(userPool);
      await batchDelete(table, await readAllItems(table, { keysOnly: true }));
      forgetSettings(table);
    },

    /** Changes settings of the school; the others are the defaults. */
    setSettings: async (change: Partial<SchoolSettings>): Promise<void> => {
      await saveSettings(table, await readSettingsNow(table), change, []);
    },

    stop: async (): Promise<void> => {
      table.client.destroy();
      pool.destroy();
      await stack.stop();
      if (ownFolder) await rm(ownFolder, { recursive: true });
    },
  };
};

export type TestStack = Awaited<ReturnType<typeof startTestStack>>;
