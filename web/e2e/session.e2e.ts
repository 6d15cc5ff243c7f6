import {
  AdminDeleteUserCommand,
  AdminUserGlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { sessionSettings } from '#infra/cloud/service-settings';
import { resourceNames } from '#infra/local/addresses';
import { moveStackClock } from '#infra/testing/browser/business-day';
import { interceptUserPool, passOn } from '#infra/testing/browser/calls';
import { accessTokenIn, refreshTokenIn } from '#infra/testing/browser/families';
import { atPath, expectToast, httpError, networkError } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { submitLogIn } from '#infra/testing/stack/log-in';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { advanceClock, advanceUntil, advanceUntilVisible, pauseClock } from './testing/browser.ts';
import { expect, test } from './testing/test.ts';

/** The interval of the checks (NTF-08). */
const checkEveryMs = 30_000;
/** The last check of a new session that finds more than a minute left. */
const lastEarlyCheckMs = sessionSettings.accessTokenSeconds * 1_000 - 3 * checkEveryMs;

const logout = (page: Page) => page.getByRole('button', { name: 'Logout' });

/**
 * A part of the profile, which comes with the screen's only request. A request that is pending when the clock jumps
 * reaches its timeout.
 */
const loadedProfile = (page: Page) => page.getByText('Ana Parent (age');

test('the session is checked and renewed [NTF-07, NTF-08]', async ({ page, signIn, parent }) => {
  await signIn(parent);
  const renewals = await interceptUserPool(page, 'GetTokensFromRefreshToken', passOn);
  await page.clock.install();
  await page.goto(paths.parentProfile);
  await expect(loadedProfile(page)).toBeVisible();
  const before = await accessTokenIn(page);
  await page.clock.fastForward(lastEarlyCheckMs);
  expect(await accessTokenIn(page)).toBe(before);
  expect(renewals.count()).toBe(0);
  await page.clock.fastForward(checkEveryMs);
  await expect.poll(() => accessTokenIn(page)).not.toBe(before);
  expect(renewals.count()).toBe(1);
});

test('a kept page shows nothing of an ended session [AUT-12]', async ({ page, signIn, parent }) => {
  await signIn(parent);
  await page.goto(paths.parentProfile);
  await expect(loadedProfile(page)).toBeVisible();
  // What a logout on a later page of the tab leaves. No event tells a kept page of it.
  await page.evaluate(() => {
    localStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page).toHaveURL(atPath(paths.auth));
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(loadedProfile(page)).toHaveCount(0);
});

test('a lost renewal is repeated [NTF-09]', async ({ page, signIn, expectProblems, parent }) => {
  expectProblems(networkError);
  await signIn(parent);
  const renewals = await interceptUserPool(page, 'GetTokensFromRefreshToken', (call, number) =>
    number < 3 ? call.abort() : call.continue(),
  );
  await pauseClock(page);
  await page.goto(paths.parentProfile);
  await advanceUntilVisible(page, loadedProfile(page));
  const before = await accessTokenIn(page);
  await page.clock.fastForward(lastEarlyCheckMs);
  await advanceClock(page, checkEveryMs);
  await advanceUntil(page, () => renewals.count() === 1, 0);
  for (const [pauseMs, count] of [
    [200, 2],
    [400, 3],
  ] as const) {
    // The pause begins when the page knows that the call has failed.
    await expect.poll(renewals.ended).toBe(count - 1);
    await advanceClock(page, pauseMs - 1);
    expect(renewals.count()).toBe(count - 1);
    // A random delay of up to 100 ms keeps browsers from retrying at the same time.
    await advanceClock(page, 101);
    await expect.poll(renewals.count).toBe(count);
  }
  await advanceUntil(page, async () => (await accessTokenIn(page)) !== before);
  await expect(page).toHaveURL(paths.parentProfile);
});

test('a refused renewal ends a session [NTF-10]', async ({ page, signIn, expectProblems, parent, stack }) => {
  expectProblems(httpError(400));
  await signIn(parent);
  await page.clock.install();
  await page.goto(paths.parentProfile);
  await expect(loadedProfile(page)).toBeVisible();
  await stack.pool.send(
    new AdminUserGlobalSignOutCommand({
      UserPoolId: resourceNames.userPoolId,
      Username: parent.family.profile.email,
    }),
  );
  await page.clock.fastForward(lastEarlyCheckMs);
  await page.clock.fastForward(checkEveryMs);
  await expect.poll(() => accessTokenIn(page)).toBeUndefined();
  await page.clock.fastForward(checkEveryMs);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page).toHaveURL(atPath(paths.auth));
});

for (const [refusal, end] of [
  [
    'RefreshTokenReuseException',
    async (stack: TestStack, account: Account, refreshToken: string) => {
      await stack.renew(refreshToken);
      await moveStackClock(
        stack,
        new Date(Date.now() + 2 * sessionSettings.refreshTokenRotationGraceSeconds * 1_000),
      );
      return account;
    },
  ],
  [
    'UserNotFoundException',
    async (stack: TestStack, { family }: Account) => {
      const { email } = family.profile;
      await stack.pool.send(
        new AdminDeleteUserCommand({ UserPoolId: resourceNames.userPoolId, Username: email }),
      );
      return stack.createAccount(sampleFamily());
    },
  ],
] as const)
  test(`a session whose renewal is refused with ${refusal} ends at the next request, and the login leads back [NTF-10]`, async ({
    page,
    signIn,
    expectProblems,
    parent,
    stack,
  }) => {
    expectProblems(httpError(400));
    await signIn(parent);
    await page.clock.install();
    await page.goto(paths.parentProfile);
    await expect(loadedProfile(page)).toBeVisible();
    const refreshToken = await refreshTokenIn(page);
    const next = await end(stack, parent, refreshToken ?? '');
    await page.clock.fastForward((sessionSettings.accessTokenSeconds + 60) * 1_000);
    await expect(page).toHaveURL(atPath(paths.auth));
    expect(await accessTokenIn(page)).toBeUndefined();
    await submitLogIn(page, next.family.profile.email);
    await expect(page).toHaveURL(paths.parentProfile);
    await expect(logout(page)).toBeVisible();
  });

test('tabs log in and out together', { tag: '@exhaustive' }, async ({ page, context, signIn, parent }) => {
  await signIn(parent);
  await page.goto(paths.parent);
  const other = await context.newPage();
  await other.goto(paths.parentBookings);
  await expect(logout(other)).toBeVisible();
  await logout(page).click();
  await expectToast(page, { title: 'Logged out' });
  await expect(other.getByLabel('Password')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'My Bookings' })).toHaveCount(0);
  await page.goto(paths.login);
  await submitLogIn(page, parent.family.profile.email);
  await expect(other.getByRole('heading', { name: 'My Bookings' })).toBeVisible();
});

test('the browser stores tokens and no personal data', { tag: '@exhaustive' }, async ({ page, parent }) => {
  const { email, full_name } = parent.family.profile;
  await page.goto(paths.login);
  await submitLogIn(page, email);
  await expect(logout(page)).toBeVisible();
  await page.goto(paths.parentProfile);
  await expect(page.getByText('Ana Parent (age')).toBeVisible();
  const stored = z
    .record(z.string(), z.string())
    .parse(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })));
  expect(
    Object.keys(stored)
      // The dashboard keeps the coming sessions, where it is shown long enough.
      .filter((key) => key !== 'coming-sessions')
      .map((key) => key.split('.').at(-1))
      .toSorted(),
  ).toEqual(['LastAuthUser', 'accessToken', 'clockDrift', 'has-logged-in', 'refreshToken', 'site-config']);
  const decode = (part: string): string => Buffer.from(part, 'base64url').toString();
  const text = Object.entries(stored)
    .flat()
    .flatMap((value) => [value, ...value.split('.').map(decode)])
    .join();
  for (const personal of [email, full_name, 'Ana Parent', 'Asthma']) expect(text).not.toContain(personal);
});
