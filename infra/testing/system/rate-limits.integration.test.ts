import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailRequestsPerPeriod } from '#functions/limits';
import type { RouteName } from '#shared/contract/routes';
import { secondMs } from '#shared/lib/durations';
import { limits } from '#shared/limits';
import { localPaths } from '../../local/addresses.ts';
import { codeOfRefusal, expectProductHeaders } from '../attack/answers.ts';
import { snapshotOf, startAttackStack } from '../attack/attack-stack.ts';
import { type HttpAnswer, request, type TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startAttackStack();
});
afterAll(() => stack.stop());

const newEmail = () => `${randomUUID()}@example.com`;
/** Sends a request with forged source headers. The limits must ignore them. */
const ask = (route: RouteName, email: string): Promise<HttpAnswer> =>
  stack.call({
    route,
    body: { email },
    headers: { 'x-forwarded-for': `${randomUUID()}, ${randomUUID()}, 192.0.2.1`, 'x-real-ip': randomUUID() },
  });

/** Checks for a refusal with the delay until the next attempt. */
const expectLimited = (answer: HttpAnswer): void => {
  expect(codeOfRefusal(answer)).toBe('tooManyAttempts');
  expect(answer.headers.get('retry-after')).toBe(String(limits.mailPeriodSeconds));
  expectProductHeaders(answer);
};

/** Sets the stack's clock to the start of a period: counts restart with the next one. */
const beginPeriod = async (): Promise<void> => {
  const periodMs = limits.mailPeriodSeconds * secondMs;
  const now = new Date(Math.ceil(Date.now() / periodMs) * periodMs);
  const answer = await request(stack.url + localPaths.clock, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now }),
  });
  expect(answer.status).toBe(200);
};

it('limits emails per hour to an address, and requests for emails from a source', async () => {
  await beginPeriod();
  const routes = ['requestPasswordReset', 'resendVerification'] as const;
  const most = mailRequestsPerPeriod.mailbox;
  const email = newEmail();
  for (const route of routes) {
    for (let time = 0; time < most[route]; time += 1) {
      expect((await ask(route, email)).status).toBe(202);
    }
  }
  const before = await snapshotOf(stack);
  for (const route of routes) expectLimited(await ask(route, email));
  expect(await snapshotOf(stack)).toEqual(before);

  for (
    let time = most.requestPasswordReset + most.resendVerification;
    time < mailRequestsPerPeriod.source;
    time += 1
  ) {
    expect((await ask('requestPasswordReset', newEmail())).status).toBe(202);
  }
  const full = await snapshotOf(stack);
  for (const route of routes) expectLimited(await ask(route, newEmail()));
  expect(await snapshotOf(stack)).toEqual(full);
});
