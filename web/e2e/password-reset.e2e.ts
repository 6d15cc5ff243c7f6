import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { answerWith, cutOff, interceptCalls } from './testing/calls.ts';
import { familyOfTwo } from './testing/families.ts';
import { emailedLink } from './testing/mail-links.ts';
import { signUpElsewhere } from './testing/newcomers.ts';
import { addressOf, fitsTheWidth, focusOf, pathOf } from './testing/page-state.ts';
import { answered, noAnswer } from './testing/problem-guard.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast, toastOf } from './testing/toasts.ts';

const invalidLink = 'This reset link is no longer valid. Please request a new one.';

it('the login leads to the view for a forgotten password and takes the email along [AUT-04]', async ({
  visit,
}) => {
  const page = await visit({ path: paths.auth });
  await page.getByLabel('Email', { exact: true }).fill('pat@example.com');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('pat@example.com');
  await page.getByRole('link', { name: 'Back to login' }).click();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('pat@example.com');
});

it('an address without an account is answered in the same way [AUT-24]', async ({ visit }) => {
  const page = await visit({ path: paths.forgotPassword });
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await page.getByText('Please enter your email', { exact: true }).waitFor();
  expect(await focusOf(page)).toMatch(/^textbox "Email"/);
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await toastOf(page, { title: 'Check Your Email' }).waitFor();
  await page.getByText(/^If there is an account for nobody@example.com/).waitFor();
});

it('a request that fails says so and keeps the email [ERR-29]', async ({ visit }) => {
  const page = await visit({ path: paths.forgotPassword, expects: [noAnswer] });
  await interceptCalls(page, 'requestPasswordReset', cutOff);
  await page.getByLabel('Email', { exact: true }).fill('pat@example.com');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await seeToast(page, errorToast('Failed to send reset email'));
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('pat@example.com');
});

it('the emailed link opens the form, which takes six characters and not five, once [AUT-25, AUT-26, AUT-27, AUT-28, AUT-29, AUT-31, ERR-40]', async ({
  visit,
  stack,
}) => {
  const { email, password } = await signUpElsewhere(stack);
  await emailedLink(stack, email);
  await stack.call({ route: 'requestPasswordReset', body: { email } });
  const link = await emailedLink(stack, email, 2);
  expect(link).toMatch(/^\/auth\?token=[\w-]+#type=recovery$/);
  const page = await visit({ path: link, expects: [answered(400)] });
  const newPassword = page.getByLabel('New Password');
  const update = page.getByRole('button', { name: 'Update Password' });
  await update.click();
  await page.getByText('Please enter a password', { exact: true }).waitFor();
  await newPassword.fill('12345');
  await update.click();
  await page.getByText('Password must be at least 6 characters', { exact: true }).waitFor();
  expect(await focusOf(page)).toMatch(/^textbox "New Password"/);
  await newPassword.fill('123456');
  await update.click();
  await seeToast(page, { title: 'Your password has been updated successfully.' });
  expect(addressOf(page)).toBe(paths.login);

  await logIn(page, email, password);
  await seeToast(page, errorToast('Incorrect username or password.'));
  await logIn(page, email, '123456');
  await seeToast(page, { title: 'Logged in successfully' });

  await page.goto(link);
  await newPassword.fill('another one');
  await update.click();
  await seeToast(page, errorToast(invalidLink));
  expect(await newPassword.inputValue()).toBe('another one');
});

it('a link without a token changes nothing [AUT-30]', async ({ visit }) => {
  const page = await visit({ path: '/auth#type=recovery' });
  const calls = await interceptCalls(page, 'resetPassword', cutOff);
  await page.getByLabel('New Password').fill('123456');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await seeToast(page, errorToast('Invalid reset link'));
  expect(calls.count()).toBe(0);
});

it('the token is taken from the query, not from the hash [AUT-26]', async ({ visit }) => {
  const page = await visit({ path: '/auth#type=recovery&token=abc' });
  await page.getByLabel('New Password').fill('123456');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await seeToast(page, errorToast('Invalid reset link'));
});

it('an update that fails says so, keeps the password, and can be sent again [ERR-30]', async ({ visit }) => {
  const page = await visit({ path: paths.resetPasswordLink('abc'), expects: [answered(500)] });
  await interceptCalls(page, 'resetPassword', answerWith(500));
  await page.getByLabel('New Password').fill('123456');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await seeToast(page, errorToast('Failed to update password'));
  expect(await page.getByLabel('New Password').inputValue()).toBe('123456');
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
});

it('who is signed in may open a reset link, and is signed out by the reset [AUT-11, AUT-31]', async ({
  visit,
  stack,
}) => {
  const { family } = await stack.createAccount(familyOfTwo());
  const { email } = family.profile;
  await stack.call({ route: 'requestPasswordReset', body: { email } });
  const link = await emailedLink(stack, email);
  const page = await visit({ path: paths.login, viewport: { width: 320, height: 568 } });
  await logIn(page, email);
  await seeToast(page, { title: 'Logged in successfully' });
  await page.goto(paths.auth);
  await soon(() => pathOf(page)).toBe(paths.parent);
  await page.goto(link);
  await page.getByLabel('New Password').fill('123456');
  expect(await fitsTheWidth(page)).toBe(true);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await seeToast(page, { title: 'Your password has been updated successfully.' });
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(addressOf(page)).toBe(paths.login);
});
