import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { answerWith, cutOff, holdCalls, interceptCalls } from './testing/calls.ts';
import { emailedLink } from './testing/mail-links.ts';
import { signUpElsewhere } from './testing/newcomers.ts';
import { pathOf } from './testing/page-state.ts';
import { answered, noAnswer } from './testing/problem-guard.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { seeToast, toastOf, toasts } from './testing/toasts.ts';

const callFailed = 'Failed to verify email. Please try again or contact support.';

it('a link is verified once, says so while it is and after it, and leads to the login [AUT-33, AUT-34, AUT-35, AUT-37, ERR-34, ERR-54, ERR-55]', async ({
  visit,
  stack,
}) => {
  const { email } = await signUpElsewhere(stack);
  const page = await visit();
  const calls = await holdCalls(page, 'verifyEmail');
  await page.goto(await emailedLink(stack, email));
  await page.getByRole('heading', { name: 'Verifying...', exact: true }).waitFor();
  expect(await page.getByRole('main').getByRole('link').count()).toBe(0);
  calls.letGo();
  await page.getByRole('heading', { name: 'Email Verified!', exact: true }).waitFor();
  await page.getByRole('main').getByText('Email verified successfully!', { exact: true }).waitFor();
  expect(await toasts(page).count()).toBe(0);
  expect(await page.getByRole('main').getByRole('link').allTextContents()).toEqual(['Continue to Login']);

  await page.reload();
  await page.getByRole('heading', { name: 'Already Verified', exact: true }).waitFor();
  await page.getByRole('main').getByText('Your email is already verified!', { exact: true }).waitFor();
  await page.getByRole('main').getByRole('link').click();
  await soon(() => pathOf(page)).toBe(paths.auth);
});

it.for([
  ['a link without a token [AUT-41]', paths.verifyEmail, 'Invalid verification link. No token provided.'],
  [
    'a guessed token [ERR-32]',
    paths.verifyEmailLink('abc'),
    'This verification link is not valid. Please log in to get a new one.',
  ],
] as const)(
  '%s leads to login or home [AUT-36, AUT-38, AUT-39, AUT-40]',
  async ([, path, text], { visit }) => {
    const page = await visit({ path });
    await page.getByRole('heading', { name: 'Verification Failed', exact: true }).waitFor();
    await page.getByText(text, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to Login', exact: true }).click();
    await soon(() => pathOf(page)).toBe(paths.auth);
    await page.goBack();
    await page.getByRole('link', { name: 'Go to Home', exact: true }).click();
    await soon(() => pathOf(page)).toBe(paths.home);
  },
);

it.for([
  ['the call gets no answer [ERR-31]', cutOff, callFailed, [noAnswer]],
  ['the call fails there [ERR-31]', answerWith(500), callFailed, [answered(500)]],
  [
    'the answer says no and not why [ERR-32]',
    (call) => call.fulfill({ json: { success: false, alreadyVerified: false, error: null } }),
    'Verification failed',
    [],
  ],
  [
    'the answer is none [ERR-33]',
    (call) => call.fulfill({ json: { surprise: true } }),
    'An unexpected error occurred. Please try again.',
    [/ZodError/],
  ],
] as const satisfies readonly (readonly [string, typeof cutOff, string, readonly RegExp[]])[])(
  '%s: the page says what to do',
  async ([, fate, text, expects], { visit }) => {
    const page = await visit({ expects });
    const calls = await interceptCalls(page, 'verifyEmail', fate);
    await page.goto(paths.verifyEmailLink('abc'));
    await page.getByRole('heading', { name: 'Verification Failed', exact: true }).waitFor();
    await page.getByText(text, { exact: true }).waitFor();
    expect(calls.count()).toBe(1);
  },
);

it('who has not verified yet is not let in, and gets a new link on request [AUT-07, AUT-08, AUT-23]', async ({
  visit,
  stack,
}) => {
  const { email, password } = await signUpElsewhere(stack);
  const page = await visit({ path: paths.login, expects: [answered(400)] });
  await logIn(page, email, password);
  await seeToast(page, {
    title: 'Email Not Verified',
    description:
      'Please verify your email address before logging in. Check your inbox for the verification link.',
  });
  expect(pathOf(page)).toBe(paths.auth);
  await page.getByRole('link', { name: 'Log in' }).waitFor();
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => /Token/.test(key))).toEqual([]);

  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await seeToast(page, { title: 'Check Your Email' });
  await page.goto(await emailedLink(stack, email, 2));
  await page.getByRole('heading', { name: 'Email Verified!' }).waitFor();
  await page.getByRole('link', { name: 'Continue to Login' }).click();
  await logIn(page, email, password);
  await toastOf(page, { title: 'Logged in successfully' }).waitFor();
});

it('the new link cannot be asked for: the screen says so, and the offer stays', async ({ visit, stack }) => {
  const { email, password } = await signUpElsewhere(stack);
  const page = await visit({ path: paths.login, expects: [answered(400), answered(500)] });
  await interceptCalls(page, 'resendVerification', answerWith(500));
  await logIn(page, email, password);
  await seeToast(page, { title: 'Email Not Verified' });
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await seeToast(page, { title: 'Error', description: 'Failed to send verification email' });
  await page.getByRole('button', { name: 'Resend verification email' }).waitFor();
});
