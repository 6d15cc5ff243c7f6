import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountSteps, browserSecret, signUpBody } from '#infra/testing/services/account-system';
import { startTests } from '#infra/testing/services/system';

const system = await startTests(accountSteps, { stepMs: 1 });
beforeEach(() => system.clear());

const givenRequest = async () => {
  const body = signUpBody();
  expect((await system.call('signUp', { body })).status).toBe(201);
  return { email: body.email };
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
  expect(await requests()).toEqual([]);
});

describe('nothing is sent, and the request is forgotten,', () => {
  it.each(['requestPasswordReset', 'resendVerification'] as const)(
    'to an address without an account: %s',
    async (route) => {
      const email = `${randomUUID()}@example.com`;
      await system.call(route, { body: { email } });
      expect(await system.deliver()).toEqual([]);
      expect([system.mails, await requests(), await tokens()]).toEqual([[], [], []]);
      const lines = system.logged.join();
      expect([lines.includes('account-email'), lines.includes(email)]).toEqual([true, false]);
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
