import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminAddUserToGroupCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  DeleteUserCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getProfile } from '#functions/accounts/accounts';
import { beginFamilyDeletion, finishFamilyDeletion } from '#functions/across/delete-family';
import { getFamily } from '#functions/families/families';
import { listActivity } from '#functions/school/activity';
import { patiently } from '#infra/testing/runner/slowness';
import { sampleFamily } from '#infra/testing/samples/samples';
import { signUpBody } from '#infra/testing/services/account-system';
import { problems } from '#shared/contract/errors';
import { instantSchema } from '#shared/lib/values';
import { adminGroup } from '#shared/roles';
import { operatorId } from '#shared/school/activity';
import { resourceNames } from '../../local/addresses.ts';
import { type Account, startTestStack, type TestStack } from '../../testing/stack/test-stack.ts';
import { runCommand } from './run-command.ts';
import { connectTarget } from './target.ts';

let dataDir: string;
let stack: TestStack;
let accounts: Awaited<ReturnType<typeof connectTarget>>;
let now = Date.now();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'admin-'));
  stack = await startTestStack({ dataDir, timeZone: 'Pacific/Auckland' });
  accounts = await connectTarget({}, dataDir);
});
afterAll(async () => {
  accounts.table.client.destroy();
  accounts.userPool.client.destroy();
  await stack.stop();
  await rm(dataDir, { recursive: true });
});

const runAt = (at: Date, ...words: readonly string[]): Promise<string> =>
  runCommand(words, { ...accounts, clock: () => at });

const run = (...words: readonly string[]): Promise<string> => {
  // Two changes of a role within half a minute are refused.
  now += 60_000;
  return runAt(new Date(now), ...words);
};

/** The role in group and account, which must be equal. */
const rolesOf = async ({ family }: Account) => {
  const { Groups = [] } = await stack.pool.send(
    new AdminListGroupsForUserCommand({ UserPoolId: resourceNames.userPoolId, Username: family.profile.id }),
  );
  const member = await getProfile(stack.table, family.profile.id);
  return { groups: Groups.map(({ GroupName }) => GroupName), role: member?.role };
};
const asAdmin = { groups: [adminGroup], role: 'admin' };
const asParent = { groups: [], role: 'parent' };

it('makes the link of the first administrator, which the list shows without its secret [SCH-01]', async () => {
  const [email, other] = ['owner@example.com', 'other@example.com'];
  const link = async (to: string) => {
    const [, address = ''] = (await run('invite', to)).split('\n');
    return address.match(/^http:\/\/localhost:\d+\/open-school#([\w-]+\.[\w-]+)$/)?.[1] ?? '';
  };
  const read = (token: string) => stack.call({ route: 'getAdminInvitation', body: { token } });
  const first = await link(other);
  const second = await link(email.toUpperCase());
  expect((await read(first)).status).toBe(404);
  expect(await read(second)).toMatchObject({ status: 200, body: { email, opens_school: true } });
  expect(await run('list')).toMatch(
    /^There is no administrator yet\.\nA link "Open your school" for owner@example\.com is valid until \S+ \d\d:\d\d UTC\.$/,
  );
  const person = { email, full_name: 'Ada Owner', password: 'football1' };
  const accepted = await stack.call({ route: 'acceptAdminInvitation', body: { token: second, ...person } });
  expect(accepted.status).toBe(201);
  expect(await run('list')).toContain(email);
  expect(await run('list')).not.toContain('There is no');
  await stack.clear();
});

it('grants the role to several accounts, and revokes it from all but the last administrator', async () => {
  const [one, other] = [await stack.createAccount(), await stack.createAccount()];
  const [oneEmail, otherEmail] = [one.family.profile.email, other.family.profile.email];
  expect(await run('list')).toBe('There is no administrator yet.');

  await run('grant', ` ${oneEmail.toUpperCase()}`);
  expect(await rolesOf(one)).toEqual(asAdmin);
  expect(await run('list')).toBe(`${oneEmail} (no two-step login)`);
  await stack.setUpSecondFactor(one);
  expect(await run('list')).toBe(oneEmail);
  await run('grant', oneEmail);
  await expect(run('revoke', oneEmail)).rejects.toThrow(problems.lastAdmin.text);
  expect(await rolesOf(one)).toEqual(asAdmin);

  await run('grant', otherEmail);
  expect((await run('list')).split('\n').toSorted()).toEqual(
    [oneEmail, `${otherEmail} (no two-step login)`].toSorted(),
  );
  await run('revoke', oneEmail);
  expect(await rolesOf(one)).toEqual(asParent);
  expect(await rolesOf(other)).toEqual(asAdmin);
  await expect(run('revoke', oneEmail)).rejects.toThrow(`${oneEmail} is no administrator.`);
});

it('names families without a user, as after the user was deleted by a token of its own, until the office erases them', async () => {
  const everybody = 'Every account of the table has a login.';
  const [whole, emptied] = [await stack.createAccount(), await stack.createAccount()];
  const { id, email } = emptied.family.profile;
  expect(await run('without-login')).toBe(everybody);
  const token = await stack.signInForSetUp(emptied);
  await stack.pool.send(new DeleteUserCommand({ AccessToken: token }));
  expect(await run('without-login')).toBe(`${email} ${id}`);
  // The address can sign up again, as a new family. The old one stays until the office erases it.
  expect((await stack.call({ route: 'signUp', body: signUpBody(email) })).status).toBe(201);
  expect(await run('without-login')).toBe(`${email} ${id}`);
  expect(await getFamily(stack.table, whole.family.id)).toBeDefined();
  const begun = await beginFamilyDeletion(stack.table, emptied.family.id);
  if (begun.outcome !== 'begun') throw new Error('The family is stored');
  expect(await run('without-login')).toBe(`${email} ${id} (its deletion is not complete)`);
  await finishFamilyDeletion({ ...accounts, clock: () => new Date() }, begun.family, { by: 'admin' });
  expect(await run('without-login')).toBe(everybody);
});

describe('where table and user pool differ', () => {
  const inPool = ({ family }: Account, role = adminGroup) => ({
    UserPoolId: resourceNames.userPoolId,
    Username: family.profile.id,
    GroupName: role,
  });
  const asListed = async ({ family }: Account) =>
    (await run('list')).split('\n').filter((line) => line.startsWith(family.profile.email));

  it('an administrator without the group, as after a group was made anew, is named and repaired by grant', async () => {
    const lost = await stack.createAccount(undefined, { role: 'admin' });
    const { email, id } = lost.family.profile;
    await stack.pool.send(new AdminRemoveUserFromGroupCommand(inPool(lost)));
    expect(await rolesOf(lost)).toEqual({ groups: [], role: 'admin' });
    expect(await asListed(lost)).toEqual([
      `${email} (no two-step login) (in the table alone, without the role at login: run grant)`,
    ]);
    expect(await run('grant', email)).toContain('repaired');
    expect(await rolesOf(lost)).toEqual(asAdmin);
    const [entry] = await listActivity(stack.table, { before: undefined, now: new Date(now), limit: 1 });
    expect(entry).toMatchObject({ action: 'role.granted', actor_id: operatorId, subject_id: id });
    expect(await asListed(lost)).toEqual([`${email} (no two-step login)`]);
    expect(await run('grant', email)).not.toContain('repaired');
  });

  it('an administrator of the group alone is named, and loses the role and all sessions by revoke', async () => {
    const hidden = await stack.createAccount();
    const { email, id } = hidden.family.profile;
    await stack.pool.send(new AdminAddUserToGroupCommand(inPool(hidden)));
    const { RefreshToken } = await stack.beginSession(email);
    expect(await asListed(hidden)).toEqual([`${email} (in the user pool alone: run revoke, or grant)`]);
    expect(await run('revoke', email)).toContain('repaired');
    expect(await rolesOf(hidden)).toEqual(asParent);
    await expect(stack.renew(RefreshToken)).rejects.toThrow('revoked');
    const [entry] = await listActivity(stack.table, { before: undefined, now: new Date(now), limit: 1 });
    expect(entry).toMatchObject({ action: 'role.revoked', actor_id: operatorId, subject_id: id });
    expect(await asListed(hidden)).toEqual([]);
    await expect(run('revoke', email)).rejects.toThrow(`${email} is no administrator.`);
  });
});

it('refuses the role to an unknown account and to one without a verified email', async () => {
  await expect(run('grant', 'nobody@example.com')).rejects.toThrow(problems.accountNotFound.text);
  const sample = sampleFamily();
  const unverified = await stack.createAccount({
    ...sample,
    profile: { ...sample.profile, email_verified: false },
  });
  await expect(run('grant', unverified.family.profile.email)).rejects.toThrow(problems.emailNotVerified.text);
  expect(await rolesOf(unverified)).toEqual(asParent);
});

it.each([
  [
    [],
    'Known commands: invite <email>, grant <email>, revoke <email>, reset-factor <email>, list, without-login, retention --dry-run, mail <address or booking>, status, queue <name>.',
  ],
  [
    ['promote', 'a@example.com'],
    'Known commands: invite <email>, grant <email>, revoke <email>, reset-factor <email>, list, without-login, retention --dry-run, mail <address or booking>, status, queue <name>.',
  ],
  [['grant'], 'Please enter your email'],
  [['grant', 'nobody'], 'Please enter a valid email address'],
  [['grant', 'a@example.com', 'b@example.com'], 'Name one email address.'],
])('refuses %j with a message', async (words, message) => {
  await expect(run(...words)).rejects.toThrow(message);
});

it('says what the next night would remove, and changes nothing [SEE-03]', async () => {
  const created_at = instantSchema.parse('2020-01-01T00:00:00.000Z');
  const card = { medical_conditions: 'Asthma', health_answer: null, created_at };
  const { family } = await stack.createAccount(sampleFamily({ children: [card] }));
  const before = await getFamily(stack.table, family.id);
  const told = await run('retention', '--dry-run');
  expect(told).toContain('Notes and contacts that go: 0');
  expect(told).toContain(`Families to be asked whether to keep theirs: 1\n  ${family.children[0]?.id}\n`);
  expect(told).toMatch(/Registers and views of before \d{4}-\d\d-\d\d go by their lifetime/);
  expect(await getFamily(stack.table, family.id)).toEqual(before);
  await expect(run('retention')).rejects.toThrow('use retention --dry-run');
});

it('resets the second factor of an account, which is logged and emailed [MFA-05]', async () => {
  const account = await stack.createAccount();
  const { email } = account.family.profile;
  await stack.addAuthenticator(account);
  expect(await stack.asksForCode(email)).toBe(true);
  await run('reset-factor', email);
  expect(await stack.asksForCode(email)).toBe(false);
  await vi.waitFor(
    async () => expect((await stack.mails()).map(({ to }) => to[0])).toContain(email),
    patiently,
  );
  const [entry] = await listActivity(stack.table, { before: undefined, now: new Date(now), limit: 1 });
  expect(entry).toMatchObject({
    action: 'second-factor.reset',
    actor_id: operatorId,
    subject_id: account.family.profile.id,
  });
  await expect(run('reset-factor', 'nobody@example.com')).rejects.toThrow('There is no account');
});
