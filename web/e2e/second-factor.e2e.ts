import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { atPath, errorToast, expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

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

/** The code that an app shows for the key on the screen. */
const codeOfScreen = async (page: Page): Promise<string> => {
  const key = (await page.getByLabel('Key', { exact: true }).textContent()) ?? '';
  return generateSync({ secret: key.replaceAll(' ', '') });
};

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
  await field.fill(await codeOfScreen(page));
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
