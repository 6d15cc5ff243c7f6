import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getMessage, messageIdOf } from '#functions/messages/messages';
import { putClass } from '#infra/local/seed/put';
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
