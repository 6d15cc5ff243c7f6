import { randomBytes } from 'node:crypto';
import { AdminCreateUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, it } from 'vitest';
import { accountSteps, newAddress, signUpBody } from '#infra/testing/services/account-system';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { fixedParts, startTests } from '#infra/testing/services/system';
import { watchCalls } from '#infra/testing/table/test-table';
import { accountRoutes } from '#shared/accounts/routes';
import { familyIdSchema, userIdSchema } from '#shared/lib/ids';
import { accountOperations } from '../entries/account-operations.ts';
import { systemPause } from '../lib/clock.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { deleteUser, setPassword } from '../lib/identity/users.ts';
import { mailRequestsPerPeriod, otherSignUpMs, signUpMinimumMs } from '../limits.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const watched = watchCalls(system.table.client, system.userPool.client);

const accepted = { status: 201, body: { success: true } };
const signUp = (body: unknown, sourceIp?: string): Promise<Answer> =>
  system.call('signUp', { body, ...(sourceIp && { sourceIp }) });

const userOf = async (email: string): Promise<string> => {
  const [user, ...others] = await system.userPool.usersOf(email);
  expect(others).toEqual([]);
  return user ?? expect.unreachable('no user has this address');
};

const familyOf = async (email: string) =>
  (await system.call('getMyFamily', { userId: await userOf(email) })).body;

/** What is stored of the person with an address: accounts, the families that name them, and the children of these. */
const storedOf = async (email: string) => {
  const families = await system.items(
    ({ entity, members }) => entity === 'family' && JSON.stringify(members).includes(email),
  );
  const isOfOne = (id: unknown) => families.some((family) => family.id === id);
  const accounts = await system.items(({ entity, family_id }) => entity === 'account' && isOfOne(family_id));
  return {
    families,
    accounts,
    members: families.flatMap(({ members }) => Object.keys(Object(members))),
    children: await system.items(({ entity, parent_id }) => entity === 'child' && isOfOne(parent_id)),
  };
};

const { openAccount } = system;

/** Makes a user as an interrupted sign-up leaves one: without a password, or with one. */
const leaveUser = async (email: string, password?: string): Promise<void> => {
  const UserPoolId = system.userPool.id;
  await system.userPool.client.send(
    new AdminCreateUserCommand({ UserPoolId, Username: email, MessageAction: 'SUPPRESS' }),
  );
  if (password) await setPassword(system.userPool, userIdSchema.parse(await userOf(email)), password);
};

describe('a sign-up', () => {
  it('stores the profile and every child [AUT-18, API-02, DAT-17, DAT-20]', async () => {
    const body = signUpBody();
    expect(await signUp(body)).toMatchObject(accepted);
    expect(await familyOf(body.email)).toMatchObject({
      profile: {
        email: body.email,
        full_name: body.full_name,
        phone_number: body.phone_number,
        email_verified: false,
      },
      children: body.children,
    });
  });

  it('opens an account that names a family, which names it and has an id of its own [FID-01]', async () => {
    const body = signUpBody();
    expect(await signUp(body)).toMatchObject(accepted);
    const userId = await userOf(body.email);
    const { families, accounts, members, children } = await storedOf(body.email);
    const [{ id } = expect.unreachable('no family')] = families;
    expect(familyIdSchema.parse(id)).not.toContain(userId);
    expect(accounts).toMatchObject([{ id: userId, family_id: id }]);
    expect([families.length, members]).toEqual([1, [userId]]);
    // What belongs to the family is stored under it, and the contact of the person there alone.
    expect(children.map(({ PK }) => PK)).toEqual(body.children.map(() => `FAM#${id}`));
    const ofPerson = await system.items(({ PK }) => PK === `USER#${userId}`);
    expect(ofPerson.map(({ SK }) => SK)).toEqual(['ACCOUNT']);
    const contact = [body.full_name, body.email, body.phone_number];
    for (const text of contact) expect(JSON.stringify(ofPerson)).not.toContain(text);
  });

  it.each([
    ['with a role', { role: 'admin' }, ''],
    [
      'with a child not born yet',
      { children: [{ name: 'Robin', date_of_birth: '2030-01-01', medical_conditions: null }] },
      'children.0.date_of_birth',
    ],
  ])('is refused %s, and leaves nothing [PRM-17]', async (_, changes, field) => {
    const body = { ...signUpBody(), ...changes };
    expect(await signUp(body)).toMatchObject({
      status: 400,
      body: { code: 'invalidRequest', issues: [{ field }] },
    });
    expect(await system.userPool.usersOf(body.email)).toEqual([]);
  });
});

describe('a sign-up with an address that has an account', () => {
  it('is answered like any other, and told to the owner of the address alone', async () => {
    const body = await openAccount();
    const before = await familyOf(body.email);
    const fresh = await signUp(signUpBody());
    const email = ` ${body.email.toUpperCase()} `;
    const known = await signUp({ ...signUpBody(), email, password: 'attacker', full_name: 'Eve Intruder' });

    expect(fixedParts(known)).toEqual(fixedParts(fresh));
    await system.deliver();
    expect(system.mailsTo(body.email).at(-1)).toMatchObject({
      subject: 'You already have an account at Ballerz',
      text: expect.not.stringContaining('Intruder'),
    });
    expect(await familyOf(body.email)).toEqual(before);
    expect(await system.userPool.signIn(body.email, 'attacker')).toEqual({
      refusal: 'NotAuthorizedException',
    });
    expect(await system.userPool.signIn(body.email, body.password)).toHaveProperty('refreshToken');
  });

  it('waits as long before it answers', async () => {
    const body = signUpBody();
    await openAccount(body);
    system.pauses.length = 0;
    for (const attempt of [signUpBody(), body, { ...signUpBody(), children: body.children }]) {
      await signUp(attempt);
    }
    expect(system.pauses).toEqual([signUpMinimumMs, signUpMinimumMs, signUpMinimumMs]);
    // Longer than the steps of a new account take.
    expect(signUpMinimumMs).toBeGreaterThanOrEqual(1_000);
  });
});

it('sign-ups from one source are limited within an hour, and those over it leave no user behind [AUT-20]', async () => {
  const source = '198.51.100.7';
  for (let time = 0; time < mailRequestsPerPeriod.source; time += 1) {
    const body = { email: newAddress() };
    expect((await system.call('requestPasswordReset', { body, sourceIp: source })).status).toBe(202);
  }
  const body = signUpBody();
  const answer = await signUp(body, source);
  expect(answer).toMatchObject({ status: 429, body: { code: 'tooManyAttempts' } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(await system.userPool.usersOf(body.email)).toEqual([]);
  expect(await signUp(body, '198.51.100.8')).toMatchObject(accepted);
});

describe('all or nothing [AUT-20]', () => {
  it('leaves no account when profile and children cannot be stored, and the address can sign up at once', async () => {
    const body = signUpBody();
    const { result, calls } = await watched.run(new Map([[2, 'fails']]), () => signUp(body));
    expect(result).toMatchObject({
      status: 503,
      body: { detail: 'Failed to add children to account. Please try again.' },
    });
    expect(calls).toEqual([
      'AdminCreateUser',
      'AdminSetUserPassword',
      'TransactWriteItems',
      'PutItem',
      'AdminDeleteUser',
    ]);
    expect(await system.userPool.usersOf(body.email)).toEqual([]);
    expect(await system.items((item) => item.email === body.email)).toEqual([]);
    await openAccount(body);
    expect(await familyOf(body.email)).toMatchObject({ children: body.children });
  });

  it('keeps a write that arrives late from storing a family whose user is deleted', async () => {
    const body = signUpBody();
    let late: (() => Promise<unknown>) | undefined;
    const client = system.table.client;
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName !== 'TransactWriteItemsCommand' || late) return next(args);
          late = () => next(args);
          throw new Error('no answer in time');
        },
      { step: 'initialize', name: 'lateWrite' },
    );
    const answer = await signUp(body).finally(() => client.middlewareStack.remove('lateWrite'));
    expect(answer.status).toBe(503);
    await expect(late?.()).rejects.toThrow('ConditionalCheckFailed');
    expect(await system.items((item) => item.email === body.email)).toEqual([]);
  });

  it.each([undefined, 'left-behind'])(
    'replaces a user who was left without a family, with the password %s',
    async (password) => {
      const body = signUpBody();
      await leaveUser(body.email, password);
      await openAccount(body);
      expect(await system.userPool.signIn(body.email, 'left-behind')).toEqual({
        refusal: 'NotAuthorizedException',
      });
      expect(await system.userPool.signIn(body.email, body.password)).toHaveProperty('refreshToken');
      expect(await familyOf(body.email)).toMatchObject({ children: body.children });
    },
  );

  it('frees an address whose user is gone, with what an unverified sign-up had stored', async () => {
    const body = signUpBody();
    await signUp(body);
    const gone = await userOf(body.email);
    // As when an operator deletes the user in the console.
    await deleteUser(system.userPool, userIdSchema.parse(gone));
    await openAccount(body);
    expect(await userOf(body.email)).not.toBe(gone);
    const left = await system.items((item) => JSON.stringify(item).includes(gone));
    expect(left.map(({ entity }) => entity)).toEqual(['erased']);
    expect(await familyOf(body.email)).toMatchObject({ children: body.children });
  });

  const serviceWith = (pause: (ms: number) => Promise<void>) =>
    createHandler(accountRoutes, accountOperations, {
      ...{ table: system.table, userPool: system.userPool, clientId: system.userPool.clientId },
      ...{ clock: system.mailer.clock, timeZone: system.mailer.timeZone, pause },
    });

  it.each([
    ['one sign-up is sent several times at once', {}],
    ['sign-ups from two browsers meet', { browser_secret: randomBytes(32).toString('base64url') }],
  ])('opens one account when %s, and answers all of them like the first', async (_, others) => {
    const body = signUpBody();
    const bodies = Array.from({ length: 5 }, (_each, at) => ({ ...body, ...(at > 0 && others) }));
    const answers = await Promise.all(
      bodies.map((each) => invoke(serviceWith(systemPause), { route: 'signUp', body: each })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(bodies.map(() => 201));
    const users = await system.userPool.usersOf(body.email);
    const { accounts, members, children } = await storedOf(body.email);
    expect([accounts.map(({ id }) => id), members]).toEqual([users, users]);
    expect(children).toHaveLength(body.children.length);
  });

  it('keeps an account that opens between the two reads of another sign-up [AUT-20]', async () => {
    const body = signUpBody();
    await leaveUser(body.email);
    let isSecondLook = false;
    let first: Promise<unknown> | undefined;
    const between =
      <Args, Result>(next: (args: Args) => Promise<Result>) =>
      async (args: Args): Promise<Result> => {
        if (!isSecondLook) return next(args);
        if (!first) {
          const answer = next(args);
          first = answer;
          return answer;
        }
        isSecondLook = false;
        await first;
        expect(await signUp(body)).toMatchObject(accepted);
        return next(args);
      };
    const options = { step: 'initialize', name: 'between' } as const;
    const clients = [system.table.client, system.userPool.client];
    system.table.client.middlewareStack.add(between, options);
    system.userPool.client.middlewareStack.add(between, options);
    const late = serviceWith(async (ms) => {
      isSecondLook ||= ms === otherSignUpMs && !first;
    });
    const answer = await invoke(late, {
      route: 'signUp',
      body: { ...body, full_name: 'Late Parent' },
    }).finally(() => {
      for (const { middlewareStack } of clients) middlewareStack.remove('between');
    });
    expect(answer).toMatchObject(accepted);
    expect(first).toBeDefined();
    expect(await familyOf(body.email)).toMatchObject({ profile: { full_name: body.full_name } });
  });
});
