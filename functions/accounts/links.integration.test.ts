import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { InjectedFault, type Interceptor, intercepting, textOf } from '#infra/testing/mutants/mutant';
import { accountSteps, browserSecret, newAddress, signUpBody } from '#infra/testing/services/account-system';
import { fixedParts, startTests } from '#infra/testing/services/system';
import { watchCalls } from '#infra/testing/table/test-table';
import { hourMs, secondMs } from '#shared/lib/durations';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { batchDelete } from '../lib/dynamo/writes.ts';
import { deleteUser } from '../lib/identity/users.ts';
import { mailRequestEntity } from '../lib/mail/mail-requests.ts';
import { mailRequestsPerDay, mailRequestsPerPeriod, mailsPerPeriod } from '../limits.ts';
import { getProfile, storePasswordSet } from './accounts.ts';
import { createToken, findToken, isExpired, takeToken } from './tokens.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const watched = watchCalls(system.table.client, system.userPool.client);

const newPassword = 'new-secret';

const verify = (token: string) =>
  system.call('verifyEmail', { body: { token, browser_secret: browserSecret } });
const confirm = (token: string, password = newPassword) =>
  system.call('confirmEmail', { body: { token, newPassword: password } });
const reset = (token: string, password = newPassword) =>
  system.call('resetPassword', { body: { token, newPassword: password } });

const verified = { status: 200, body: { success: true, alreadyVerified: false, error: null } };
const passwordNeeded = {
  status: 200,
  body: { success: false, alreadyVerified: false, passwordNeeded: true, error: null },
};
const verifiedBefore = { status: 200, body: { success: true, alreadyVerified: true, error: null } };
const invalidLink = {
  status: 200,
  body: { success: false, alreadyVerified: false, error: expect.stringContaining('not valid') },
};
const invalidReset = {
  status: 400,
  body: { code: 'resetLinkInvalid', detail: 'This reset link is no longer valid. Please request a new one.' },
};
const success = { status: 200, body: { success: true } };

const { userOf, canSignIn } = system;

const givenUnverified = async () => {
  const body = signUpBody();
  await system.call('signUp', { body });
  await system.deliver();
  return { ...body, token: system.latestToken(body.email) };
};

const givenVerified = () => system.openAccount();

const askForReset = async (email: string): Promise<string> => {
  expect((await system.call('requestPasswordReset', { body: { email } })).status).toBe(202);
  await system.deliver();
  return system.latestToken(email);
};

const givenResettable = async () => {
  const account = await givenVerified();
  return { ...account, token: await askForReset(account.email) };
};

const createResetToken = (userId: UserId, now: Date) =>
  createToken(system.table, { kind: 'reset-password', userId, now });

const wrongTokens = (token: string): string[] => [
  randomBytes(32).toString('base64url'),
  token.slice(0, -1),
  token.toUpperCase(),
  '',
  `TOKEN#${token}`,
];

it.each([
  ['verify', verify, givenUnverified, invalidLink, verified],
  ['confirm', confirm, givenUnverified, invalidLink, verified],
  ['reset', reset, givenResettable, invalidReset, success],
] as const)('a wrong token does nothing: %s [API-31, API-40]', async (_, use, given, refused, done) => {
  const { email, password, token } = await given();
  const before = await canSignIn({ email, password });
  for (const wrong of wrongTokens(token)) expect(await use(wrong)).toMatchObject(refused);
  expect(await canSignIn({ email, password })).toBe(before);
  expect(await use(token)).toMatchObject(done);
});

it.each([
  ['confirm', confirm, givenUnverified, '', 'Please enter a password'],
  ['confirm', confirm, givenUnverified, '12345', 'Password must be at least 6 characters'],
  ['reset', reset, givenResettable, '', 'Please enter a password'],
  ['reset', reset, givenResettable, '12345', 'Password must be at least 6 characters'],
] as const)(
  'to %s the password is no %j, and the link stays good [AUT-28, AUT-29, API-31]',
  async (...row) => {
    const [, use, given, short, message] = row;
    const { token } = await given();
    expect(await use(token, short)).toMatchObject({
      status: 400,
      body: { code: 'invalidRequest', issues: [{ field: 'newPassword', message }] },
    });
    expect(await use(token, '123456')).toMatchObject({ status: 200, body: { success: true } });
  },
);

describe('a verification link', () => {
  it('lets the account log in, and says so once [API-38, API-39, API-40, AUT-06, AUT-22, AUT-32]', async () => {
    const { email, password, token } = await givenUnverified();
    expect(await canSignIn({ email, password })).toBe(false);
    expect(await verify(token)).toMatchObject(verified);
    expect(await canSignIn({ email, password })).toBe(true);
    const family = await system.call('getMyFamily', { userId: await userOf(email) });
    expect(family.body).toMatchObject({ profile: { email_verified: true } });
    expect(await verify(token)).toMatchObject(verifiedBefore);
  });

  it('expires after 24 hours by its own time, and another can be asked for [AUT-23, AUT-32]', async () => {
    const [early, late] = [await givenUnverified(), await givenUnverified()];
    system.passTime(limits.linkHours['verify-email'] * hourMs - 60_000);
    expect(await verify(early.token)).toMatchObject(verified);
    system.passTime(60_000);
    expect(await verify(late.token)).toMatchObject({
      body: { success: false, alreadyVerified: false, error: expect.stringContaining('expired') },
    });
    expect(await canSignIn(late)).toBe(false);

    const asked = await system.call('resendVerification', { body: { email: late.email } });
    expect(asked).toMatchObject({ status: 202, body: { success: true } });
    await system.deliver();
    expect(await verify(system.latestToken(late.email))).toMatchObject(verified);
    // What expired belongs to a verified account by now.
    expect(await verify(late.token)).toMatchObject(verifiedBefore);
  });

  it('is no reset link, and a reset link is none', async () => {
    const { email, password, token } = await givenUnverified();
    expect(await reset(token)).toMatchObject(invalidReset);
    expect(await verify(token)).toMatchObject(verified);
    const resetToken = await askForReset(email);
    expect(await verify(resetToken)).toMatchObject(invalidLink);
    expect(await canSignIn({ email, password })).toBe(true);
    expect(await reset(resetToken)).toMatchObject(success);
  });

  it('of an account that is gone is not valid', async () => {
    const { email, token } = await givenUnverified();
    const userId = await userOf(email);
    await system.call('deleteMyAccount', { userId, body: { confirmation: 'DELETE' } });
    expect(await verify(token)).toMatchObject(invalidLink);
    const left = await givenUnverified();
    await deleteUser(system.userPool, await userOf(left.email));
    expect(await verify(left.token)).toMatchObject(invalidLink);
  });
});

describe('a verification link in another browser than the one that signed up', () => {
  it.each([
    ['without a secret', {}],
    ['with a secret of its own', { browser_secret: randomBytes(32).toString('base64url') }],
  ])('changes nothing %s, and asks for a password [AUT-42]', async (_, secret) => {
    const { email, password, token } = await givenUnverified();
    const before = await system.items();
    const { calls, result } = await watched.run(new Map(), () =>
      system.call('verifyEmail', { body: { token, ...secret } }),
    );
    expect(result).toMatchObject(passwordNeeded);
    // The link, its account, and that one's family, which has the address.
    expect(calls).toEqual(['GetItem', 'GetItem', 'GetItem']);
    expect(await system.items()).toEqual(before);
    expect(await canSignIn({ email, password })).toBe(false);
    expect(await verify(token)).toMatchObject(verified);
  });

  it('sets the password that is entered, in place of that of the sign-up, and verifies [AUT-42, AUT-43]', async () => {
    const { email, password, token } = await givenUnverified();
    const { calls, result } = await watched.run(new Map(), () => confirm(token));
    expect(result).toMatchObject(verified);
    // All sessions end before the address counts as verified.
    const steps = ['AdminSetUserPassword', 'AdminUserGlobalSignOut', 'AdminUpdateUserAttributes'];
    expect(calls.filter((call) => steps.includes(call))).toEqual(steps);
    expect(await canSignIn({ email, password: newPassword })).toBe(true);
    expect(await canSignIn({ email, password })).toBe(false);
    const family = await system.call('getMyFamily', { userId: await userOf(email) });
    expect(family.body).toMatchObject({ profile: { email_verified: true } });
    expect(await confirm(token, 'another-one')).toMatchObject(verifiedBefore);
    expect(await verify(token)).toMatchObject(verifiedBefore);
    expect(await canSignIn({ email, password: newPassword })).toBe(true);
  });

  it('does nothing in the browser of the sign-up while another one sets the password [AUT-42]', async () => {
    const { email, password, token } = await givenUnverified();
    expect(await takeToken(system.table, token, randomUUID())).toBe(true);
    expect(await verify(token)).toMatchObject(invalidLink);
    expect(await canSignIn({ email, password })).toBe(false);
  });
});

describe('an address that somebody else signed up with first', () => {
  const ownersSecret = randomBytes(32).toString('base64url');

  it('verifies by itself in the browser of the sign-up whose password is in force', async () => {
    const body = { ...signUpBody(), browser_secret: ownersSecret };
    await system.call('signUp', { body });
    // An operator deletes the user in the console, and another browser signs up with the address.
    await deleteUser(system.userPool, await userOf(body.email));
    await system.call('signUp', { body: { ...body, browser_secret: browserSecret } });
    await system.deliver();
    const token = system.latestToken(body.email);
    expect(await system.call('verifyEmail', { body: { token, browser_secret: ownersSecret } })).toMatchObject(
      passwordNeeded,
    );
    expect(await verify(token)).toMatchObject(verified);
  });
});

describe('a reset link', () => {
  it('sets the new password in place of the old one, once [API-28, API-30, AUT-31]', async () => {
    const { email, password } = await givenVerified();
    const renew = await system.beginSession(email, password);
    const token = await askForReset(email);
    expect(await reset(token)).toMatchObject(success);
    expect([await renew(), await canSignIn({ email, password })]).toEqual([false, false]);
    expect(await canSignIn({ email, password: newPassword })).toBe(true);
    expect(await reset(token, 'another-one')).toMatchObject(invalidReset);
    expect(await canSignIn({ email, password: newPassword })).toBe(true);
  });

  it('tells a password manager whose account it is of, while it is valid', async () => {
    const { email, token: used } = await givenVerified();
    const token = await askForReset(email);
    const read = async (body: object) => (await system.call('getLinkedAddress', { body })).body;
    expect(await read({ token })).toEqual({ email });
    for (const other of ['guessed', used]) expect(await read({ token: other })).toEqual({ email: null });
    expect(await reset(token)).toMatchObject(success);
    expect(await read({ token })).toEqual({ email: null });
  });

  it('expires after an hour by its own time [AUT-32]', async () => {
    const [early, late] = [await givenVerified(), await givenVerified()];
    const [earlyToken, lateToken] = [await askForReset(early.email), await askForReset(late.email)];
    system.passTime(limits.linkHours['reset-password'] * hourMs - 60_000);
    expect(await reset(earlyToken)).toMatchObject(success);
    system.passTime(60_000);
    const address = await system.call('getLinkedAddress', { body: { token: lateToken } });
    expect(address.body).toEqual({ email: null });
    expect(await reset(lateToken)).toMatchObject(invalidReset);
    expect(await canSignIn(late)).toBe(true);
  });

  it.each(['fails', 'loses its answer'])('works again after a step of its use %s', async (fault) => {
    const { email } = await givenVerified();
    const token = await askForReset(email);
    system.passTime(secondMs);
    let hasFailed = false;
    const failOnce: Interceptor = async ({ input }, forward) => {
      if (hasFailed || !textOf(input).includes('password_set_at')) return forward(input);
      hasFailed = true;
      if (fault === 'loses its answer') await forward(input);
      throw new InjectedFault('The request failed');
    };
    expect((await intercepting(system.table, [failOnce], () => reset(token))).status).toBe(500);
    expect(await reset(token)).toMatchObject(success);
  });

  it('is outdated by a later password, not by one of its own moment, and expires at its time [AUT-32]', async () => {
    const userId = await userOf((await givenVerified()).email);
    const profile = (await getProfile(system.table, userId)) ?? expect.unreachable('no account');
    const now = system.now();
    const [before, since] = [await createResetToken(userId, now), await createResetToken(userId, now)];
    await storePasswordSet(system.table, profile, instantOf(now));
    expect(await reset(before)).toMatchObject(success);
    await storePasswordSet(system.table, profile, instantOf(new Date(now.getTime() + 1)));
    expect(await reset(since)).toMatchObject(invalidReset);
    const stored = (await findToken(system.table, since)) ?? expect.unreachable('it is stored');
    const until = Date.parse(stored.valid_until);
    const expired = [-1, 0].map((ms) => isExpired(stored, new Date(until + ms)));
    expect(expired).toEqual([false, true]);
  });

  it('proves the address of an account that was not verified', async () => {
    const { email } = await givenUnverified();
    expect(await reset(await askForReset(email))).toMatchObject(success);
    expect(await canSignIn({ email, password: newPassword })).toBe(true);
    const { body } = await system.call('getMyFamily', { userId: await userOf(email) });
    expect(body).toMatchObject({ profile: { email_verified: true } });
  });

  it('of a user who is gone is not valid', async () => {
    const { email } = await givenVerified();
    const token = await askForReset(email);
    await deleteUser(system.userPool, await userOf(email));
    expect(await reset(token)).toMatchObject(invalidReset);
    const unknown = {
      kind: 'reset-password',
      userId: userIdSchema.parse(randomUUID()),
      now: new Date(),
    } as const;
    expect(await reset(await createToken(system.table, unknown))).toMatchObject(invalidReset);
  });
});

describe.each(['requestPasswordReset', 'resendVerification'] as const)('%s', (route) => {
  it('takes the same path to the same answer for known and unknown addresses [API-29]', async () => {
    const [unverified, confirmed] = [await givenUnverified(), await givenVerified()];
    const runs = [];
    for (const email of [unverified.email, confirmed.email, newAddress()]) {
      const ask = async () => fixedParts(await system.call(route, { body: { email } }));
      runs.push(await watched.run(new Map(), ask));
    }
    expect(runs[0]?.result).toMatchObject({ status: 202, body: { success: true } });
    expect(runs[0]?.calls).toEqual(['TransactWriteItems']);
    for (const run of runs) expect(run).toEqual(runs[0]);
  });

  it('is limited for a mailbox from one network, known or not', async () => {
    const { email } = await givenUnverified();
    const most = mailRequestsPerPeriod.mailbox[route];
    for (const [index, address] of [email, newAddress()].entries()) {
      const ask = (tag: number | string, network = index, of = route) => {
        const body = { email: address.replace('@', `+${tag}@`) };
        return system.call(of, { sourceIp: `2001:db8:0:${network}::${tag}`, body });
      };
      const statuses = [];
      for (let time = 0; time <= most; time += 1) statuses.push((await ask(time)).status);
      expect(statuses).toEqual([...Array(most).fill(202), 429]);
      // Nobody else is refused for it, and no other route.
      expect((await ask(0, 9 + index)).status).toBe(202);
      const other = route === 'resendVerification' ? 'requestPasswordReset' : 'resendVerification';
      expect((await ask(0, index, other)).status).toBe(202);
    }
  });

  it('is limited for a source in an hour and in a day', async () => {
    system.passTime(24 * hourMs);
    const sourceIp = randomUUID();
    const ask = () => system.call(route, { sourceIp, body: { email: newAddress() } });
    for (let time = 0; time < mailRequestsPerDay.source; time += 1) {
      if (time > 0 && time % mailRequestsPerPeriod.source === 0) {
        const refusal = await ask();
        expect(refusal).toMatchObject({
          status: 429,
          headers: { 'retry-after': '3600' },
          body: { code: 'tooManyAttempts', detail: 'Too many attempts. Please try again in an hour.' },
        });
        system.passTime(hourMs);
      }
      expect((await ask()).status).toBe(202);
    }
    system.passTime(hourMs);
    expect(await ask()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '86400' },
      body: { detail: 'Too many attempts. Please try again in 24 hours.' },
    });
    system.passTime(24 * hourMs);
    expect((await ask()).status).toBe(202);
    // Handled at once by the next delivery, they would keep the engine busy for seconds.
    await batchDelete(system.table, await system.items(({ entity }) => entity === mailRequestEntity));
  });
});

describe('requests of strangers', () => {
  const mailsAbout = (email: string, subject: RegExp) =>
    system.mailsTo(email).filter((mail) => subject.test(mail.subject ?? ''));

  it.each([
    ['signUp', 'Confirm', 'verify-email'],
    ['resendVerification', 'Confirm', 'verify-email'],
    ['requestPasswordReset', 'password', 'reset-password'],
  ] as const)(
    'by %s send a mailbox few emails in all, however its address is spelled [AUT-44]',
    async (route, subject, kind) => {
      const name = randomUUID();
      const spellings = Array.from({ length: 6 }, (_, index) => `${name}+n${index}@example.com`);
      for (const email of spellings)
        expect((await system.call('signUp', { body: signUpBody(email) })).status).toBe(201);
      if (route !== 'signUp') {
        await system.deliver();
        system.passTime(hourMs);
        system.mails.length = 0;
        for (const email of spellings)
          expect((await system.call(route, { body: { email } })).status).toBe(202);
      }
      expect(await system.deliver()).toEqual([]);
      const mails = spellings.flatMap((email) => mailsAbout(email, new RegExp(subject)));
      expect(mails).toHaveLength(mailsPerPeriod[kind]);
    },
  );

  it.each([
    ['requestPasswordReset', 'reset-password'],
    ['resendVerification', 'verify-email'],
  ] as const)(
    'by %s that are handled at once never pass the limit together [AUT-44]',
    async (route, kind) => {
      const { email } = await givenUnverified();
      system.passTime(hourMs);
      const before = system.mailsTo(email).length;
      for (let time = 0; time < 10; time += 1) await system.call(route, { body: { email } });
      const records = await system.waiting();
      // Two deliveries of the batch at once, as after a lost answer, and one more later.
      await Promise.allSettled([system.hand(records), system.hand(records)]);
      await Promise.allSettled([system.hand(records)]);
      expect(system.mailsTo(email)).toHaveLength(before + mailsPerPeriod[kind]);
    },
  );
});
