import { readFile } from 'node:fs/promises';
import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import * as z from 'zod/mini';
import { sessionSettings } from '#infra/cloud/service-settings';
import { resourceNames } from '#infra/local/addresses';
import { interceptUserPool, passOn } from '#infra/testing/browser/calls';
import { accessTokenIn } from '#infra/testing/browser/families';
import {
  atPath,
  errorToast,
  expectNoSideScroll,
  expectToast,
  httpError,
  networkError,
} from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { advanceClock, advanceUntil, advanceUntilVisible, pauseClock } from './testing/browser.ts';
import { expect, familyTest, test } from './testing/test.ts';

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

familyTest('the session is checked and renewed [NTF-07, NTF-08]', async ({ page }) => {
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

familyTest('a kept page shows nothing of an ended session [AUT-12]', async ({ page }) => {
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

familyTest('a lost renewal is repeated [NTF-09]', async ({ page, expectProblems }) => {
  expectProblems(networkError);
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

familyTest('a refused renewal ends a session [NTF-10]', async ({ page, expectProblems, parent, stack }) => {
  expectProblems(httpError(400));
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

test('tabs log in and out together, and store tokens and no personal data', {
  tag: '@exhaustive',
}, async ({ page, context, parent }) => {
  const { email, full_name } = parent.family.profile;
  const other = await context.newPage();
  await other.goto(paths.parentProfile);
  await expect(other.getByLabel('Password')).toBeVisible();
  await page.goto(paths.login);
  await submitLogIn(page, email);
  await expect(logout(page)).toBeVisible();
  await expect(loadedProfile(other)).toBeVisible();
  const stored = z
    .record(z.string(), z.string())
    .parse(await other.evaluate(() => ({ ...localStorage, ...sessionStorage })));
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

  await logout(page).click();
  await expectToast(page, { title: 'Logged out' });
  await expect(other.getByLabel('Password')).toBeVisible();
  await expect(loadedProfile(other)).toHaveCount(0);
});

const codeLabel = 'Code from your authenticator app';

test('a login asks for a code once [MFA-03]', async ({ page, parent, stack, expectProblems }) => {
  const { code, usedCode } = await stack.addAuthenticator(parent);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(paths.auth);
  await submitLogIn(page, parent.family.profile.email);
  const field = page.getByLabel(codeLabel);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expectNoAxeInThemes(page, 'the code of a login');
  const stored = () =>
    page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].join());
  expect(await stored()).not.toContain('Cognito');
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(parent.family.profile.email);
  await submitLogIn(page, parent.family.profile.email);

  await field.press('Enter');
  await expect(page.getByText('Please enter the 6 digits that your app shows')).toBeVisible();
  expectProblems(httpError(400));
  await field.fill('000 000');
  await field.press('Enter');
  await expect(page.getByText('This code is not right.')).toBeVisible();
  await field.fill(usedCode);
  await field.press('Enter');
  await expect(page.getByText('This code was used already.')).toBeVisible();
  await expect(page).toHaveURL(atPath(paths.auth));
  const right = code();
  await field.fill(`${right.slice(0, 3)} ${right.slice(3)}`);
  await field.press('Enter');
  await expectToast(page, { title: 'Logged in successfully' });
  await expect(page).toHaveURL(paths.parent);
});

test('the set-up asks for the password, shows a QR code and the key, and gives recovery codes once; one of them leads back to it [MFA-02, MFA-04]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, expectProblems }) => {
  const { email } = admin.family.profile;
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(admin);
  await page.goto(paths.adminAdmins);
  await page.getByRole('link', { name: 'Two-step login of your own account' }).click();
  await page.getByLabel('Your Password').fill(testPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const field = page.getByLabel(codeLabel);
  await expect(field).toBeFocused();
  await expectNoSideScroll(page);

  expectProblems(httpError(400), httpError(409));
  await field.fill('000000');
  await field.press('Enter');
  await expect(page.getByText('This code is not right.')).toBeVisible();
  const key = ((await page.getByLabel('Key', { exact: true }).textContent()) ?? '').replaceAll(' ', '');
  await field.fill(generateSync({ secret: key }));
  await field.press('Enter');
  const codes = page.getByRole('listitem').filter({ hasText: /^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/ });
  await expect(codes).toHaveCount(10);
  const first = (await codes.first().textContent()) ?? '';
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect(await readFile(await (await started).path(), 'utf8')).toContain(first);
  const leave = page.getByRole('button', { name: 'Log in with your app' });
  await expect(leave).toBeDisabled();
  await page.getByLabel('I have kept the codes').check();
  await leave.click();

  await submitLogIn(page, email);
  await page
    .getByLabel(codeLabel)
    .fill(generateSync({ secret: key, epoch: Math.floor(Date.now() / 1_000) + 30 }));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^Two-step login is on since/)).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.goto(paths.login);
  await submitLogIn(page, email);
  await page.getByRole('button', { name: 'Lost your phone?' }).click();
  const recovery = page.getByLabel('Recovery code');
  await expect(recovery).toBeFocused();
  await expectNoAxeInThemes(page, 'a recovery code at login');
  await recovery.fill('nothing');
  await recovery.press('Enter');
  await expect(page.getByText('Please enter one of your recovery codes')).toBeVisible();
  await recovery.fill('AAAA-BBBB-CCCC-DDDD');
  await recovery.press('Enter');
  await expectToast(page, errorToast('The password or the recovery code is not right. Please check both.'));
  await recovery.fill(first.toLowerCase());
  await recovery.press('Enter');
  await expect(page).toHaveURL(paths.secondFactor);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
});
