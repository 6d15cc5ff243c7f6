import type { Page } from '@playwright/test';
import { sampleFamily } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { passOn } from './testing/calls.ts';
import { advanceClock, advanceUntil, pauseClock, stepMs } from './testing/clock.ts';
import { networkError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';
import { interceptUserPool } from './testing/user-pool.ts';

// The lifetime is so short that every check of the session renews it.
test.use({ stackOptions: { tokenLifetimeSeconds: 8 } });

const checkMs = 30_000;
const longStepMs = 1_000;

/** Opens "My Bookings" with a stopped clock; the last check of the session has just been. */
const openAfterCheck = async (page: Page): Promise<void> => {
  await pauseClock(page);
  await page.goto(paths.parentBookings);
  await advanceUntil(page, () => page.getByText('No bookings yet.').isVisible());
  const renewals = await interceptUserPool(page, 'GetTokensFromRefreshToken', passOn);
  await advanceUntil(page, () => renewals.count() > 0, longStepMs);
  await advanceClock(page, stepMs);
  await page.unrouteAll({ behavior: 'wait' });
};

const isSignedIn = (page: Page): Promise<boolean> => page.getByRole('button', { name: 'Logout' }).isVisible();

test('a parent stays signed in when the tokens of the login have long expired [NTF-07]', async ({
  page,
  signIn,
  stack,
}) => {
  const account = await stack.createAccount(sampleFamily());
  await signIn(account);
  await openAfterCheck(page);
  const token = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1],
  );
  const status = async () => (await stack.call({ route: 'listMyBookings', token })).status;
  expect(await status()).toBe(200);
  await expect.poll(status).toBe(401);
  await advanceClock(page, checkMs);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await advanceUntil(page, () => page.getByText('Robin Parent').first().isVisible());
  expect(await isSignedIn(page)).toBe(true);
});

test('a session outlives a time without network', async ({ page, signIn, expectProblems, stack }) => {
  expectProblems(networkError, /The session could not be renewed/);
  await signIn(await stack.createAccount(sampleFamily()));
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  await openAfterCheck(page);
  await page.context().setOffline(true);
  await advanceUntil(page, () => warnings.some((text) => text.includes('could not be renewed')), longStepMs);
  expect(await isSignedIn(page)).toBe(true);
  await page.context().setOffline(false);
  await advanceClock(page, checkMs);
  await page.reload();
  await advanceUntil(page, () => page.getByText('No bookings yet.').isVisible());
});
