import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interruptAt } from '#infra/testing/mutants/mutant';
import type { SampleFamily } from '#infra/testing/samples/samples';
import { adminApi } from '#infra/testing/services/admin-api';
import { type MemberSystem, memberSteps } from '#infra/testing/services/member-system';
import { startSystem } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { watchCalls } from '#infra/testing/table/test-table';
import { managedFamilySchema } from '#shared/families/admin-routes';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { adminGroup } from '#shared/roles';
import { beginFamilyDeletion } from '../across/delete-family.ts';
import { joinFamily, storeAdultInvitation } from '../families/adults.ts';
import { adultInvitationId } from '../lib/dynamo/keys-of-people.ts';
import { newFamilyId } from '../lib/ids.ts';
import { getAccount, getAccountWithFamily } from './accounts.ts';
import { getInvitation } from './coaches.ts';
import { beginRoleChange } from './roles.ts';
import { putSecondFactor } from './second-factor.ts';
import { getStoredFamily } from './stored-families.ts';

let system: MemberSystem;
const start = async () => {
  system = await startSystem(memberSteps);
};

describe('administrators', () => {
  beforeAll(start);
  afterAll(() => system.stop());
  const settle = () => system.later(60);

  const owner = async () => {
    const { profile } = await system.join();
    expect((await system.grant(profile.email)).status).toBe(200);
    settle();
    return { profile, api: adminApi({ ...system, userId: profile.id }) };
  };

  const roleOf = async (userId: UserId) => (await system.admin.call('getRole', { params: { userId } })).body;
  it('become members of the Cognito group by a grant, and leave it by a revocation [API-27, ADM-54, DAT-18, DAT-19]', async () => {
    const { profile } = await system.join();
    expect(await roleOf(profile.id)).toEqual({ user_id: profile.id, role: 'parent' });
    expect(await system.groupsOf(profile.id)).toEqual([]);
    expect(await system.grant(` ${profile.email.toUpperCase()} `)).toMatchObject({
      status: 200,
      body: { id: profile.id, role: 'admin', role_pending: false },
    });
    expect(await roleOf(profile.id)).toEqual({ user_id: profile.id, role: 'admin' });
    expect(await system.groupsOf(profile.id)).toEqual([adminGroup]);

    await owner();
    expect((await system.revoke(profile.id)).status).toBe(204);
    expect(await roleOf(profile.id)).toEqual({ user_id: profile.id, role: 'parent' });
    expect(await system.groupsOf(profile.id)).toEqual([]);
  });

  it('refuses the opposite change of a role until the first can no longer be in progress', async () => {
    await owner();
    const { profile } = await system.join();
    await system.grant(profile.email);
    expect(await system.revoke(profile.id)).toMatchObject({ status: 409, body: { code: 'roleChanging' } });
    system.later(30);
    expect((await system.revoke(profile.id)).status).toBe(204);
    expect(await system.grant(profile.email)).toMatchObject({ status: 409, body: { code: 'roleChanging' } });
    system.later(30);
    expect((await system.grant(profile.email)).status).toBe(200);
  });

  it('cannot change roles, list or delete people after losing theirs, even with a token that has the group [ADM-54, PRM-17]', async () => {
    await owner();
    const { profile, api } = await owner();
    const friend = await system.join();
    const params = { parentId: friend.id };
    expect((await api.call('searchParents', { body: {} })).status).toBe(200);
    expect((await system.revoke(profile.id)).status).toBe(204);
    settle();
    for (const answer of [
      await api.call('searchParents', { body: {} }),
      await api.call('deleteParent', { params }),
      await system.grant(profile.email, api),
      await system.grant(friend.profile.email, api),
      await system.revoke(system.userId, api),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'adminOnly' } });
    }
    expect(await system.groupsOf(profile.id)).toEqual([]);
    expect(await system.groupsOf(friend.profile.id)).toEqual([]);
    expect(await system.exists(friend.profile.id)).toBe(true);
  });

  it('lose them with the first step of a revocation, before the group has changed', async () => {
    await owner();
    const { profile, api } = await owner();
    const stored = await getAccount(system.table, profile.id);
    if (!stored) throw new Error('The administrator has no account');
    expect((await api.call('listAdmins')).status).toBe(200);
    expect((await beginRoleChange(system.table, stored, 'parent', profile.created_at, [])).outcome).toBe(
      'done',
    );
    expect(await api.call('listAdmins')).toMatchObject({ status: 403, body: { code: 'adminOnly' } });
  });

  it('lose their sessions when they lose the role', async () => {
    await owner();
    const { profile } = await owner();
    const watched = watchCalls(system.table.client, system.userPool.client);
    const { result, calls } = await watched.run(new Map(), () => system.revoke(profile.id));
    expect(result?.status).toBe(204);
    const ofPool = calls.filter((call) => call.startsWith('Admin'));
    expect(ofPool).toEqual(['AdminRemoveUserFromGroup', 'AdminUserGlobalSignOut']);
  });

  it('are granted or revoked completely on a retry after an interruption at any request, before or after its execution [ADM-54]', async () => {
    await owner();
    const { profile } = await system.join();
    const logged = async () =>
      (await readAllItems(system.table)).filter(
        ({ entity, subject_id }) => entity === 'activity' && subject_id === profile.id,
      ).length;
    let interrupted = 0;
    for (const target of ['admin', 'parent'] as const) {
      const change = (api = system.admin) =>
        target === 'admin' ? system.grant(profile.email, api) : system.revoke(profile.id, api);
      for (let step = 0; ; step += 1) {
        settle();
        const before = await logged();
        // What is interrupted before its request in one direction is interrupted after it in the other one.
        const cut = interruptAt(step, (step % 2 === 0) === (target === 'admin') ? 'before' : 'after');
        const failing = adminApi({
          ...system,
          table: cut.table(system.table),
          userPool: cut.userPool(system.userPool),
        });
        const { status } = await change(failing);
        const listed = (await system.listAdmins()).find(({ id }) => id === profile.id);
        const inGroup = (await system.groupsOf(profile.id)).includes(adminGroup);
        // Every member of the group is listed. A difference between list and group is marked as pending.
        if (inGroup) expect(listed).toBeDefined();
        if (listed && !listed.role_pending) expect(inGroup).toBe(true);
        expect([200, 204]).toContain((await change()).status);
        // The retry is the same change, which the log has once.
        expect(await logged()).toBe(before + 1);
        expect(await system.groupsOf(profile.id)).toEqual(target === 'admin' ? [adminGroup] : []);
        await system.expectCountsToAgree();
        if (status < 300) break;
        interrupted += 1;
        settle();
        expect([200, 204]).toContain(
          (await (target === 'admin' ? system.revoke(profile.id) : system.grant(profile.email))).status,
        );
      }
    }
    expect(interrupted).toBeGreaterThan(8);
  });
});

describe('the last administrator', () => {
  beforeAll(start);
  afterAll(() => system.stop());

  it('keeps the role, also when two administrators revoke each other simultaneously [ADM-54]', async () => {
    const [one, other] = [await system.join(), await system.join()];
    await system.grant(one.profile.email);
    system.later(60);
    expect(await system.revoke(one.profile.id)).toMatchObject({ status: 409, body: { code: 'lastAdmin' } });
    await system.grant(other.profile.email);
    system.later(60);
    const as = ({ profile }: SampleFamily) => adminApi({ ...system, userId: profile.id });
    const answers = await Promise.all([
      system.revoke(other.profile.id, as(one)),
      system.revoke(one.profile.id, as(other)),
    ]);
    const [done, refused] = answers.map(({ status }) => status).toSorted();
    expect(done).toBe(204);
    // 409 where both were administrators when they were checked, 403 where one was revoked before.
    expect([403, 409]).toContain(refused);
    expect(await system.listAdmins()).toHaveLength(1);
    await system.expectCountsToAgree();
  });

  it('is determined without administrators whose grant is incomplete', async () => {
    const [last] = await system.listAdmins();
    const half = await system.join();
    const cut = interruptAt(6, 'before');
    await system.grant(
      half.profile.email,
      adminApi({ ...system, table: cut.table(system.table), userPool: cut.userPool(system.userPool) }),
    );
    // Newest first.
    expect((await system.listAdmins()).map(({ role_pending }) => role_pending)).toEqual([true, false]);
    system.later(60);
    expect(await system.revoke(userIdSchema.parse(last?.id))).toMatchObject({ body: { code: 'lastAdmin' } });
  });
});

describe('an act of the office', () => {
  beforeAll(start);
  afterAll(() => system.stop());

  type Api = MemberSystem['admin'];
  /** Whom and which family an act is about, and who acts where that matters. */
  interface Subject {
    readonly userId: string;
    readonly parentId: string;
    readonly email: string;
    readonly api?: Api;
  }

  const ofUser = ({ userId }: Subject) => ({ params: { userId } });
  const ofFamily = ({ parentId }: Subject) => ({ params: { parentId } });
  const byEmail = ({ email }: Subject) => ({ body: { email } });
  const acts = {
    ...{ grantAdmin: byEmail, revokeAdmin: ofUser, grantCoach: byEmail, revokeCoach: ofUser },
    resetSecondFactor: ofUser,
    removeLogin: ({ parentId, userId }: Subject) => ({ params: { parentId, userId } }),
    ...{ makeAdultHolder: ofFamily, endAdultAccessOf: ofFamily, deleteParent: ofFamily },
    inviteFamily: (of: Subject) => ({ ...ofFamily(of), body: { email: `${randomUUID()}@example.com` } }),
  } as const;
  const perform = (act: Act, of: Subject) => (of.api ?? system.admin).call(act, acts[act](of));
  type Act = keyof typeof acts;

  const nobody = () => ({
    userId: randomUUID(),
    parentId: newFamilyId(system.clock()),
    email: `${randomUUID()}@example.com`,
  });
  const of = ({ id, profile }: SampleFamily): Subject => ({
    userId: profile.id,
    parentId: id,
    email: profile.email,
  });

  const pair = async () => {
    const family = await system.join();
    const { profile } = await system.join({}, []);
    const { table } = system;
    const now = system.clock();
    const read = async () => (await getStoredFamily(table, family.id)) ?? expect.unreachable('it is stored');
    const invited = { family: await read(), by: family.profile.id, email: profile.email, now };
    await storeAdultInvitation(table, invited, []);
    const invited_to = { email: profile.email, invitation: adultInvitationId(family.id) };
    const invitation = await getInvitation(table, invited_to);
    const account = await getAccountWithFamily(table, profile.id);
    if (!invitation || !account) throw new Error('The account cannot join');
    const joined = await joinFamily(table, account, { invitation, family: await read() }, now, []);
    expect(joined).toEqual({ outcome: 'joined' });
    return { family, adult: profile };
  };

  const administrator = async () => {
    const family = await system.join();
    expect((await system.grant(family.profile.email)).status).toBe(200);
    system.later(60);
    return family;
  };

  const phoned = async (more: object = {}) => {
    const contact = { full_name: 'Zofia Kowalska', phone_number: '07700 900456', email: '' };
    const children = [{ name: 'Ola Kowalska', date_of_birth: '2018-05-04' }];
    const added = await system.admin.call('addFamily', { body: { ...contact, children, ...more } });
    return { ...nobody(), parentId: managedFamilySchema.parse(added.body).id };
  };

  const states = {
    nobody: async () => nobody(),
    'the only adult': async () => of(await system.join()),
    'one with an address that is not verified': async () => of(await system.join({ email_verified: false })),
    'one who never logged in': async () => of(await system.join({}, undefined, { hasLoggedIn: false })),
    'the holder of two': async () => of((await pair()).family),
    'a second adult': async () => {
      const { family, adult } = await pair();
      return { ...of(family), userId: adult.id, email: adult.email };
    },
    'one whose login was taken off': async () => {
      const family = await system.join();
      const subject = of(family);
      expect((await perform('removeLogin', subject)).status).toBe(204);
      return subject;
    },
    'a family without a login': async () => phoned(),
    'a family of which nothing is known to ask': async () => {
      const family = await system.join({}, []);
      expect((await perform('removeLogin', of(family))).status).toBe(204);
      return { ...nobody(), parentId: family.id };
    },
    'a coach': async () => {
      const family = await system.join();
      expect((await perform('grantCoach', of(family))).status).toBe(200);
      return of(family);
    },
    'one with a second factor': async () => {
      const family = await system.join();
      const at = instantOf(system.clock());
      await putSecondFactor(system.table, family.profile.id, { at, codes: ['code'], signedInAt: at });
      return of(family);
    },
    'one of two administrators': async () => {
      await administrator();
      return of(await administrator());
    },
    'the last administrator': async () => {
      const last = await administrator();
      for (const { id } of await system.listAdmins())
        if (id !== last.profile.id) expect((await system.revoke(id)).status).toBe(204);
      system.later(60);
      return of(last);
    },
    'the caller': async () => {
      await administrator();
      const family = await administrator();
      return { ...of(family), api: adminApi({ ...system, userId: family.profile.id }) };
    },
    'one whose role changes': async () => {
      const family = await system.join();
      const account = await getAccount(system.table, family.profile.id);
      const at = instantOf(system.clock());
      if (account) await beginRoleChange(system.table, account, 'admin', at, []);
      return of(family);
    },
    'one whose family is being erased': async () => {
      const family = await system.join();
      expect((await beginFamilyDeletion(system.table, family.id)).outcome).toBe('begun');
      return of(family);
    },
    'the holder of two whose family is being erased': async () => {
      const { family } = await pair();
      expect((await beginFamilyDeletion(system.table, family.id)).outcome).toBe('begun');
      return of(family);
    },
  } as const;
  type State = keyof typeof states;

  const done = { ok: 200, accepted: 202, empty: 204 } as const;
  const { ok, accepted, empty } = done;

  /** What an act is answered for the only adult of a family, to whom nothing forbids it. */
  const usual: Record<Act, number | string> = {
    grantAdmin: ok,
    // Nothing is changed.
    revokeAdmin: empty,
    grantCoach: ok,
    revokeCoach: 'notFound',
    resetSecondFactor: 'noSecondFactor',
    removeLogin: empty,
    makeAdultHolder: 'adultNotFound',
    endAdultAccessOf: 'adultNotFound',
    inviteFamily: 'familyHasLogin',
    deleteParent: ok,
  };
  const noAccount = {
    grantAdmin: 'accountNotFound',
    revokeAdmin: 'notFound',
    grantCoach: 'accountNotFound',
    resetSecondFactor: 'notFound',
  } as const;
  const gone = 'parentNotFound';
  const noFamily = {
    ...{ removeLogin: gone, makeAdultHolder: gone, endAdultAccessOf: gone, inviteFamily: gone },
    deleteParent: gone,
  } as const;
  const noLogin = { ...noAccount, removeLogin: 'memberNotFound', inviteFamily: accepted } as const;
  const ofTwo = { makeAdultHolder: empty, endAdultAccessOf: empty } as const;
  // The deletion is completed.
  const erased = { ...noAccount, ...noFamily, endAdultAccessOf: 'adultNotFound', deleteParent: ok } as const;

  /** What differs from the usual in a state. A state without its entry does not compile. */
  const answers: Record<State, Partial<Record<Act, number | string>>> = {
    nobody: { ...noAccount, ...noFamily },
    'the only adult': {},
    'one with an address that is not verified': {
      grantAdmin: 'emailNotVerified',
      grantCoach: 'emailNotVerified',
    },
    'one who never logged in': { grantAdmin: 'neverLoggedIn', grantCoach: 'neverLoggedIn' },
    'the holder of two': ofTwo,
    'a second adult': ofTwo,
    'one whose login was taken off': { removeLogin: 'memberNotFound', inviteFamily: accepted },
    'a family without a login': noLogin,
    'a family of which nothing is known to ask': { ...noLogin, inviteFamily: 'nothingToAsk' },
    'a coach': { revokeCoach: empty },
    'one with a second factor': { resetSecondFactor: empty },
    'one of two administrators': { deleteParent: 'adminAccount' },
    'the last administrator': { revokeAdmin: 'lastAdmin', deleteParent: 'adminAccount' },
    'the caller': {
      revokeAdmin: 'ownRole',
      resetSecondFactor: 'ownSecondFactor',
      deleteParent: 'adminAccount',
    },
    // A grant that is sent again completes the first one.
    'one whose role changes': { revokeAdmin: 'roleChanging', deleteParent: 'adminAccount' },
    'one whose family is being erased': erased,
    'the holder of two whose family is being erased': { ...erased, endAdultAccessOf: empty },
  };

  it.each(Object.entries(states))(
    'on %s is done, or refused by its own reason [FID-10]',
    async (state, given) => {
      const expected = Object.entries({ ...usual, ...answers[state as State] });
      const expectAnswer = async (act: string, subject: Subject, answer: number | string) => {
        const { status, body } = await perform(Object(act), subject);
        expect([act, status < 300 ? status : Object(body).code]).toEqual([act, answer]);
      };
      const [refused, allowed] = [true, false].map((is) =>
        expected.filter(([, answer]) => (typeof answer === 'string') === is),
      );
      // What is refused leaves the next act as it was.
      const subject = await given();
      for (const [act, answer] of refused ?? []) await expectAnswer(act, subject, answer);
      for (const [act, answer] of allowed ?? []) await expectAnswer(act, await given(), answer);
    },
  );
});
