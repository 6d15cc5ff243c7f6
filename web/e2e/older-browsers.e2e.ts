import { addClass, slotOf } from '#infra/testing/browser/classes';
import { bookFor, expectConfirmation } from '#infra/testing/browser/forms';
import { expectToast } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { brand } from '#shared/brand';
import { paths } from '#shared/paths';
import { browserNames } from '../src/app/browsers/newer-features.ts';
import { phone, removeNewerApis } from './testing/browser.ts';
import { expect, test } from './testing/test.ts';

test.describe('in the oldest supported browsers', () => {
  test.use(phone);
  test.beforeEach(async ({ page }) => removeNewerApis(page));

  test('a parent opens the menu, logs in, filters the classes, books and logs out', {
    tag: '@exhaustive',
  }, async ({ page, stack, parent }) => {
    const cls = await addClass(stack, { slots: [{ capacity: 2 }, { capacity: 2 }] });
    await page.goto(paths.home);
    expect(await page.evaluate(() => 'groupBy' in Map || 'size' in URLSearchParams.prototype)).toBe(false);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Log in' }).click();
    await submitLogIn(page, parent.family.profile.email);
    await expectToast(page, { title: 'Logged in successfully' });
    await page.goto(paths.browseClasses);
    await page.getByRole('combobox', { name: 'Program' }).selectOption({ label: 'Miniballerz' });
    await expect(page).toHaveURL(`${paths.browseClasses}?program=miniballerz`);
    await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
    await bookFor(page, 'Ana');
    await expectConfirmation(page);
    await page.goto(paths.parentBookings);
    await expect(page.getByText('Ana', { exact: false }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(paths.home);
  });
});

test.describe('in a browser that is too old', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'findLast'));
  });

  const sentence = 'This browser is too old to log in or book here.';

  test('a page has its content, working links and a sentence that says so', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await page.goto(paths.home);
    await expect(page.getByText(sentence)).toContainText(browserNames);
    await expect(page.getByRole('link', { name: brand.mailbox }).first()).toHaveAttribute(
      'href',
      `mailto:${brand.mailbox}`,
    );
    await expect(page.getByRole('heading', { level: 1, name: brand.tagline })).toBeVisible();
    // The first use of a page starts the site in a supported browser.
    await page.mouse.wheel(0, 300);
    await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Get in Touch' })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
    expect(scripts.filter((path) => path.includes('main-'))).toEqual([]);

    await test.step('a page that needs the site says so and leads home', async () => {
      await page.goto(paths.parent);
      await expect(page.getByText(sentence)).toBeVisible();
      await page.getByRole('link', { name: 'See what we offer' }).click();
      await expect(page.getByRole('heading', { level: 1, name: brand.tagline })).toBeVisible();
    });
  });
});

test('a browser of today gets no such sentence', async ({ page }) => {
  await page.goto(paths.home);
  await expect(page.getByRole('heading', { level: 1, name: brand.tagline })).toBeVisible();
  await expect(page.locator('#unsupported-browser')).toBeHidden();
});
