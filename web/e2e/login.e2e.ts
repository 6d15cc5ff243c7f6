import type { Page } from '@playwright/test';
import {
  type CallHandler,
  failCall,
  holdCalls,
  interceptCalls,
  interceptUserPool,
  passOn,
  respondWith,
} from '#infra/testing/browser/calls';
import { addClass, cardOf } from '#infra/testing/browser/classes';
import { signUpByApi, signUpOnSite } from '#infra/testing/browser/forms';
import {
  atPath,
  errorToast,
  expectToast,
  httpError,
  networkError,
  toastOf,
  toasts,
} from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { type TestStack, testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { emailedLink } from './testing/mails.ts';
import { expect, familyTest, test } from './testing/test.ts';

const logInLink = (page: Page) => page.getByRole('link', { name: 'Log in' });

test('a parent logs in and out', async ({ page, parent, expectProblems }) => {
  const { email: address } = parent.family.profile;
  const screen = page.getByRole('main');
  const [email, password] = [screen.getByLabel('Email'), screen.getByLabel('Password')];
  const button = screen.getByRole('button', { name: 'Log in' });
  const logins = await interceptUserPool(page, 'InitiateAuth', passOn);
  await page.goto(paths.auth);

  await test.step('the form requires an email and a password [AUT-05]', async () => {
    for (const field of [email, password]) {
      await button.click();
      await expect(field).toBeFocused();
      await expect(field).toHaveJSProperty('validity.valueMissing', true);
      await email.fill(address);
    }
    await expect(page).toHaveURL(paths.auth);
    expect(logins.count()).toBe(0);
    await logins.stop();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
  });

  await test.step('a failed login says why [ERR-27]', async () => {
    expectProblems(httpError(400), networkError);
    await submitLogIn(page, address, 'football2');
    await expectToast(page, errorToast('Incorrect username or password.'));
    await expect(page).toHaveURL(atPath('/auth'));
    await expect(email).toHaveValue(address);
    await expect(button).toBeEnabled();
    const failing = await interceptUserPool(page, 'InitiateAuth', failCall);
    await submitLogIn(page, address);
    await expectToast(page, errorToast('Failed to login'));
    await failing.stop();
  });

  await test.step('a login outlives a reload [API-01, API-03, AUT-06, AUT-10, ERR-37]', async () => {
    await button.click();
    await expectToast(page, { title: 'Logged in successfully' });
    await expect(page).toHaveURL('/parent');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page).toHaveURL('/parent');
  });

  await test.step('/auth leads a signed-in user on [AUT-11]', async () => {
    await page.goto(paths.auth);
    await expect(page).toHaveURL('/parent');
  });

  await test.step('a logout ends the session [API-03, AUT-12, AUT-13, ERR-41]', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectToast(page, { title: 'Logged out' });
    await expect(page).toHaveURL('/');
    await expect(logInLink(page)).toBeVisible();
    const kept = () => page.evaluate(() => Object.keys(localStorage).toSorted());
    await expect.poll(kept).toEqual(['has-logged-in', 'site-config']);
    await page.reload();
    await expect(logInLink(page)).toBeVisible();
    await page.goto(paths.parentBookings);
    await expect(page).toHaveURL(atPath('/auth'));
  });
});

test('a login leads an administrator to /admin [AUT-09, AUT-11]', async ({ page, admin }) => {
  await page.goto(paths.auth);
  await submitLogIn(page, admin.family.profile.email);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page).toHaveURL('/admin');
  await page.goto(paths.signUp);
  await expect(page).toHaveURL('/admin');
});

familyTest('a logout survives a 401 [ERR-35]', async ({ page, expectProblems }) => {
  expectProblems(httpError(401));
  await page.goto(paths.parentBookings);
  await interceptUserPool(page, 'RevokeToken', respondWith(401));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(logInLink(page)).toBeVisible();
  await expect(toasts(page)).toBeVisible();
  await expect(toasts(page)).toHaveText(['Logged out']);
  await page.reload();
  await expect(logInLink(page)).toBeVisible();
});

test('a reset is asked for from the login [AUT-04]', async ({ page, stack, parent, expectProblems }) => {
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

test('a link without a token, or with one in the hash, sends nothing [AUT-25, AUT-30]', async ({ page }) => {
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

const callFailed = 'Failed to verify email. Please try again or contact support.';
const link = paths.verifyEmailLink('abc');

test('a link verifies the email address in the browser that signed up, says when it is used, and leads to the login [AUT-33, AUT-34, AUT-35, AUT-37, ERR-34, ERR-54, ERR-55]', async ({
  page,
  stack,
}) => {
  const { email } = await signUpOnSite(page);
  const calls = await holdCalls(page, 'verifyEmail');
  const screen = page.getByRole('main');
  await page.goto(await emailedLink(stack, email));
  await expect(page.getByRole('heading', { name: 'Verifying...', exact: true })).toBeVisible();
  await expect(screen.getByRole('link')).toHaveCount(0);
  calls.release();
  await expect(page.getByRole('heading', { name: 'Email Verified!', exact: true })).toBeVisible();
  await expect(screen.getByText('Email verified successfully!', { exact: true })).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sign-up-secret'))).toBeNull();
  await expect(screen.getByRole('link')).toHaveText(['Continue to Login']);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Already Verified', exact: true })).toBeVisible();
  await expect(screen.getByText('Your email is already verified!', { exact: true })).toBeVisible();
  await expect(screen.getByRole('link')).toHaveText(['Continue to Login']);
  await screen.getByRole('link').click();
  await expect(page).toHaveURL(atPath(paths.auth));
});

const noSuccess: CallHandler = (call) =>
  call.fulfill({ json: { success: false, alreadyVerified: false, passwordNeeded: false, error: null } });
const notAnAnswer: CallHandler = (call) => call.fulfill({ json: { surprise: true } });

test('a verification that fails says why, is tried once, and leads to login and home [AUT-36, AUT-38, AUT-39, AUT-40, AUT-41, ERR-31, ERR-32, ERR-33]', async ({
  page,
  expectProblems,
}) => {
  expectProblems(networkError, httpError(500), /UnreadableAnswerError/);
  for (const [path, handler, text] of [
    [paths.verifyEmail, passOn, 'Invalid verification link. No token provided.'],
    [link, passOn, 'This verification link is not valid. Please log in to get a new one.'],
    [link, failCall, callFailed],
    [link, respondWith(500), callFailed],
    [link, noSuccess, 'Verification failed'],
    [link, notAnAnswer, 'An unexpected error occurred. Please try again.'],
  ] as const) {
    await page.goto('about:blank');
    const calls = await interceptCalls(page, 'verifyEmail', handler);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Verification Failed', exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    expect(calls.count()).toBe(path === link ? 1 : 0);
    await calls.stop();
  }
  await page.getByRole('link', { name: 'Back to Login', exact: true }).click();
  await expect(page).toHaveURL(atPath(paths.auth));
  await page.goBack();
  await page.getByRole('link', { name: 'Go to Home', exact: true }).click();
  await expect(page).toHaveURL(paths.home);
});

test('a login without a verified email offers a new link, whose password replaces that of the sign-up [AUT-07, AUT-08, AUT-23, AUT-29, AUT-42, AUT-43, FAM-03]', {
  tag: '@exhaustive',
}, async ({ page, expectProblems, stack }) => {
  const { email, password } = await signUpByApi(stack);
  expectProblems(httpError(400));
  await page.goto(paths.login);
  await submitLogIn(page, email, password);
  await expectToast(page, {
    title: 'Email Not Verified',
    description:
      'Please verify your email address before logging in. Check your inbox for the verification link.',
  });
  await expect(page).toHaveURL(atPath(paths.auth));
  await expect(logInLink(page)).toBeVisible();
  const tokens = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('Token')));
  expect(await tokens()).toEqual([]);

  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expectToast(page, { title: 'Check Your Email' });
  await page.goto(await emailedLink(stack, email, 2));
  const field = page.getByLabel('Password');
  const confirm = page.getByRole('button', { name: 'Confirm Email', exact: true });
  await field.fill('12345');
  await confirm.click();
  await expect(page.getByText('Password must be at least 6 characters', { exact: true })).toBeVisible();
  await field.fill('owners-own');
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Email Verified!', exact: true })).toBeFocused();
  await page.getByRole('link', { name: 'Continue to Login' }).click();
  await submitLogIn(page, email, password);
  await expectToast(page, { title: 'Error' });
  await submitLogIn(page, email, 'owners-own');
  await expect(toastOf(page, { title: 'Logged in successfully' })).toBeVisible();
});

test('a login removes the request to log in that waits behind another toast [NTF-17]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
  const cls = await addClass(stack);
  await page.goto(paths.bookCamp);
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('textbox', { name: 'News about new classes, by email' }).fill('rea@example.com');
  await footer.getByRole('button', { name: 'Subscribe' }).press('Enter');
  await expect(toasts(page)).toHaveCount(1);
  const first = (await toasts(page).textContent()) ?? '';
  // Under the pointer it does not expire.
  await toasts(page).hover();
  await cardOf(page, cls).getByRole('button', { name: 'Book Now' }).press('Enter');
  // Who never logged in here is asked to sign up (FAM-04).
  await page.getByRole('link', { name: 'Login', exact: true }).press('Enter');
  const form = page.getByRole('form', { name: 'Login' });
  await form.getByLabel('Email').fill(parent.family.profile.email);
  await form.getByLabel('Password').fill(testPassword);
  await form.getByLabel('Password').press('Enter');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(toasts(page)).toHaveText([first]);
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page).filter({ hasNotText: first })).toHaveCount(1);
  // The next toast of the queue; a request to log in would come before it.
  expect(await toasts(page).textContent()).toContain('Logged in successfully');
});
