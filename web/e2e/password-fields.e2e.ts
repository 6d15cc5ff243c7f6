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

test('each password is hidden, has a purpose, and can be pasted', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  stack,
  parent,
}) => {
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
