import {
  AdminSetUserMFAPreferenceCommand,
  DeleteUserCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCoach } from '#functions/accounts/steps';
import { systemClock } from '#functions/lib/clock';
import { listActivity } from '#functions/school/activity';
import { resourceNames } from '#infra/local/addresses';
import { requiredSecondFactor } from '#infra/settings/settings-schema';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import type { Role } from '#shared/roles';
import { type Account, startTestStack, type TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
const tokens = new Map<string, string>();

const create = (role: Role): Promise<Account> => stack.createAccount(undefined, { role });

const tokenWithFactor = async (role: Role): Promise<string> => {
  const account = await create(role);
  const { code } = await stack.setUpSecondFactor(account);
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
  await stack.setUpSecondFactor(turnedOff);
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

describe('a factor of an administrator in the user pool', () => {
  const given = async () => {
    const account = await create('admin');
    const { email } = account.family.profile;
    const factor = await stack.setUpSecondFactor(account);
    return { account, email, factor };
  };
  const mayListAdmins = async (token: string) =>
    (await stack.call({ route: 'listAdmins', token })).status === 200;
  const preference = (token: string, Enabled: boolean) =>
    stack.pool.send(
      new SetUserMFAPreferenceCommand({
        AccessToken: token,
        SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled },
      }),
    );

  it('is out of reach of every token that has the role [MFA-08]', async () => {
    const { email, factor } = await given();
    const token = await stack.signInWithCode(email, factor.code());
    expect(await mayListAdmins(token)).toBe(true);
    const refused = 'Access Token does not have required scopes';
    await expect(preference(token, false)).rejects.toThrow(refused);
    await expect(stack.associate(token)).rejects.toThrow(refused);
    await expect(stack.pool.send(new DeleteUserCommand({ AccessToken: token }))).rejects.toThrow(refused);
  });

  it('that is replaced or switched off and on there gives no role, until it is set up here [MFA-08]', async () => {
    const { account, email, factor } = await given();
    // Tokens have whole seconds: the login is in a later one than the set-up.
    const before = Math.floor(Date.now() / 1_000);
    await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(before);
    const open = await stack.signInForSetUp(account, factor.code());
    expect(await mayListAdmins(open)).toBe(false);
    const { code } = await stack.associate(open);
    await stack.pool.send(new VerifySoftwareTokenCommand({ AccessToken: open, UserCode: code() }));
    await preference(open, false);
    expect(await mayListAdmins(await stack.signIn(email))).toBe(false);
    await preference(open, true);
    expect(await mayListAdmins(await stack.signInWithCode(email, code(30)))).toBe(false);

    // The set-up here.
    const next = await stack.associate(open);
    const body = { code: next.code() };
    expect((await stack.call({ route: 'turnOnSecondFactor', token: open, body })).status).toBe(200);
    await expect(stack.associate(open)).rejects.toThrow('revoked');
    expect(await mayListAdmins(await stack.signInWithCode(email, next.code(30)))).toBe(true);
  });

  it('is told to the owner and to the other administrators, and logged, when it is set up [MFA-08]', async () => {
    const { email } = await given();
    const other = await create('admin');
    const mailed = async () => (await stack.mails()).map(({ to, subject }) => `${to[0]}: ${subject}`);
    await expect.poll(mailed).toContain(`${email}: Two-step login was set up at Ballerz`);
    await stack.setUpSecondFactor(other);
    await expect.poll(mailed).toContain(`${email}: An administrator at Ballerz set up two-step login`);
    const [entry] = await listActivity(stack.table, { before: undefined, now: new Date(), limit: 1 });
    expect(entry).toMatchObject({ action: 'second-factor.on', actor_id: other.family.profile.id });
  });
});

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

type Row = [caller: string, admin: string | undefined, coach: string | undefined];

const getsFrom = (...[caller, admin, coach]: Row): void => {
  it.each([
    ['admin', admin],
    ['coach', coach],
    ['member', undefined],
  ] as const)('gets from all routes of access %s: %s [MFA-01]', async (access, expected) => {
    const names = routeList.filter(({ route }) => route.access === access).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(await refusalOf(name, caller), name).toBe(expected);
  });
};

describe.each<Row>([
  ['parent with factor', 'adminOnly', 'coachOnly'],
  ['admin', needed, needed],
  ['admin and coach', needed, undefined],
  ['admin, code turned off', needed, needed],
  ['admin with factor', undefined, undefined],
])('%s', getsFrom);
describe.each<Row>([
  ['parent', 'adminOnly', 'coachOnly'],
  ['coach', 'adminOnly', undefined],
  ['coach with factor', 'adminOnly', undefined],
  ['admin, set-up not complete', needed, needed],
])('%s', { tags: 'exhaustive' }, getsFrom);
