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
