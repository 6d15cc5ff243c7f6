import type { Page } from '@playwright/test';
import { interceptCalls } from '#infra/testing/browser/calls';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

const openingText = /^Opening/;

const removeOf = (page: Page) => page.getByRole('button', { name: 'Remove Ana Parent' });
const questionOf = (page: Page) => page.getByRole('alertdialog', { name: 'Remove Ana Parent?' });

test('a dialog that is asked for before its script is there says so, and then opens by itself', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/dialog-frame-/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(paths.parentProfile);
  await removeOf(page).click();
  await expect(page.getByText(openingText)).toBeVisible();
  await expect(questionOf(page)).toHaveCount(0);
  for (const callOff of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await callOff();
    await expect(page.getByText(openingText)).toHaveCount(0);
    await expect(removeOf(page)).toBeFocused();
    await removeOf(page).click();
    await expect(page.getByText(openingText)).toBeVisible();
  }
  release();
  await expect(questionOf(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(page.getByText(openingText)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(questionOf(page)).toHaveCount(0);
  await expect(removeOf(page)).toBeFocused();
});

test('a question about text that is saved meanwhile is not asked again', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await interceptCalls(page, 'updateChild', async (call) => {
    await released;
    await call.continue();
  });
  await page.goto(paths.parentProfile);
  const edit = page.getByRole('button', { name: 'Edit Ana Parent' });
  await edit.click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Child Name').fill('Ana Parents');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' });
  await expect(question).toBeVisible();
  release();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Edit Ana Parents' }).click();
  await expect(form.getByLabel('Child Name')).toBeFocused();
  await expect(question).toBeHidden();
});

test('a request to close that is no key, such as Back on Android, closes a dialog, and asks where text would be lost', {
  tag: '@exhaustive',
}, async ({ page }) => {
  // The site hears nothing of the key, which is then such a request.
  await page.addInitScript(() => {
    window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await page.goto(paths.parentProfile);
  await removeOf(page).click();
  await expect(questionOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(questionOf(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit Ana Parent' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Child Name').fill('Ana Changed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(form.getByLabel('Child Name')).toHaveValue('Ana Changed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toHaveCount(0);
});
