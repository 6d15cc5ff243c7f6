import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { getMessage, messageIdOf } from '#functions/messages/messages';
import { putClass } from '#infra/local/seed/put';
import { patiently } from '#infra/testing/runner/slowness';
import { runningDates, sampleClass } from '#infra/testing/samples/samples';
import { request, startTestStack, type TestStack } from '#infra/testing/stack/test-stack';
import { toCalendarDate } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { dayMs } from '#shared/lib/durations';
import { localPaths } from '../../local/addresses.ts';
import { defaultTimeZone } from '../../settings/settings-schema.ts';

const today = toCalendarDate(new Date(), defaultTimeZone);
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

const clock = () => `${stack.url}${localPaths.clock}`;
const nowSchema = z.object({ now: z.string() });

const moveClock = (now: unknown) =>
  request(clock(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now }),
  });

it('moves the local stack’s clock, and runs at once what is due then [JOB-06]', async () => {
  await putClass(stack.table, sampleClass({ overrides: runningDates(today) }));
  const session = addDays(today, 14);
  const eve = `${addDays(today, 13)}T20:00:00Z`;
  const answer = await moveClock(eve);
  expect(answer.status).toBe(200);
  const { now } = nowSchema.parse(answer.body);
  expect(Date.parse(now) - Date.parse(eve)).toBeLessThan(dayMs);
  expect(await getMessage(stack.table, messageIdOf('reminder', session))).toMatchObject({
    audience: { date: session },
  });
  const answered = await fetch(`${stack.url}/api/classes`);
  expect(Date.parse(answered.headers.get('date') ?? '') - Date.parse(eve)).toBeLessThan(dayMs);
});

it.each([-1, 1])('a login is fresh where the clock is moved by %d days', async (days) => {
  const account = await stack.createAccount();
  const route = 'exportMyData';
  await moveClock(new Date(Date.now() + days * 24 * 3_600_000).toISOString());
  const stale = await stack.call({ route, token: account.token });
  expect(stale.status).toBe(days > 0 ? 403 : 200);
  const token = await stack.signIn(account.family.profile.email);
  expect((await stack.call({ route, token })).status).toBe(200);
  await moveClock(new Date().toISOString());
});

it.each([['soon'], [undefined], [5]])('keeps the clock where it is told %s', async (now) => {
  const before = nowSchema.parse((await request(clock())).body).now;
  expect((await moveClock(now)).status).toBe(400);
  const after = nowSchema.parse((await request(clock())).body).now;
  expect(Date.parse(after) - Date.parse(before)).toBeLessThan(dayMs);
});

it('finishes a message that is stored, by the stream', async () => {
  await vi.waitFor(async () => {
    const message = await getMessage(stack.table, messageIdOf('reminder', addDays(today, 14)));
    expect(message?.state).toBe('done');
  }, patiently);
});
