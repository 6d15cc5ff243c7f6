import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountSteps, browserSecret, signUpBody } from '#infra/testing/services/account-system';
import { startTests } from '#infra/testing/services/system';
import { limits } from '#shared/limits';

const system = await startTests(accountSteps, { stepMs: 1 });
const { logged } = system;
beforeEach(() => system.clear());

const givenRequest = async () => {
  const body = signUpBody();
  expect((await system.call('signUp', { body })).status).toBe(201);
  return { email: body.email, records: await system.waiting() };
};

const requests = () => system.items((item) => item.entity === 'mail-request');
const tokens = () => system.items((item) => item.entity === 'token');

it('stores tokens as a hash alone, and forgets the request [AUT-32]', async () => {
  const { email } = await givenRequest();
  await system.deliver();
  const token = system.latestToken(email);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(JSON.stringify(await system.items())).not.toContain(token);
  const [stored] = await tokens();
  expect(stored?.PK).toBe(`TOKEN#${createHash('sha256').update(token).digest('base64url')}`);
  const lifeMs = Date.parse(String(stored?.valid_until)) - Date.parse(String(stored?.created_at));
  expect(lifeMs).toBe(limits.linkHours['verify-email'] * 3_600_000);
  expect(await requests()).toEqual([]);
});

describe('nothing is sent, and the request is forgotten,', () => {
  it.each(['requestPasswordReset', 'resendVerification'] as const)(
    'to an address without an account: %s',
    async (route) => {
      await system.call(route, { body: { email: `${randomUUID()}@example.com` } });
      expect(await system.deliver()).toEqual([]);
      expect([system.mails, await requests(), await tokens()]).toEqual([[], [], []]);
    },
  );

  it('to verify an address that is verified', async () => {
    const { email } = await givenRequest();
    await system.deliver();
    await system.call('verifyEmail', {
      body: { token: system.latestToken(email), browser_secret: browserSecret },
    });
    await system.call('resendVerification', { body: { email } });
    expect(await system.deliver()).toEqual([]);
    expect(system.mails).toHaveLength(1);
    expect(await requests()).toEqual([]);
  });
});

it('logs neither address nor token, whether a message is sent, refused or not needed', async () => {
  const { email, records } = await givenRequest();
  system.mailAnswers.push({ kind: 'error', status: 400, code: 'MessageRejected', message: `No ${email}` });
  expect(await system.hand(records)).toHaveLength(1);
  expect(await system.hand(records)).toEqual([]);
  await system.call('requestPasswordReset', { body: { email: 'nobody@example.com' } });
  await system.deliver();
  expect(logged.filter((line) => line.includes('account-email'))).toHaveLength(3);
  for (const secret of [email, 'nobody', system.latestToken(email)])
    expect(logged.join()).not.toContain(secret);
});
