import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { requiredSecondFactor } from '#infra/settings/settings-schema';
import { request, startTestStack, type TestStack } from '../testing/stack/test-stack.ts';
import { localPaths } from './addresses.ts';
import { demoAccounts } from './seed/demo-accounts.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ empty: false, secondFactor: requiredSecondFactor });
});
afterAll(() => stack.stop());

const codesSchema = z.array(
  z.object({ email: z.string(), code: z.string().check(z.regex(/^\d{6}$/)), secondsLeft: z.number() }),
);

it('shows the codes of the sample accounts that need a second factor, which log in with them [MFA-07]', async () => {
  const page = stack.url + localPaths.authenticator;
  const codes = codesSchema.parse((await request(`${page}.json`)).body);
  expect(codes).toMatchObject([{ email: demoAccounts.admin }]);
  const [{ code = '' } = {}] = codes;
  const { status, body } = await request(page);
  expect(status).toBe(200);
  expect(body).toContain(demoAccounts.admin);
  expect(body).toMatch(/<strong>\d{3} \d{3}<\/strong>/);

  expect(await stack.asksForCode(demoAccounts.admin)).toBe(true);
  const token = await stack.signInWithCode(demoAccounts.admin, code);
  expect(await stack.call({ route: 'getDashboard', token })).toMatchObject({ status: 200 });
  const coach = await stack.signIn(demoAccounts.coach);
  expect(await stack.call({ route: 'listMySessions', token: coach })).toMatchObject({ status: 200 });
});
