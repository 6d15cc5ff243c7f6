import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/stack/temp-dir.ts';
import { openSigningKey } from '../cognito/sessions.ts';
import { createAuthorizer } from './authorizer.ts';

const issuer = 'http://localhost/pool';
const clientId = 'client';
const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
const claims = { iss: issuer, exp: inAnHour, client_id: clientId, token_use: 'access', sub: 'user' };

const setUp = async () => {
  const key = await openSigningKey(join(await tempDir(), 'key.pem'));
  return { key, authorize: createAuthorizer({ issuer, clientId, jwks: key.jwks }) };
};

it('returns the claims as text, a list in brackets', async () => {
  const { key, authorize } = await setUp();
  const token = key.sign({ ...claims, 'cognito:groups': ['admin', 'coach'] });
  expect(authorize(`Bearer ${token}`)).toEqual({
    ...claims,
    exp: String(inAnHour),
    'cognito:groups': '[admin coach]',
  });
});

it('accepts an id token, which the handlers refuse', async () => {
  const { key, authorize } = await setUp();
  const { client_id, ...others } = claims;
  expect(authorize(`Bearer ${key.sign({ ...others, aud: client_id, token_use: 'id' })}`)).toMatchObject({
    token_use: 'id',
  });
});

it.each([
  ['an expired token', { exp: 1 }],
  ['a token that is not valid yet', { nbf: inAnHour }],
  ['a token of another issuer', { iss: 'http://localhost/other' }],
  ['a token of another client', { client_id: 'other' }],
  ['an id token of another client', { aud: 'other' }],
])('refuses %s', async (_, change) => {
  const { key, authorize } = await setUp();
  expect(authorize(`Bearer ${key.sign({ ...claims, ...change })}`)).toBeUndefined();
});

it.each([
  [-24, 'good until its time by the clock of the stack', true],
  [0, 'refused', false],
  [24, 'refused', false],
])('a token of an hour ago, where the clock is moved by %d hours, is %s', async (hours, _, isGood) => {
  const { key } = await setUp();
  const clock = () => new Date(Date.now() + hours * 3_600_000);
  const authorize = createAuthorizer({ issuer, clientId, jwks: key.jwks, clock });
  const token = key.sign({ ...claims, exp: inAnHour - 7_200 });
  expect(authorize(`Bearer ${token}`) !== undefined).toBe(isGood);
});

it('a clock that is moved on ends no session', async () => {
  const { key } = await setUp();
  const clock = () => new Date(Date.now() + 24 * 3_600_000);
  const authorize = createAuthorizer({ issuer, clientId, jwks: key.jwks, clock });
  expect(authorize(`Bearer ${key.sign(claims)}`)).toBeDefined();
});

it.each([undefined, '', 'Bearer ', 'Bearer nonsense', 'Basic dXNlcjpwYXNz'])(
  'refuses "%s"',
  async (header) => {
    const { authorize } = await setUp();
    expect(authorize(header)).toBeUndefined();
  },
);

it('refuses a token that is signed with another key, and one with changed content', async () => {
  const { key, authorize } = await setUp();
  const other = await setUp();
  expect(authorize(`Bearer ${other.key.sign(claims)}`)).toBeUndefined();
  const [header, , signature] = key.sign(claims).split('.');
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'someone else' })).toString('base64url');
  expect(authorize(`Bearer ${header}.${forged}.${signature}`)).toBeUndefined();
});
