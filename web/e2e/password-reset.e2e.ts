import { paths } from '#shared/paths';
import { failCall, interceptCalls, respondWith } from './testing/calls.ts';
import { familyOfTwo } from './testing/families.ts';
import { expectNoSideScroll } from './testing/layout.ts';
import { logIn } from './testing/log-in.ts';
import { emailedLink } from './testing/mail-links.ts';
import { httpError, networkError } from './testing/page-problems.ts';
import { signUpByApi } from './testing/sign-up-form.ts';
import { expect, test } from './testing/test.ts';
import { errorToast, expectToast, toastOf } from './testing/toasts.ts';

const invalidLink = 'This reset link is no longer valid. Please request a new one.';

test('the login leads to the view for a forgotten password and takes the email along [AUT-04]', async ({
  page,
}) => {
  await page.goto(paths.auth);
  await page.getByLabel('Email', { exact: true }).fill('pat@example.com');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('pat@example.com');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('pat@example.com');
});

test('an address without an account is httpError in the same way [AUT-24]', async ({ page }) => {
  await page.goto(paths.forgotPassword);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('Please enter your email', { exact: true })).toBeVisible();
  await expect(page.locator(':focus')).toMatchAriaSnapshot('- textbox "Email"');
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(toastOf(page, { title: 'Check Your Email' })).toBeVisible();
  await expect(page.getByText(/^If there is an account for nobody@example.com/)).toBeVisible();
});

test('a request that fails says so and keeps the email [ERR-29]', async ({ page, expectProblems }) => {
  expectProblems(networkError);
  await page.goto(paths.forgotPassword);
  await interceptCalls(page, 'requestPasswordReset', failCall);
  await page.getByLabel('Email', { exact: true }).fill('pat@example.com');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expectToast(page, errorToast('Failed to send reset email'));
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('pat@example.com');
});

test('the emailed link opens the form, which takes six characters and not five, once [AUT-25, AUT-26, AUT-27, AUT-28, AUT-29, AUT-31, ERR-40]', async ({
  page,
  expectProblems,
  stack,
}) => {
  const { email, password } = await signUpByApi(stack);
  await emailedLink(stack, email);
  await stack.call({ route: 'requestPasswordReset', body: { email } });
  const link = await emailedLink(stack, email, 2);
  expect(link).toMatch(/^\/auth\?token=[\w-]+#type=recovery$/);
  expectProblems(httpError(400));
  await page.goto(link);
  const newPassword = page.getByLabel('New Password');
  const update = page.getByRole('button', { name: 'Update Password' });
  await update.click();
  await expect(page.getByText('Please enter a password', { exact: true })).toBeVisible();
  await newPassword.fill('12345');
  await update.click();
  await expect(page.getByText('Password must be at least 6 characters', { exact: true })).toBeVisible();
  await expect(page.locator(':focus')).toMatchAriaSnapshot('- textbox "New Password"');
  await newPassword.fill('123456');
  await update.click();
  await expectToast(page, { title: 'Your password has been updated successfully.' });
  await expect(page).toHaveURL(paths.login);

  await logIn(page, email, password);
  await expectToast(page, errorToast('Incorrect username or password.'));
  await logIn(page, email, '123456');
  await expectToast(page, { title: 'Logged in successfully' });

  await page.goto(link);
  await newPassword.fill('another one');
  await update.click();
  await expectToast(page, errorToast(invalidLink));
  await expect(newPassword).toHaveValue('another one');
});

test('a link without a token changes nothing [AUT-30]', async ({ page }) => {
  await page.goto('/auth#type=recovery');
  const calls = await interceptCalls(page, 'resetPassword', failCall);
  await page.getByLabel('New Password').fill('123456');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expectToast(page, errorToast('Invalid reset link'));
  expect(calls.count()).toBe(0);
});

test('the token is taken from the query, not from the hash [AUT-26]', async ({ page }) => {
  await page.goto('/auth#type=recovery&token=abc');
  await page.getByLabel('New Password').fill('123456');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expectToast(page, errorToast('Invalid reset link'));
});

test('an update that fails says so, keeps the password, and can be sent again [ERR-30]', async ({
  page,
  expectProblems,
}) => {
  expectProblems(httpError(500));
  await page.goto(paths.resetPasswordLink('abc'));
  await interceptCalls(page, 'resetPassword', respondWith(500));
  await page.getByLabel('New Password').fill('123456');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expectToast(page, errorToast('Failed to update password'));
  await expect(page.getByLabel('New Password')).toHaveValue('123456');
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
});

test('who is signed in may open a reset link, and is signed out by the reset [AUT-11, AUT-31]', async ({
  page,
  stack,
}) => {
  const { family } = await stack.createAccount(familyOfTwo());
  const { email } = family.profile;
  await stack.call({ route: 'requestPasswordReset', body: { email } });
  const link = await emailedLink(stack, email);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(paths.login);
  await logIn(page, email);
  await expectToast(page, { title: 'Logged in successfully' });
  await page.goto(paths.auth);
  await expect(page).toHaveURL(paths.parent);
  await page.goto(link);
  await page.getByLabel('New Password').fill('123456');
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expectToast(page, { title: 'Your password has been updated successfully.' });
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page).toHaveURL(paths.login);
});
