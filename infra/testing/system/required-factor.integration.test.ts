import { AdminSetUserMFAPreferenceCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#functions/clock';
import { makeCoach } from '#functions/lib/identity/make-coach';
import { resourceNames } from '#infra/local/addresses';
import { requiredSecondFactor } from '#infra/settings/defaults';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import type { Role } from '#shared/roles';
import { type Account, startTestStack, type TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
const tokens = new Map<string, string>();

/** The rest of a set-up, after the authenticator: the codes are asked for, and the table notes it. */
const complete = async (account: Account): Promise<void> => {
  expect(await stack.call({ route: 'turnOnSecondFactor', token: account.token })).toMatchObject({
    status: 200,
  });
};

const create = (role: Role): Promise<Account> => stack.createAccount(undefined, { role });

/** A token of an account whose set-up is complete. */
const tokenWithFactor = async (role: Role): Promise<string> => {
  const account = await create(role);
  const { code } = await stack.addAuthenticator(account);
  await complete(account);
  return stack.signInWithCode(account.family.profile.email, code());
};

beforeAll(async () => {
  stack = await startTestStack({ secondFactor: requiredSecondFactor });
  const userPool = { id: resourceNames.userPoolId, client: stack.pool };
  const both = await create('admin');
  const { id, email } = both.family.profile;
  await makeCoach(id, id, { table: stack.table, userPool, clock: systemClock });

  const unfinished = await create('admin');
  const { code } = await stack.addAuthenticator(unfinished);

  const turnedOff = await create('admin');
  await stack.addAuthenticator(turnedOff);
  await complete(turnedOff);
  await stack.pool.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: resourceNames.userPoolId,
      Username: turnedOff.family.profile.id,
      SoftwareTokenMfaSettings: { Enabled: false },
    }),
  );

  for (const [name, token] of [
    ['parent', (await create('parent')).token],
    ['parent with factor', await tokenWithFactor('parent')],
    ['coach', (await create('coach')).token],
    ['coach with factor', await tokenWithFactor('coach')],
    ['admin', (await create('admin')).token],
    ['admin and coach', await stack.signIn(email)],
    ['admin, set-up not complete', await stack.signInWithCode(unfinished.family.profile.email, code())],
    ['admin, code turned off', await stack.signIn(turnedOff.family.profile.email)],
    ['admin with factor', await tokenWithFactor('admin')],
  ] as const)
    tokens.set(name, token);
});
afterAll(() => stack.stop());

/** The code of the refusal; undefined where the caller may call the route, whatever comes of it. */
const refusalOf = async (route: RouteName, caller: string): Promise<string | undefined> => {
  // Every part of a path names something that does not exist.
  const names = [...routes[route].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'nothing']);
  const params = Object.fromEntries(names);
  const answer = await stack.call({ route, token: tokens.get(caller) ?? '', params });
  expect(answer.status, `${caller} ${route}`).not.toBe(401);
  const { code } = Object(answer.body);
  // One of the routes turns the second factor on: sign-ins from before are not fresh then.
  return answer.status === 403 && code !== 'freshSignInRequired' ? code : undefined;
};

const needed = 'second-factor-needed';

describe.each<[caller: string, admin: string | undefined, coach: string | undefined]>([
  ['parent', 'adminOnly', 'coachOnly'],
  ['parent with factor', 'adminOnly', 'coachOnly'],
  ['coach', 'adminOnly', undefined],
  ['coach with factor', 'adminOnly', undefined],
  ['admin', needed, needed],
  ['admin and coach', needed, undefined],
  ['admin, set-up not complete', needed, needed],
  ['admin, code turned off', needed, needed],
  ['admin with factor', undefined, undefined],
])('%s', (caller, admin, coach) => {
  it.each([
    ['admin', admin],
    ['coach', coach],
    ['member', undefined],
  ] as const)('gets from all routes of access %s: %s [MFA-01]', async (access, expected) => {
    const names = routeList.filter(({ route }) => route.access === access).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(await refusalOf(name, caller), name).toBe(expected);
  });
});
