import { scheduleDailyWork } from '#functions/timer/daily/schedule';
import { localPaths } from '#infra/local/addresses';
import { request, type TestStack } from '#infra/testing/stack/test-stack';
import { businessTimeZone } from './business-day.ts';

/** Schedules the daily work, which the emptied table of a test does not have. */
export const startDailyWork = ({ table }: TestStack): Promise<void> =>
  scheduleDailyWork({ table, clock: () => new Date(), timeZone: businessTimeZone });

/** Moves the stack's clock and runs what is due then. Pages follow it. A test that moves it moves it back. */
export const moveStackClock = async ({ url }: TestStack, now: Date): Promise<void> => {
  const { status } = await request(url + localPaths.clock, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: now.toISOString() }),
  });
  if (status !== 200) throw new Error(`The clock answered with ${status}`);
};
