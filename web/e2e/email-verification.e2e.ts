import {
  type CallHandler,
  failCall,
  holdCalls,
  interceptCalls,
  passOn,
  respondWith,
} from '#infra/testing/browser/calls';
import { signUpByApi, signUpOnSite } from '#infra/testing/browser/forms';
import { atPath, expectToast, httpError, networkError, toastOf, toasts } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { paths } from '#shared/paths';
import { emailedLink } from './testing/mails.ts';
import { expect, test } from './testing/test.ts';

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

test('a password confirms the email in another browser, and replaces that of the sign-up [AUT-29, AUT-42, AUT-43, FAM-03]', {
  tag: '@exhaustive',
}, async ({ page, expectProblems, stack }) => {
  const { email, password } = await signUpByApi(stack);
  expectProblems(httpError(400));
  await page.goto(await emailedLink(stack, email));
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

test('a login without a verified email is refused, and offers a new link [AUT-07, AUT-08, AUT-23]', {
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
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  const tokens = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('Token')));
  expect(await tokens()).toEqual([]);

  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expectToast(page, { title: 'Check Your Email' });
  await page.goto(await emailedLink(stack, email, 2));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Confirm Email', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue to Login' }).click();
  await submitLogIn(page, email, password);
  await expect(toastOf(page, { title: 'Logged in successfully' })).toBeVisible();
});
