import { AdminCreateUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import { isChosen } from '#infra/testing/runner/slowness';
import { sampleBooking, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { browserSecret, signUpBody } from '#infra/testing/services/account-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startAccountTests } from '#infra/testing/services/start-tests';
import { type Fault, type FaultPlan, watchCalls } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { familySchema } from '#shared/families/family';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { takePlace } from '../booking/take-place.ts';
import { getTimeSlot } from '../classes/classes.ts';
import { setPassword } from '../lib/identity/users.ts';
import { createFeed } from '../sessions/calendar-feeds.ts';

/**
 * Walks through every call that sign-up, verification, reset and deletion make: each one failing, and each one carried
 * out with its answer lost, alone and in pairs, and the function dying at each of them. With pairs, the calls that repair
 * the first fault fail in their turn. `npm test` runs each third fault, each fifth of a deletion, and each eleventh pair.
 * After every run the owner goes on as an owner would, without faults, and must end with a working account that has all
 * its children, or have none and be able to sign up.
 */
// Deletion alone is 164 stories in `npm run soak`.
const system = await startAccountTests();
const watched = watchCalls(system.table.client, system.userPool.client);

const kinds: readonly Fault[] = ['fails', 'loses-answer'];
/** More calls than any run makes. */
const longestRun = 60;

/** What ends the links of an account that has none: its items, an invitation, the calendar feed, and newsletter requests. */
const linksEnd = ['Query', 'Query', 'DeleteItem', 'DeleteItem', 'Query'];

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

/** The account works: one user, who can log in with the password, one profile, each child once. */
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
      (item.entity === 'profile' && item.email === body.email),
  );
  expect(copies).toHaveLength(body.children.length + 1);
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

it.each([
  ['without a password', false],
  ['with a password', true],
] as const)(
  'sign-up of an address that a broken sign-up left a user for, %s',
  { tags: 'exhaustive' },
  async (_, hasPassword) => {
    const calls = await walk(async (plan) => {
      const body = signUpBody();
      const { client, id: UserPoolId } = system.userPool;
      await client.send(
        new AdminCreateUserCommand({ UserPoolId, Username: body.email, MessageAction: 'SUPPRESS' }),
      );
      if (hasPassword) await setPassword(system.userPool, await onlyUserOf(body.email), 'left-behind');
      const { result, calls } = await watched.run(plan, () => signUp(body));
      if (result?.status !== 201) expect((await signUp(body)).status).toBe(201);
      await verifyLatest(body);
      await expectUsable(body);
      return calls;
    });
    expect(calls).toEqual([
      'AdminCreateUser',
      'GetItem',
      'AdminGetUser',
      // The attempt whose user this may be has had time to end.
      'GetItem',
      'AdminGetUser',
      'PutItem',
      'AdminDeleteUser',
      'AdminCreateUser',
      'AdminSetUserPassword',
      'TransactWriteItems',
    ]);
  },
);

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
  expect(calls).toEqual(['GetItem', 'GetItem', 'AdminUpdateUserAttributes', 'TransactWriteItems']);
});

it('verification with a password', { tags: 'exhaustive' }, async () => {
  const newPassword = 'new-secret';
  const calls = await walk(async (plan) => {
    const body = signUpBody();
    await signUp(body);
    await deliverAll();
    const token = system.latestToken(body.email);
    const confirm = () => system.call('confirmEmail', { body: { token, newPassword } });
    const { result, calls } = await watched.run(plan, confirm);
    if (result?.status !== 200) {
      // With one fault the same link works again; where giving it back failed too, a new link does.
      const again = await confirm();
      if (plan.size < 2) expect(again).toMatchObject(success);
      if (!Object(again.body).success) {
        await system.call('resendVerification', { body: { email: body.email } });
        await deliverAll();
        const fresh = { token: system.latestToken(body.email), newPassword };
        expect(await system.call('confirmEmail', { body: fresh })).toMatchObject(success);
      }
    }
    expect(await confirm()).toMatchObject({ body: { alreadyVerified: true } });
    expect(await system.userPool.signIn(body.email, body.password)).toHaveProperty('refusal');
    await expectUsable(body, newPassword);
    return calls;
  });
  expect(calls).toEqual([
    'GetItem',
    'GetItem',
    'UpdateItem',
    'AdminSetUserPassword',
    'AdminUserGlobalSignOut',
    ...linksEnd,
    'AdminUpdateUserAttributes',
    'UpdateItem',
  ]);
});

it('password reset', { tags: 'exhaustive' }, async () => {
  const newPassword = 'new-secret';
  const calls = await walk(async (plan) => {
    const body = await openAccount();
    await system.call('requestPasswordReset', { body: { email: body.email } });
    await deliverAll();
    const token = system.latestToken(body.email);
    const reset = () => system.call('resetPassword', { body: { token, newPassword } });
    const { result, calls } = await watched.run(plan, reset);
    if (result?.status !== 200) {
      const again = await reset();
      // With one fault the same link works again; where giving it back failed too, a new link does.
      if (plan.size < 2) expect(again).toMatchObject(success);
      if (again.status !== 200) {
        await system.call('requestPasswordReset', { body: { email: body.email } });
        await deliverAll();
        const fresh = { token: system.latestToken(body.email), newPassword };
        expect(await system.call('resetPassword', { body: fresh })).toMatchObject(success);
      }
    }
    expect(await reset()).toMatchObject({ status: 400, body: { code: 'resetLinkInvalid' } });
    expect(await system.userPool.signIn(body.email, body.password)).toHaveProperty('refusal');
    await expectUsable(body, newPassword);
    return calls;
  });
  expect(calls).toEqual([
    'GetItem',
    'GetItem',
    'UpdateItem',
    'AdminSetUserPassword',
    'AdminUserGlobalSignOut',
    ...linksEnd,
    'UpdateItem',
  ]);
});

it('the emails themselves', async () => {
  const calls = await walk(
    async (plan) => {
      const body = await openAccount();
      const before = system.mailsTo(body.email).length;
      await system.call('requestPasswordReset', { body: { email: body.email } });
      const records = await system.waiting();
      const { calls } = await watched.run(plan, () => system.hand(records));
      for (let delivery = 0; delivery < 3; delivery += 1) await system.deliver();
      expect(system.mailsTo(body.email).length).toBeLessThanOrEqual(before + 1);
      // A message in doubt is never sent again: its reader asks for another.
      if (system.mailsTo(body.email).length === before) {
        system.passTime(3_700_000);
        await system.deliver();
        await system.call('requestPasswordReset', { body: { email: body.email } });
        await deliverAll();
      }
      const reset = { token: system.latestToken(body.email), newPassword: body.password };
      expect(await system.call('resetPassword', { body: reset })).toMatchObject(success);
      return calls;
    },
    { pairs: false },
  );
  expect(calls).toEqual([
    'GetItem',
    'GetItem',
    // The count of the mailbox, before the lease.
    'UpdateItem',
    'PutItem',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
  ]);
});

/** A class in which an account and another family have booked. */
const givenBookings = async (body: Body): Promise<{ cls: FootballClass; other: string }> => {
  const cls = sampleClass({ capacities: [5, 5] });
  await putClass(system.table, cls);
  const userId = await onlyUserOf(body.email);
  const family = familySchema.parse((await system.call('getMyFamily', { userId })).body);
  const neighbours = sampleFamily();
  await putFamily(system.table, neighbours);
  for (const slot of cls.time_slots) {
    for (const each of [family, neighbours]) {
      const booking = sampleBooking(cls, each, { time_slot_id: slot.id });
      expect(await takePlace(system.table, booking)).toMatchObject({ outcome: 'booked' });
    }
  }
  return { cls, other: neighbours.profile.id };
};

it('deletion', { tags: 'exhaustive' }, async () => {
  const calls = await walk(
    async (plan) => {
      const body = await openAccount();
      const { cls, other } = await givenBookings(body);
      const userId = await onlyUserOf(body.email);
      expect(
        await createFeed(
          system.table,
          { userId, familyId: userId },
          { replace: false, at: instantOf(system.now()) },
        ),
      ).toMatchObject({
        outcome: 'created',
      });
      const erase = () => system.call('deleteMyAccount', { userId, body: { confirmation: 'DELETE' } });
      const { result, calls } = await watched.run(plan, erase);
      if (result?.status !== 204) {
        // Until the end its owner can log in, to run it again.
        const isLeft = (await system.userPool.usersOf(body.email)).length > 0;
        if (isLeft)
          expect(await system.userPool.signIn(body.email, body.password)).toHaveProperty('refreshToken');
        expect((await erase()).status).toBe(204);
      }
      expect(await system.userPool.usersOf(body.email)).toEqual([]);
      // What was agreed and charged stays for the school's sums, without a name.
      const left = await system.items((item) => JSON.stringify(item).includes(userId));
      expect(left.map(({ entity }) => entity).toSorted()).toEqual([
        ...cls.time_slots.map(() => 'ended-booking'),
        'ledger',
      ]);
      for (const item of left) {
        expect(item).not.toHaveProperty('child_name');
        expect(item).not.toHaveProperty('reference');
        expect(item).toHaveProperty('expires_at');
      }
      for (const { id } of cls.time_slots) {
        expect(await getTimeSlot(system.table, cls.id, id)).toMatchObject({ current_bookings: 1 });
      }
      const others = await system.items((item) => item.entity === 'booking' && item.parent_id === other);
      expect(others).toHaveLength(cls.time_slots.length);
      await openAccount(body);
      await expectUsable(body);
      return calls;
    },
    { pairs: false, nth: 5 },
  );
  expect(calls).toEqual([
    // Whose the family is; ledger and profile are closed.
    ...['GetItem', 'TransactWriteItems', 'GetItem'],
    // Entries of waiting lists and bookings; each booking ends in a transaction.
    ...[
      'Query',
      'Query',
      'Query',
      'BatchGetItem',
      'TransactWriteItems',
      'BatchGetItem',
      'TransactWriteItems',
    ],
    // The slots of all classes, then each of the two; the ledger and the rows of bank files that wait for it.
    ...['Query', 'Query', 'Query', 'GetItem', 'Query'],
    // Why others were ignored, and children on no list: those whom the office is to call, and those that it has called.
    ...['Query', 'Query', 'Query'],
    // The marks of its children: the history, its classes and dates; then each mark, of which there is none.
    ...['Query', 'BatchGetItem'],
    // Views of cards: the slots of the class, the views of the family and of each of the two; then each view.
    ...['Query', 'Query', 'Query', 'Query'],
    // The history loses its names and what is to be decided.
    ...['Query'],
    ...['UpdateItem', 'DeleteItem', 'UpdateItem', 'DeleteItem'],
    ...['Query', 'Query'],
    // Children and search words.
    ...['Query'],
    ...Array.from({ length: 13 }, () => 'DeleteItem'),
    // Links: the items of the account, invitations, the calendar feeds, and requests of the newsletter.
    ...['Query', 'Query', 'DeleteItem', 'DeleteItem', 'Query', 'Query'],
    // Notes of entries and of attempts, the reference, the export of a family before, the role coach, the second factor, and
    // emails that were set aside.
    ...['Query', 'Query', 'GetItem', 'DeleteItem', 'DeleteItem', 'DeleteItem', 'Query'],
    // The token that the first query found, and the reference; last the profile.
    ...['DeleteItem', 'DeleteItem'],
    ...['TransactWriteItems'],
    ...['AdminDeleteUser'],
  ]);
});
