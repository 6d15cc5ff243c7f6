import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { sessionSettings } from '#infra/cloud/session-settings';
import { resourceNames } from '#infra/local/addresses';
import { sampleFamily } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { atPath } from './testing/address.ts';
import { passOn } from './testing/calls.ts';
import { advanceClock, advanceUntil, pauseClock } from './testing/clock.ts';
import { familyOfTwo } from './testing/families.ts';
import { logIn } from './testing/log-in.ts';
import { httpError, networkError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';
import { expectToast } from './testing/toasts.ts';
import { interceptUserPool } from './testing/user-pool.ts';

const checkEveryMs = 30_000;
/** The last check at which a session that was begun just before still has more than a minute. */
const lastEarlyCheckMs = sessionSettings.accessTokenSeconds * 1_000 - 3 * checkEveryMs;

const accessTokenIn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1]);

test('a session that is begun for a test is kept in the browser like one of the login screen', async ({
  newPage,
  parent,
}) => {
  const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted());
  const begun = await newPage({ as: parent });
  await begun.goto(paths.parent);
  await expect(begun.getByRole('button', { name: 'Logout' })).toBeVisible();
  const loggedIn = await newPage();
  await loggedIn.goto(paths.login);
  await logIn(loggedIn, parent.family.profile.email);
  await expect(loggedIn.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(await kept(begun)).toEqual(await kept(loggedIn));
});

test('the session is checked every 30 s and renewed within the last minute, without anyone doing anything [NTF-07, NTF-08]', async ({
  page,
  signIn,
  stack,
}) => {
  const account = await stack.createAccount(familyOfTwo());
  await signIn(account);
  const renewals = await interceptUserPool(page, 'GetTokensFromRefreshToken', passOn);
  await page.clock.install();
  await page.goto(paths.parent);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  const before = await accessTokenIn(page);
  await page.clock.fastForward(lastEarlyCheckMs);
  expect(await accessTokenIn(page)).toBe(before);
  expect(renewals.count()).toBe(0);
  await page.clock.fastForward(checkEveryMs);
  await expect.poll(() => accessTokenIn(page)).not.toBe(before);
  expect(renewals.count()).toBe(1);
});

test('a renewal that fails for the moment is repeated after 200 ms and then after twice as long [NTF-09]', async ({
  page,
  signIn,
  expectProblems,
  stack,
}) => {
  expectProblems(networkError);
  await signIn(await stack.createAccount(familyOfTwo()));
  const renewals = await interceptUserPool(page, 'GetTokensFromRefreshToken', (call, number) =>
    number < 3 ? call.abort('failed') : call.continue(),
  );
  await pauseClock(page);
  await page.goto(paths.parent);
  await advanceUntil(page, () => page.getByRole('button', { name: 'Logout' }).isVisible());
  const before = await accessTokenIn(page);
  await page.clock.fastForward(lastEarlyCheckMs);
  await advanceClock(page, checkEveryMs);
  await advanceUntil(page, () => renewals.count() === 1, 0);
  for (const [pauseMs, repeated] of [
    [200, 2],
    [400, 3],
  ] as const) {
    // The pause begins when the page learns how the call ended.
    await expect.poll(renewals.ended).toBe(repeated - 1);
    await advanceClock(page, pauseMs - 1);
    expect(renewals.count()).toBe(repeated - 1);
    // Up to a tenth of a second is added by chance, so that not all come back at once.
    await advanceClock(page, 101);
    await expect.poll(renewals.count).toBe(repeated);
  }
  await advanceUntil(page, async () => (await accessTokenIn(page)) !== before);
  await expect(page).toHaveURL(paths.parent);
});

test('a renewal that is refused for good ends the session [NTF-10]', async ({
  page,
  signIn,
  expectProblems,
  stack,
}) => {
  const account = await stack.createAccount(familyOfTwo());
  expectProblems(httpError(400));
  await signIn(account);
  await page.clock.install();
  await page.goto(paths.parent);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await stack.pool.send(
    new AdminUserGlobalSignOutCommand({
      UserPoolId: resourceNames.userPoolId,
      Username: account.family.profile.email,
    }),
  );
  await page.clock.fastForward(lastEarlyCheckMs);
  await page.clock.fastForward(checkEveryMs);
  await expect.poll(() => accessTokenIn(page)).toBeUndefined();
  await page.clock.fastForward(checkEveryMs);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page).toHaveURL(atPath(paths.auth));
});

test('two tabs agree: who logs out in one is logged out in the other, and in again in both', async ({
  newPage,
  stack,
}) => {
  const account = await stack.createAccount(familyOfTwo());
  const one = await newPage({ as: account });
  await one.goto(paths.parent);
  const other = await one.context().newPage();
  await other.goto(paths.parentBookings);
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible();
  await one.getByRole('button', { name: 'Logout' }).click();
  await expectToast(one, { title: 'Logged out' });
  await expect(other.getByLabel('Password')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'My Bookings' })).toHaveCount(0);
  await one.goto(paths.login);
  await logIn(one, account.family.profile.email);
  await expect(other.getByRole('heading', { name: 'My Bookings' })).toBeVisible();
});

test('the browser keeps tokens and nothing that names the person', async ({ page, stack }) => {
  const account = await stack.createAccount(familyOfTwo());
  const { email, full_name } = account.family.profile;
  await page.goto(paths.login);
  await logIn(page, email);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.goto(paths.parentProfile);
  await expect(page.getByText('Ana Parent (age')).toBeVisible();
  const stored = z
    .record(z.string(), z.string())
    .parse(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })));
  expect(
    Object.keys(stored)
      .map((key) => key.split('.').at(-1))
      .toSorted(),
  ).toEqual(['LastAuthUser', 'accessToken', 'clockDrift', 'refreshToken']);
  const decoded = (part: string): string => Buffer.from(part, 'base64url').toString();
  const text = Object.entries(stored)
    .flat()
    .flatMap((value) => [value, ...value.split('.').map(decoded)])
    .join();
  for (const personal of [email, full_name, 'Ana Parent', 'Asthma']) expect(text).not.toContain(personal);
});

test('what one parent has read is not shown to the next one on the same device', async ({
  page,
  signIn,
  stack,
}) => {
  const [first, second] = [
    await stack.createAccount(sampleFamily({ children: [{ name: 'First Child' }] })),
    await stack.createAccount(sampleFamily({ children: [{ name: 'Second Child' }] })),
  ];
  await signIn(first);
  await page.goto(paths.parentProfile);
  await expect(page.getByText('First Child').first()).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, second.family.profile.email);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page.getByText('Second Child').first()).toBeVisible();
  await expect(page.getByText('First Child')).toHaveCount(0);
});
