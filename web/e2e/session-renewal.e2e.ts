import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sampleFamily } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { passTime, passTimeUntil, stepMs, stopClock } from './testing/clock.ts';
import { noAnswer } from './testing/problem-guard.ts';
import { siteTest } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { interceptPool, letThrough } from './testing/user-pool.ts';

/** So short that every check finds a session that is about to end. */
const tokenLifetimeSeconds = 8;
const it = siteTest.override('stackOptions', { scope: 'file' }, { tokenLifetimeSeconds });

const checkMs = 30_000;
const longStepMs = 1_000;

/** Opens "My Bookings" with a stopped clock; the last check of the session has just been. */
const openAfterCheck = async (page: Page): Promise<void> => {
  await stopClock(page);
  await page.goto(paths.parentBookings);
  await passTimeUntil(page, () => page.getByText('No bookings yet.').isVisible());
  const renewals = await interceptPool(page, 'GetTokensFromRefreshToken', letThrough);
  await passTimeUntil(page, () => renewals.count() > 0, longStepMs);
  await passTime(page, stepMs);
  await page.unrouteAll({ behavior: 'wait' });
};

const isSignedIn = (page: Page): Promise<boolean> => page.getByRole('button', { name: 'Logout' }).isVisible();

it('a parent stays signed in when the tokens of the login have long expired [NTF-07]', async ({
  open,
  stack,
}) => {
  const account = await stack.createAccount(sampleFamily());
  const page = await open({ as: account });
  await openAfterCheck(page);
  const token = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1],
  );
  const status = async () => (await stack.call({ route: 'listMyBookings', token })).status;
  expect(await status()).toBe(200);
  await soon(status).toBe(401);
  await passTime(page, checkMs);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await passTimeUntil(page, () => page.getByText('Robin Parent').first().isVisible());
  expect(await isSignedIn(page)).toBe(true);
});

it('a session outlives a time without network', async ({ open, stack }) => {
  const page = await open({
    as: await stack.createAccount(sampleFamily()),
    expects: [noAnswer, /The session could not be renewed/],
  });
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  await openAfterCheck(page);
  await page.context().setOffline(true);
  await passTimeUntil(page, () => warnings.some((text) => text.includes('could not be renewed')), longStepMs);
  expect(await isSignedIn(page)).toBe(true);
  await page.context().setOffline(false);
  await passTime(page, checkMs);
  await page.reload();
  await passTimeUntil(page, () => page.getByText('No bookings yet.').isVisible());
});
