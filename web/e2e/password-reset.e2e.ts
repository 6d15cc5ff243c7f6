import { failCall, interceptCalls, respondWith } from '#infra/testing/browser/calls';
import { signUpByApi } from '#infra/testing/browser/forms';
import { errorToast, expectToast, httpError, networkError, toastOf } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import type { TestStack } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { emailedLink } from './testing/mails.ts';
import { expect, test } from './testing/test.ts';

test('a reset is asked for from the login, says the same of every address, and keeps the email when it fails [AUT-04]', async ({
  page,
  stack,
  parent,
  expectProblems,
}) => {
  await page.goto(paths.auth);
  await page.getByLabel('Email', { exact: true }).fill('pat@example.com');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('pat@example.com');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('pat@example.com');

  await test.step('the view requests a link for the address that was entered, which is emailed [AUT-24]', async () => {
    const { email } = parent.family.profile;
    await page.goto(paths.forgotPassword);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(toastOf(page, { title: 'Check Your Email' })).toBeVisible();
    expect(await emailedLink(stack, email, 1)).toContain(paths.auth);
  });

  await test.step('an email address without an account gets the same response [AUT-24]', async () => {
    await page.goto(paths.forgotPassword);
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('Please enter your email', { exact: true })).toBeVisible();
    await expect(page.locator(':focus')).toMatchAriaSnapshot('- textbox "Email"');
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(toastOf(page, { title: 'Check Your Email' })).toBeVisible();
    await expect(page.getByText(/^If there is an account for nobody@example.com/)).toBeVisible();
  });

  await test.step('a failed request shows an error and keeps the email [ERR-29]', async () => {
    expectProblems(networkError);
    await page.goto(paths.forgotPassword);
    await interceptCalls(page, 'requestPasswordReset', failCall);
    await page.getByLabel('Email', { exact: true }).fill('pat@example.com');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expectToast(page, errorToast('Failed to send reset email'));
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('pat@example.com');
  });
});

/** Requests a password reset for an address that has got `mails` links already. Returns the link. */
const requestReset = async (stack: TestStack, email: string, mails: number): Promise<string> => {
  await emailedLink(stack, email, mails);
  await stack.call({ route: 'requestPasswordReset', body: { email } });
  return emailedLink(stack, email, mails + 1);
};

test('after a reset its link is used up [AUT-31, ERR-40]', async ({ page, expectProblems, stack }) => {
  const { email, password } = await signUpByApi(stack);
  const link = await requestReset(stack, email, 1);
  expectProblems(httpError(400));
  const newPassword = page.getByLabel('New Password');
  const update = page.getByRole('button', { name: 'Update Password' });
  await page.goto(link);
  await newPassword.fill('123456');
  await update.click();
  await expectToast(page, { title: 'Your password has been updated successfully.' });
  await expect(page).toHaveURL(paths.login);

  await submitLogIn(page, email, password);
  await expectToast(page, errorToast('Incorrect username or password.'));
  await submitLogIn(page, email, '123456');
  await expectToast(page, { title: 'Logged in successfully' });

  await page.goto(link);
  await newPassword.fill('another one');
  await update.click();
  await expectToast(page, errorToast('This reset link is no longer valid. Please request a new one.'));
  await expect(newPassword).toHaveValue('another one');
});

test('a link without a token, or with one in the hash, shows an error and sends nothing [AUT-30]', async ({
  page,
}) => {
  await page.goto('/auth#type=recovery');
  const calls = await interceptCalls(page, 'resetPassword', failCall);
  await page.getByLabel('New Password').fill('123456');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expectToast(page, errorToast('Invalid reset link'));
  expect(calls.count()).toBe(0);

  await test.step('a token in the hash is not read [AUT-26]', async () => {
    await page.goto('about:blank');
    await page.goto('/auth#type=recovery&token=abc');
    await page.getByLabel('New Password').fill('123456');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expectToast(page, errorToast('Invalid reset link'));
  });
});

test('a failed update keeps the password [ERR-30]', async ({ page, expectProblems }) => {
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
