import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { interruptAt } from '#infra/testing/mutants/mutant';
import { sampleTimeZone } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { accountSteps, newAddress } from '#infra/testing/services/account-system';
import { invoke } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { accountRoutes } from '#shared/accounts/routes';
import { routes } from '#shared/contract/routes';
import { hourMs, secondMs } from '#shared/lib/durations';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { adminGroup } from '#shared/roles';
import { accountOperations } from '../entries/account-operations.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { listActivity } from '../school/activity.ts';
import { getPeopleCounts, getProfile } from './accounts.ts';
import { createAdminLink } from './openings.ts';
import { beginRoleChange } from './roles.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, userPool, admin: office, userOf, groupsOf, openAccount: newParent } = system;
beforeEach(() => system.clear());

const makeLink = async (email?: string): Promise<string> =>
  (await createAdminLink(table, { now: system.now(), ...(email && { email }) })) ?? expect.unreachable();

const read = (token: string) => system.call('getAdminInvitation', { body: { token } });
const accept = (token: string, email: string) =>
  system.call('acceptAdminInvitation', {
    body: { token, email, full_name: 'Ada Owner', password: 'football1' },
  });
const acceptAs = (userId: UserId, token: string) =>
  system.call('acceptMyAdminInvitation', { userId, body: { token } });
const isAdmin = async (email: string): Promise<boolean> => {
  const [id] = await userPool.usersOf(email);
  const profile = id && (await getProfile(table, userIdSchema.parse(id)));
  if (!profile) return false;
  const { role, role_pending } = profile;
  return role === 'admin' && !role_pending && (await groupsOf(profile.id)).includes(adminGroup);
};
const invalid = { status: 404, body: { code: 'adminInvitationInvalid' } };

describe('the link of a system without an administrator', () => {
  it.each([
    ['printed for whoever starts it', undefined],
    ['made for an address', newAddress()],
  ])('%s opens the account of an administrator, who is no family [SCH-01]', async (_, named) => {
    const link = await makeLink(named);
    const email = named ?? newAddress();
    expect((await read(link)).body).toEqual({ email: named ?? null, has_account: false, opens_school: true });
    expect(await accept(link, email)).toMatchObject({ status: 201 });
    const id = await userOf(email);
    expect(await getProfile(table, id)).toMatchObject({
      email,
      email_verified: true,
      full_name: 'Ada Owner',
    });
    expect(await isAdmin(email)).toBe(true);
    // The log names the person, and not the command that made the link.
    const logged = await listActivity(table, { before: undefined, now: system.now(), limit: 9 });
    expect(logged).toMatchObject([{ actor_id: id, action: 'role.granted', subject_id: id }]);
    expect(await getPeopleCounts(table)).toMatchObject({ families: 0, admins: 1 });
    expect(await system.items(({ entity }) => entity === 'child')).toEqual([]);
    // Once, by whatever address.
    for (const other of [email, newAddress()]) expect(await accept(link, other)).toMatchObject(invalid);
    expect(await read(link)).toMatchObject(invalid);
  });

  it('makes one administrator, whoever uses it at once [SCH-01]', async () => {
    const link = await makeLink();
    const addresses = [newAddress(), newAddress(), newAddress()];
    const answers = await Promise.all(addresses.map((email) => accept(link, email)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await getPeopleCounts(table)).toMatchObject({ families: 0, admins: 1 });
    const admins = await Promise.all(addresses.map(isAdmin));
    expect(admins).toEqual(answers.map(({ status }) => status === 201));
    // No account is left of those who were late.
    const users = await Promise.all(addresses.map((email) => userPool.usersOf(email)));
    expect(users.flat()).toHaveLength(1);
  });

  it('wins over another one that was made before, also while that one is used [SCH-01]', async () => {
    const [one, other] = [newAddress(), newAddress()];
    const first = await makeLink(one);
    let second = '';
    const answer = await withChangeBetween(
      table,
      async () => {
        second = await makeLink(other);
      },
      () => accept(first, one),
      (_, input) => JSON.stringify(input).includes('used_by'),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'roleChanging' } });
    expect(await isAdmin(one)).toBe(false);
    expect(await read(first)).toMatchObject(invalid);
    expect(await accept(second, other)).toMatchObject({ status: 201 });
    expect(await getPeopleCounts(table)).toMatchObject({ admins: 1 });
  });

  it('ends with an administrator who came another way, and after 24 hours [SCH-01]', async () => {
    const link = await makeLink();
    system.passTime(limits.adminInvitationHours * hourMs - 60 * secondMs);
    expect((await read(link)).status).toBe(200);
    system.passTime(60 * secondMs);
    expect(await accept(link, newAddress())).toMatchObject(invalid);
    const late = await makeLink();
    expect((await read(late)).status).toBe(200);
    const { id: family_id, profile } = await storedFamily(table, { children: [] });
    const before = { ...profile, family_id, role: 'parent' } as const;
    expect(await beginRoleChange(table, before, 'admin', instantOf(system.now()), [])).toMatchObject({
      outcome: 'done',
    });
    expect(await read(late)).toMatchObject(invalid);
    expect(await accept(late, newAddress())).toMatchObject(invalid);
  });

  it('is stored as a hash, without the address that is named, and in no log [SCH-01]', async () => {
    const link = await makeLink();
    const email = newAddress();
    const [, secret = ''] = link.split('.');
    expect(secret).toMatch(/^[\w-]{43}$/);
    const opening = JSON.stringify(await system.items());
    await system.call('acceptAdminInvitation', {
      body: { token: link, email, full_name: '', password: 'x' },
    });
    await accept(link, email);
    expect(opening).not.toContain(secret);
    const logged = JSON.stringify(system.logged);
    expect(logged).not.toContain(secret);
    expect(logged).not.toContain(email);
  });

  it('that was made for an address is for no other one [SCH-01]', async () => {
    const [email, parent] = [newAddress(), await newParent()];
    const link = await makeLink(email);
    expect(await accept(link, newAddress())).toMatchObject({ status: 403 });
    expect(await acceptAs(parent.id, link)).toMatchObject({ status: 403 });
    // The opening is an item of its own: the secret with its id is no link for any address.
    const [, secret = ''] = link.split('.');
    const stored = await system.items(({ opened_with }) => opened_with !== undefined);
    for (const { id } of stored) expect(await accept(`${id}.${secret}`, newAddress())).toMatchObject(invalid);
    expect(stored).toHaveLength(1);
    expect(await accept(link, email)).toMatchObject({ status: 201 });
  });

  it('is accepted by an account that its address has, which stays a family with its children [SCH-01]', async () => {
    const { id, email } = await newParent();
    const link = await makeLink(email);
    expect((await read(link)).body).toMatchObject({ email, has_account: true });
    expect(await accept(link, email)).toMatchObject({ status: 409, body: { code: 'invitationHasAccount' } });
    expect(await acceptAs(id, link)).toMatchObject({ status: 204 });
    expect(await isAdmin(email)).toBe(true);
    expect(await getPeopleCounts(table)).toMatchObject({ families: 1, admins: 1 });
    expect(await acceptAs(id, link)).toMatchObject(invalid);
  });

  it.each(['before', 'after'] as const)(
    'whose use broke off %s a request is completed by the same link [SCH-01]',
    { tags: 'exhaustive' },
    async (when) => {
      for (let step = 0; ; step += 1) {
        await system.clear();
        const email = newAddress();
        const link = await makeLink();
        const cut = interruptAt(step, when);
        const failing = createHandler(accountRoutes, accountOperations, {
          table: cut.table(table),
          userPool: cut.userPool(userPool),
          clientId: userPool.clientId,
          clock: system.now,
          pause: async () => {},
          timeZone: sampleTimeZone,
        });
        const body = { token: link, email, full_name: 'Ada Owner', password: 'football1' };
        const { status } = await invoke(failing, {
          route: 'acceptAdminInvitation',
          sourceIp: randomUUID(),
          body,
        });
        system.passTime(60 * secondMs);
        if ((await read(link)).status === 200) {
          const again = await accept(link, email);
          if (again.status !== 201) {
            expect(again).toMatchObject({ body: { code: 'invitationHasAccount' } });
            expect((await acceptAs(await userOf(email), link)).status).toBe(204);
          }
        }
        expect(await isAdmin(email)).toBe(true);
        expect(await getPeopleCounts(table)).toMatchObject({ families: 0, admins: 1 });
        expect(await read(link)).toMatchObject(invalid);
        if (status === 201) break;
        expect(step).toBeLessThan(60);
      }
    },
  );
});

describe('the invitation of a second administrator', () => {
  const listed = async () => routes.listAdmins.response.parse((await office.call('listAdmins')).body);
  const invite = async (email: string): Promise<string> => {
    system.passTime(secondMs);
    expect((await office.call('inviteAdmin', { body: { email } })).status).toBe(202);
    expect(await system.deliver()).toEqual([]);
    return system.linksTo(email, 'open-school').at(-1) ?? expect.unreachable('no link was sent');
  };
  beforeEach(async () => {
    const owner = newAddress();
    await accept(await makeLink(owner), owner);
  });

  it('is emailed, listed, and opens an account once [SCH-01]', async () => {
    const email = newAddress();
    const link = await invite(email);
    expect((await listed()).invitations).toEqual([expect.objectContaining({ email })]);
    expect((await read(link)).body).toEqual({ email, has_account: false, opens_school: false });
    expect(await accept(link, email)).toMatchObject({ status: 201 });
    expect(await isAdmin(email)).toBe(true);
    expect(await listed()).toMatchObject({ invitations: [], admins: [{}, {}] });
    expect(await accept(link, email)).toMatchObject(invalid);
    expect(await getPeopleCounts(table)).toMatchObject({ families: 0, admins: 2 });
  });

  it('ends when it is repeated, withdrawn or 24 hours old, and is no invitation of a coach [SCH-01]', async () => {
    const email = newAddress();
    const first = await invite(email);
    const link = await invite(email);
    expect(await read(first)).toMatchObject(invalid);
    expect((await system.call('getCoachInvitation', { body: { token: link } })).status).toBe(404);
    const [{ id: invitationId } = expect.unreachable()] = (await listed()).invitations;
    const params = { invitationId };
    expect((await office.call('withdrawCoachInvitation', { params })).status).toBe(404);
    expect((await office.call('withdrawAdminInvitation', { params })).status).toBe(204);
    expect(await accept(link, email)).toMatchObject(invalid);
    const late = await invite(email);
    system.passTime(limits.adminInvitationHours * hourMs);
    expect(await accept(late, email)).toMatchObject(invalid);
    expect(await userPool.usersOf(email)).toEqual([]);
  });

  it('gives the role once, also to an account that lost it since [SCH-01]', async () => {
    const { id, email } = await newParent();
    const link = await invite(email);
    expect((await acceptAs(id, link)).status).toBe(204);
    system.passTime(60 * secondMs);
    expect((await office.call('revokeAdmin', { params: { userId: id } })).status).toBe(204);
    system.passTime(60 * secondMs);
    expect(await acceptAs(id, link)).toMatchObject(invalid);
    expect(await isAdmin(email)).toBe(false);
  });
});
