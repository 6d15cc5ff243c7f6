import { expect, it } from 'vitest';
import { isChosen } from '#infra/testing/runner/slowness';
import { accountSteps, browserSecret, newAddress, signUpBody } from '#infra/testing/services/account-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { type Fault, type FaultPlan, watchCalls } from '#infra/testing/table/test-table';
import { familySchema } from '#shared/families/family';
import { type FamilyId, type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { createFeed } from '../sessions/calendar-feeds.ts';
import { getAccount } from './accounts.ts';
import { getStoredFamily } from './stored-families.ts';

/**
 * Walks through every call that sign-up, verification, reset and deletion make: each one failing, and each one carried
 * out with its answer lost, alone and in pairs, and the function dying at each of them. With pairs, the calls that repair
 * the first fault fail in their turn. `npm test` runs each third fault, and each eleventh pair; of a deletion all tests run each fifth fault.
 * After every run the owner goes on as an owner would, without faults, and must end with a working account that has all
 * its children, or have none and be able to sign up.
 */
const system = await startTests(accountSteps, { stepMs: 1 });
const watched = watchCalls(system.table.client, system.userPool.client);

const kinds: readonly Fault[] = ['fails', 'loses-answer'];
const longestRun = 60;

/** What reads a link: its token, the account, and that one's family, which has the address. */
const linkRead = ['GetItem', 'GetItem', 'GetItem'];

/** Ends the function at a call: nothing of what would come after it is carried out. */
const deathAt = (call: number, kind: Fault): FaultPlan =>
  new Map(Array.from({ length: longestRun }, (_, index) => [call + index, index === 0 ? kind : 'fails']));

/**
 * Runs a scenario under every plan. The scenario reports which calls its faulty part made, since a fault changes what
 * follows.
 * @returns the calls without any fault
 */
const walk = async (
  scenario: (plan: FaultPlan) => Promise<readonly string[]>,
  { pairs = true, nth = 3 }: { pairs?: boolean; nth?: number } = {},
): Promise<readonly string[]> => {
  const tell = async (plan: FaultPlan): Promise<readonly string[]> => {
    await system.clear();
    const description = [...plan].slice(0, 2).map(([call, kind]) => `call ${call} ${kind}`);
    return scenario(plan).catch((error: unknown) => {
      throw new Error(`With ${description.join(', ')}`, { cause: error });
    });
  };
  const faultless = await tell(new Map());
  let single = 0;
  let pair = 0;
  for (const call of faultless.keys()) {
    for (const kind of kinds) {
      single += 1;
      if (isChosen(2 * single, nth)) await tell(deathAt(call, kind));
      if (!isChosen(2 * single + 1, nth)) continue;
      const repaired = await tell(new Map([[call, kind]]));
      for (let next = call + 1; pairs && next < repaired.length; next += 1) {
        for (const other of kinds) {
          pair += 1;
          if (!isChosen(pair)) continue;
          await tell(
            new Map([
              [call, kind],
              [next, other],
            ]),
          );
        }
      }
    }
  }
  return faultless;
};

const success = { body: { success: true } };

type Body = ReturnType<typeof signUpBody>;

const deliverAll = async (): Promise<void> => {
  expect(await system.deliver()).toEqual([]);
};

const verifyLatest = async ({ email }: Body): Promise<void> => {
  await deliverAll();
  const answer = await system.call('verifyEmail', {
    body: { token: system.latestToken(email), browser_secret: browserSecret },
  });
  expect(answer).toMatchObject(success);
};

const onlyUserOf = async (email: string): Promise<UserId> => {
  const users = await system.userPool.usersOf(email);
  expect(users).toHaveLength(1);
  return userIdSchema.parse(users[0]);
};

/** The account works: one user, who can log in with the password, one account, one family, each child once. */
const expectUsable = async (body: Body, password = body.password): Promise<void> => {
  expect(await system.userPool.signIn(body.email, password)).toHaveProperty('refreshToken');
  const userId = await onlyUserOf(body.email);
  const { profile, children } = familySchema.parse((await system.call('getMyFamily', { userId })).body);
  expect(profile).toMatchObject({ email: body.email, full_name: body.full_name, email_verified: true });
  expect(children).toEqual(body.children.map((child) => expect.objectContaining(child)));
  const names = new Set<unknown>(body.children.map(({ name }) => name));
  const copies = await system.items(
    (item) =>
      (item.entity === 'child' && names.has(item.name)) ||
      (item.entity === 'family' && JSON.stringify(item.members).includes(body.email)) ||
      (item.entity === 'account' && item.id === userId),
  );
  expect(copies).toHaveLength(body.children.length + 2);
};

const openAccount = async (body = signUpBody()): Promise<Body> => {
  expect((await system.call('signUp', { body })).status).toBe(201);
  await verifyLatest(body);
  return body;
};

const signUp = (body: Body): Promise<Answer> => system.call('signUp', { body });

it('sign-up of a new address', async () => {
  const calls = await walk(async (plan) => {
    const body = signUpBody();
    const { result, calls } = await watched.run(plan, () => signUp(body));
    if (result?.status === 201) await verifyLatest(body);
    else {
      expect((await signUp(body)).status).toBe(201);
      await verifyLatest(body);
    }
    await expectUsable(body);
    return calls;
  });
  expect(calls).toEqual(['AdminCreateUser', 'AdminSetUserPassword', 'TransactWriteItems']);
});

it('sign-up of an address that has an account', async () => {
  const calls = await walk(async (plan) => {
    const body = await openAccount();
    const { calls } = await watched.run(plan, () => signUp({ ...body, password: 'another' }));
    await expectUsable(body);
    return calls;
  });
  expect(calls).toEqual(['AdminCreateUser', 'GetItem', 'AdminGetUser', 'TransactWriteItems']);
});

it('verification', async () => {
  const calls = await walk(async (plan) => {
    const body = signUpBody();
    await signUp(body);
    await deliverAll();
    const token = system.latestToken(body.email);
    const { result, calls } = await watched.run(plan, () =>
      system.call('verifyEmail', { body: { token, browser_secret: browserSecret } }),
    );
    // Whatever the first try was answered, the same link leads to the end.
    expect(
      await system.call('verifyEmail', { body: { token, browser_secret: browserSecret } }),
    ).toMatchObject({
      body: { success: true, error: null, ...(result?.status === 200 && { alreadyVerified: true }) },
    });
    await expectUsable(body);
    return calls;
  });
  expect(calls).toEqual([...linkRead, 'AdminUpdateUserAttributes', 'TransactWriteItems']);
});

interface Pair {
  readonly body: Body;
  readonly holder: UserId;
  readonly adult: UserId;
  readonly email: string;
  readonly familyId: FamilyId;
}

const password = 'football1';

const openPair = async (): Promise<Pair> => {
  const body = await openAccount();
  const holder = await onlyUserOf(body.email);
  const email = newAddress();
  expect((await system.call('inviteAdult', { userId: holder, body: { email } })).status).toBe(202);
  await deliverAll();
  const token = system.linksTo(email, 'family-invitation').at(-1);
  const person = { full_name: 'Alex Other', phone_number: '07700 900456', password };
  expect((await system.call('acceptAdultInvitation', { body: { token, ...person } })).status).toBe(201);
  const adult = await onlyUserOf(email);
  const { family_id: familyId } = (await getAccount(system.table, adult)) ?? expect.unreachable('no account');
  const at = instantOf(system.now());
  const feed = await createFeed(system.table, { userId: adult, familyId }, { replace: false, at });
  expect(feed.outcome).toBe('created');
  await deliverAll();
  return { body, holder, adult, email, familyId };
};

/** What is stored that names something, besides the log of acts, and of erasures for a restore (REL-05). */
const naming = (...texts: readonly string[]) =>
  system.items(
    (item) =>
      !['activity', 'erased'].includes(String(item.entity)) &&
      texts.some((text) => JSON.stringify(item).includes(text)),
  );

const toldOf = async (email: string, subject: string): Promise<number> => {
  await deliverAll();
  return system.mailsTo(email).filter((mail) => mail.subject?.includes(subject)).length;
};

const eraseAs = (userId: UserId) =>
  system.call('deleteMyAccount', { userId, body: { confirmation: 'DELETE' } });

it.each(['adult', 'holder'] as const)(
  'deletion by the %s of a family of two [FID-07, ADT-02]',
  { tags: 'exhaustive' },
  async (who) => {
    await walk(
      async (plan) => {
        const pair = await openPair();
        const { body, holder, adult, email, familyId } = pair;
        const gone = who === 'adult' ? email : body.email;
        const { result, calls } = await watched.run(plan, () => eraseAs(pair[who]));
        if (result?.status !== 204) {
          const isLeft = (await system.userPool.usersOf(gone)).length > 0;
          const own = who === 'adult' ? password : body.password;
          if (isLeft) expect(await system.userPool.signIn(gone, own)).toHaveProperty('refreshToken');
          expect((await eraseAs(pair[who])).status).toBe(204);
        }
        expect(await system.userPool.usersOf(gone)).toEqual([]);
        if (who === 'adult') {
          expect(await toldOf(body.email, 'no longer looks after')).toBe(1);
          expect(await naming(adult, email)).toEqual([]);
          expect((await getStoredFamily(system.table, familyId))?.members).toHaveLength(1);
          await expectUsable(body);
          return calls;
        }
        expect(await toldOf(email, 'was deleted')).toBe(1);
        // What the second adult could read is kept, and names neither.
        expect(await naming(holder, body.email, familyId)).toEqual([]);
        const { body: left } = await system.call('exportMyData', { userId: adult });
        expect(left).toMatchObject({ children: [], former_family: { family_id: familyId } });
        expect(await system.userPool.signIn(email, password)).toHaveProperty('refreshToken');
        return calls;
      },
      { pairs: false, nth: 5 },
    );
  },
);
