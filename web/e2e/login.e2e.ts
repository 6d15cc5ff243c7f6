import type { Locator, Page } from '@playwright/test';
import { localPaths } from '#infra/local/addresses';
import { failCall, interceptUserPool, respondWith } from '#infra/testing/browser/calls';
import { signUpByApi } from '#infra/testing/browser/forms';
import {
  atPath,
  errorToast,
  expectToast,
  httpError,
  networkError,
  toasts,
} from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { emailedLink } from './testing/mails.ts';
import { expect, test } from './testing/test.ts';

test('the form requires an email and a password [AUT-05]', async ({ page }) => {
  await page.goto(paths.auth);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const screen = page.getByRole('main');
  const [email, password] = [screen.getByLabel('Email'), screen.getByLabel('Password')];
  const button = screen.getByRole('button', { name: 'Log in' });
  const expectMissing = (field: Locator) => expect(field).toHaveJSProperty('validity.valueMissing', true);
  await button.click();
  await expect(email).toBeFocused();
  await expectMissing(email);
  await email.fill('pat@example.com');
  await button.click();
  await expect(password).toBeFocused();
  await expectMissing(password);
  await email.fill('');
  await password.fill(testPassword);
  await button.click();
  await expect(email).toBeFocused();
  await expectMissing(email);
  await expect(page).toHaveURL(paths.auth);
  expect(requests.filter((url) => url.includes(localPaths.cognito))).toEqual([]);
});

test('a login leads a parent to /parent, and a reload keeps the session [API-01, API-03, AUT-06, AUT-10, ERR-37]', async ({
  page,
  parent,
}) => {
  await page.goto(paths.auth);
  await submitLogIn(page, parent.family.profile.email);
  await expectToast(page, { title: 'Logged in successfully' });
  await expect(page).toHaveURL('/parent');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page).toHaveURL('/parent');
});

test('a login leads an administrator to /admin [AUT-09]', async ({ page, admin }) => {
  await page.goto(paths.auth);
  await submitLogIn(page, admin.family.profile.email);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page).toHaveURL('/admin');
});

test('/auth leads a signed-in user on [AUT-11]', async ({ page, signIn, newPage, parent, admin }) => {
  await signIn(parent);
  await page.goto(paths.auth);
  await expect(page).toHaveURL('/parent');
  const adminPage = await newPage({ as: admin });
  await adminPage.goto(paths.signUp);
  await expect(adminPage).toHaveURL('/admin');
});

test('a failed login says why [ERR-27]', async ({ page, expectProblems, parent }) => {
  expectProblems(httpError(400), networkError);
  const { email } = parent.family.profile;
  await page.goto(paths.auth);
  await submitLogIn(page, email, 'football2');
  await expectToast(page, errorToast('Incorrect username or password.'));
  await expect(page).toHaveURL(atPath('/auth'));
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(email);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  const logins = await interceptUserPool(page, 'InitiateAuth', failCall);
  await submitLogIn(page, email);
  await expectToast(page, errorToast('Failed to login'));
  await logins.stop();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/parent');
});

test('a logout ends the session [API-03, AUT-12, AUT-13, ERR-41]', async ({ page, signIn, stack }) => {
  await signIn(await stack.createAccount(sampleFamily()));
  await page.goto(paths.parentBookings);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, { title: 'Logged out' });
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(['site-config']);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.goto(paths.parentBookings);
  await expect(page).toHaveURL(atPath('/auth'));
});

test('a logout survives a 401 [ERR-35]', async ({ page, signIn, expectProblems, stack }) => {
  expectProblems(httpError(401));
  await signIn(await stack.createAccount(sampleFamily()));
  await page.goto(paths.parentBookings);
  await interceptUserPool(page, 'RevokeToken', respondWith(401));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(toasts(page)).toBeVisible();
  await expect(toasts(page)).toHaveText(['Logged out']);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
});

const pasted = 'Pasted: secret 1';

/** Copies a text as a user does, from a field of the contact form that takes any text. */
const copyText = async (page: Page): Promise<void> => {
  await page.goto(paths.contact);
  const field = page.getByLabel('Subject', { exact: true });
  await field.fill(pasted);
  await field.press('ControlOrMeta+a');
  await field.press('ControlOrMeta+c');
};

/** Checks a password field: it hides its text, tells a password manager which password it is, and accepts a paste. */
const expectPasswordField = async (
  form: Page | Locator,
  label: string,
  autocomplete: string,
): Promise<void> => {
  const field = form.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute('type', 'password');
  await expect(field).toHaveAttribute('autocomplete', autocomplete);
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue(pasted);
  await expect(field).toHaveAttribute('type', 'password');
};

test('passwords are hidden and pasted', { tag: '@exhaustive' }, async ({ page, signIn, stack, parent }) => {
  const { email } = await signUpByApi(stack);
  await copyText(page);
  for (const [path, label, autocomplete] of [
    [paths.auth, 'Password', 'current-password'],
    [paths.signUp, 'Password', 'new-password'],
    [paths.resetPasswordLink('any-token'), 'New Password', 'new-password'],
    [await emailedLink(stack, email), 'Password', 'new-password'],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path);
      await expectPasswordField(page, label, autocomplete);
    });
  await page.goto('about:blank');
  await signIn(parent);
  for (const name of ['Download my data', 'Delete my account'])
    await test.step(name, async () => {
      await page.goto(paths.parentProfile);
      await page.getByRole('button', { name }).click();
      await expectPasswordField(page, 'Your Password', 'current-password');
    });
});
