import type { Page } from '@playwright/test';
import { addClass, cardOf } from '#infra/testing/browser/classes';
import { expectToast } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { linkPages } from '#shared/built-pages';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

/** What browsers do that keep nothing for a site. */
const kinds = {
  'throws a SecurityError': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    Object.defineProperty(Document.prototype, 'cookie', {
      get: () => '',
      set: () => {},
    });
  },
  'is null': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { value: null });
  },
} as const;

/** Public pages, and a text that comes with their scripts or data. */
const pages: readonly (readonly [path: string, ready: (page: Page) => Promise<unknown>])[] = [
  [paths.home, (page) => page.getByRole('button', { name: 'Send Message' }).waitFor()],
  [paths.contact, (page) => page.getByRole('button', { name: 'Send Message' }).waitFor()],
  [paths.signUp, (page) => page.getByRole('button', { name: 'Create Account' }).waitFor()],
  [paths.forgotPassword, (page) => page.getByRole('button', { name: 'Send Reset Link' }).waitFor()],
  ...linkPages.map(
    (path) => [path, (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()] as const,
  ),
];

for (const [kind, block] of Object.entries(kinds))
  test.describe(`where storage ${kind}`, () => {
    test.beforeEach(({ page }) => page.addInitScript(block));

    test(`a visitor sees every page and the classes, and a login says what is missing: storage ${kind} [FAM-02]`, async ({
      page,
      stack,
      parent,
    }) => {
      const cls = await addClass(stack);
      await page.goto(paths.bookCamp);
      await expect(cardOf(page, cls)).toBeVisible();
      await page.getByRole('combobox', { name: 'Program' }).selectOption('miniballerz');
      await expect(page.getByText('No class matches')).toBeVisible();
      await page.getByRole('button', { name: 'Show all classes' }).click();
      await cardOf(page, cls).getByRole('button', { name: 'Book Now' }).click();
      await expectToast(page, { title: 'Login Required', description: 'Please log in to book a class' });
      await expect(page.getByRole('region', { name: 'Your choice' })).toBeVisible();

      await test.step(`every public page works: storage ${kind}`, async () => {
        for (const [path, ready] of pages) {
          await page.goto(path);
          await ready(page);
          await page.mouse.wheel(0, 200);
          await page.waitForLoadState('networkidle');
          await expect(page.locator('main'), path).not.toContainText('This page did not load');
          await expect(page.locator('#root'), path).not.toBeEmpty();
        }
      });

      await test.step(`a login says what is missing: storage ${kind}`, async () => {
        await page.goto(paths.login);
        const missing = page.getByRole('alert').filter({ hasText: 'blocks cookies and site data' });
        await expect(missing).toBeVisible();
        await submitLogIn(page, parent.family.profile.email);
        await expect(missing).toBeFocused();
        await expect(page).toHaveURL(paths.login);
      });
    });
  });
