import { disconnect, reconnect } from '#infra/testing/browser/calls';
import { accessTokenIn } from '#infra/testing/browser/families';
import { networkError } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { checkEveryMs } from '../src/lib/sign-in/auth.ts';
import { expect, test } from './testing/test.ts';

// The lifetime is so short that every check renews the session, and long enough to open a page on a busy machine.
const tokenLifetimeSeconds = 20;
test.use({ stackOptions: { tokenLifetimeSeconds } });
// One worker runs both tests, so that only one stack with these options starts.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ page, parent, signIn }) => {
  await page.clock.install();
  await signIn(parent);
  await page.goto(paths.parentBookings);
  await expect(page.getByText('No bookings yet.')).toBeVisible();
});

test('a parent stays signed in after the tokens of the login have expired [NTF-07]', {
  tag: '@exhaustive',
}, async ({ page, stack }) => {
  const token = await accessTokenIn(page);
  const status = async () => (await stack.call({ route: 'listMyBookings', token })).status;
  expect(await status()).toBe(200);
  await expect.poll(status).toBe(401);
  await page.clock.fastForward(checkEveryMs);
  await expect.poll(() => accessTokenIn(page)).not.toBe(token);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page.getByText('Ana Parent (age')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('a session is kept while the network is disconnected', { tag: '@exhaustive' }, async ({
  page,
  expectProblems,
}) => {
  expectProblems(networkError, /The sign-in could not be renewed/);
  await disconnect(page);
  const warning = page.waitForEvent('console', (message) =>
    message.text().includes('The sign-in could not be renewed'),
  );
  await page.clock.fastForward(checkEveryMs);
  await warning;
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await reconnect(page);
  await page.clock.fastForward(checkEveryMs);
  await page.reload();
  await expect(page.getByText('No bookings yet.')).toBeVisible();
});
