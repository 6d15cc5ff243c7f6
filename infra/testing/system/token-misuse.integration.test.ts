import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminInitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { routeList } from '#shared/contract/routes';
import { adminGroup, coachGroup } from '#shared/roles';
import { localPaths, resourceNames } from '../../local/addresses.ts';
import { openSigningKey } from '../../local/cognito/sessions.ts';
import { codeOfRefusal, expectProductHeaders } from '../attack/answers.ts';
import { type Account, request, startTestStack, type TestStack, testPassword } from '../stack/test-stack.ts';

let folder: string;
let stack: TestStack;
let admin: Account;
let session: { AccessToken: string; IdToken: string; RefreshToken: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokens-'));
  stack = await startTestStack({ dataDir: folder });
  admin = await stack.createAccount(undefined, { role: 'admin' });
  session = await signIn();
});
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true });
});

const sessionSchema = z.object({ AccessToken: z.string(), IdToken: z.string(), RefreshToken: z.string() });
const signIn = async () => {
  const { AuthenticationResult } = await stack.pool.send(
    new AdminInitiateAuthCommand({
      UserPoolId: resourceNames.userPoolId,
      ClientId: resourceNames.userPoolClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: admin.family.profile.email, PASSWORD: testPassword },
    }),
  );
  return sessionSchema.parse(AuthenticationResult);
};

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const splitWords = (token: string) => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return { header, payload, signature };
};

/** The token with other claims, signed with the pool's key or another one. */
const signedAnew = async (claims: Record<string, unknown>, keyFile = 'cognito/signing-key.pem') => {
  const key = await openSigningKey(join(folder, keyFile));
  const real = JSON.parse(Buffer.from(splitWords(session.AccessToken).payload, 'base64url').toString());
  return `Bearer ${key.sign({ ...real, ...claims })}`;
};

const signedWithPublicKey = async (): Promise<string> => {
  const { body } = await request(
    `${stack.url}${localPaths.cognito}/${resourceNames.userPoolId}/.well-known/jwks.json`,
  );
  const { keys } = z.object({ keys: z.array(z.looseObject({})) }).parse(body);
  const key: JsonWebKey = { ...keys[0] };
  const secret = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const content = `${encode({ alg: 'HS256', kid: 'local', typ: 'JWT' })}.${splitWords(session.AccessToken).payload}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
};

const misuses: [string, () => string | Promise<string>][] = [
  ['no token', () => ''],
  ['another scheme', () => `Basic ${Buffer.from('pat:football1').toString('base64')}`],
  ['a token without its last letters', () => `Bearer ${session.AccessToken.slice(0, -5)}`],
  ['a token without its signature', () => `Bearer ${session.AccessToken.replace(/[^.]*$/, '')}`],
  ['half of a token', () => `Bearer ${session.AccessToken.slice(0, session.AccessToken.length / 2)}`],
  ['two tokens', () => `Bearer ${session.AccessToken}, Bearer ${session.AccessToken}`],
  ['an id token', () => `Bearer ${session.IdToken}`],
  ['a refresh token', () => `Bearer ${session.RefreshToken}`],
  [
    'an unsigned token',
    () => `Bearer ${encode({ alg: 'none' })}.${splitWords(session.AccessToken).payload}.`,
  ],
  [
    'an unsigned token with the original signature',
    () => {
      const { payload, signature } = splitWords(session.AccessToken);
      return `Bearer ${encode({ alg: 'none', kid: 'local' })}.${payload}.${signature}`;
    },
  ],
  ['a token that expired a second ago', () => signedAnew({ exp: Math.floor(Date.now() / 1000) - 1 })],
  ['a token of another pool', () => signedAnew({ iss: `${stack.url}${localPaths.cognito}/eu-west-2_Other` })],
  ['a token of another client', () => signedAnew({ client_id: 'another' })],
  ['a token signed with another key', () => signedAnew({}, 'foreign.pem')],
  ['a token for another use', () => signedAnew({ token_use: 'refresh' })],
  ['a token without a subject', () => signedAnew({ sub: '' })],
  ['a token signed with the public key', async () => `Bearer ${await signedWithPublicKey()}`],
  [
    'a token with groups that it was not given',
    () => {
      const { header, payload, signature } = splitWords(session.AccessToken);
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const groups = { 'cognito:groups': [adminGroup, coachGroup] };
      return `Bearer ${header}.${encode({ ...claims, ...groups })}.${signature}`;
    },
  ],
  [
    'a token with the signature of another one',
    () => {
      const { header, payload } = splitWords(session.AccessToken);
      return `Bearer ${header}.${payload}.${splitWords(session.IdToken).signature}`;
    },
  ],
  [
    'a token that names another key',
    () => {
      const { payload, signature } = splitWords(session.AccessToken);
      return `Bearer ${encode({ alg: 'RS256', kid: '../../etc/passwd' })}.${payload}.${signature}`;
    },
  ],
];

const guarded = routeList.filter(({ route }) => route.access !== 'public');

/** Calls routes, by default every one that is not public. */
const askAll = (authorization: string, asked = guarded) =>
  Promise.all(
    asked.map(async ({ name, route }) => {
      const params = Object.fromEntries(
        [...route.path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => [id, 'x']),
      );
      return {
        name,
        answer: await stack.call({
          route: name,
          params,
          headers: authorization ? { authorization } : {},
          ...(route.body && { body: {} }),
        }),
      };
    }),
  );

const expectAllRefused = async (authorization: string, asked = guarded): Promise<void> => {
  for (const { name, answer } of await askAll(authorization, asked)) {
    expectProductHeaders(answer);
    expect([name, codeOfRefusal(answer)]).toEqual([name, 'notAuthenticated']);
  }
};

/** Those of one family's adults and of the office's bookings for it are among them. */
it('20 misuses are tried on every route that is not public [PRM-13]', () => {
  expect(misuses.length).toBe(20);
  const names = guarded.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['inviteAdult', 'endAdultAccess', 'acceptMyAdultInvitation', 'bookForFamily']),
  );
});

describe.each(misuses.map(([misuse, authorization], at) => ({ misuse, authorization, at })))(
  '$misuse',
  ({ authorization, at }) => {
    it('is refused by every tenth route that is not public, another tenth for each [PRM-13, PRM-14]', async () => {
      const asked = guarded.filter((_, index) => index % 10 === at % 10);
      expect(asked.length).toBeGreaterThan(10);
      await expectAllRefused(await authorization(), asked);
    });

    it('is refused by every route that is not public', { tags: 'exhaustive' }, async () => {
      await expectAllRefused(await authorization());
    });
  },
);

it('every route accepts the token, and another one with the same signature', async () => {
  const groups = { 'cognito:groups': [adminGroup] };
  for (const authorization of [`Bearer ${session.AccessToken}`, await signedAnew(groups)]) {
    for (const { answer } of await askAll(authorization)) expect([401, 403]).not.toContain(answer.status);
  }
});
