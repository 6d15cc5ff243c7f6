import type { Locator, Page } from '@playwright/test';
import { signUpByApi } from '#infra/testing/browser/forms';
import { paths } from '#shared/paths';
import { emailedLink } from './testing/mails.ts';
import { expect, test } from './testing/test.ts';

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

for (const [form, path, label, autocomplete] of [
  ['login', paths.auth, 'Password', 'current-password'],
  ['sign-up', paths.signUp, 'Password', 'new-password'],
  ['reset', paths.resetPasswordLink('any-token'), 'New Password', 'new-password'],
] as const) {
  test(`the password of the ${form} is hidden, has a purpose, and can be pasted`, {
    tag: '@exhaustive',
  }, async ({ page }) => {
    await copyText(page);
    await page.goto(path);
    await expectPasswordField(page, label, autocomplete);
  });
}

test('the password that confirms an email is hidden, has a purpose, and can be pasted', {
  tag: '@exhaustive',
}, async ({ page, stack }) => {
  const { email } = await signUpByApi(stack);
  await copyText(page);
  await page.goto(await emailedLink(stack, email));
  await expectPasswordField(page, 'Password', 'new-password');
});

for (const button of ['Download my data', 'Delete my account']) {
  test(`the password for "${button}" is hidden, has a purpose, and can be pasted`, {
    tag: '@exhaustive',
  }, async ({ page, signIn, parent }) => {
    await copyText(page);
    await signIn(parent);
    await page.goto(paths.parentProfile);
    await page.getByRole('button', { name: button }).click();
    await expectPasswordField(page, 'Your Password', 'current-password');
  });
}
