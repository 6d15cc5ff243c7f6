import type { Page } from '@playwright/test';
import { addClass, cardOf, slotOf } from '#infra/testing/browser/classes';
import { bookFor, expectConfirmation } from '#infra/testing/browser/forms';
import { atPath, expectToast, httpError, scriptBlocked, toastOf } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { brand } from '#shared/brand';
import { linkPages } from '#shared/built-pages';
import { parentPages, paths } from '#shared/paths';
import { browserNames } from '../src/app/browsers/newer-features.ts';
import { holdScripts, phone, removeNewerApis } from './testing/browser.ts';
import { expect, familyTest, officeTest, test } from './testing/test.ts';

test('each public path shows a visitor its own screen [PUB-01, PRM-01]', async ({ page }) => {
  for (const [path, heading] of [
    [paths.home, 'Football classes for ages 3 and up'],
    [paths.bookCamp, 'Book A Class'],
    [paths.contact, 'Get in Touch'],
    [paths.auth, 'Welcome back'],
    [paths.verifyEmail, 'Verification Failed'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, level: 1 }), path).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

familyTest('each path shows a parent its own screen [PUB-02]', async ({ page, stack }) => {
  const cls = await addClass(stack);
  for (const [path, role, name] of [
    [paths.browseClasses, 'heading', 'Book A Class'],
    [paths.bookClass(cls.id, slotOf(cls).id), 'radiogroup', 'Booking type'],
    [paths.bookingConfirmation, 'link', 'Return to Browse Classes'],
    [paths.parent, 'heading', 'Welcome to Your Dashboard'],
    [paths.parentClasses, 'heading', 'Available Classes'],
    [paths.parentBookings, 'heading', 'My Bookings'],
    [paths.parentProfile, 'heading', 'My Profile'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole(role, { name, exact: true })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('an unknown path leads home [PUB-04, PUB-05, PUB-06]', async ({ page, expectProblems }) => {
  expectProblems(/No page at this path/, httpError(404));
  for (const path of ['/nowhere', '/parent-portal', '/book-class/only-one', '/%F0%9F%8F%90/%22']) {
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('No page at this path'),
    });
    await page.goto(path);
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
    expect(decodeURI((await logged).text())).toContain(decodeURI(path));
    await page.getByRole('link', { name: 'Return to Home', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Football classes for ages 3 and up' })).toBeVisible();
    await expect(page).toHaveURL('/');
  }
});

test('the header leads to home, classes, contact, login and sign-up [PUB-07, PUB-08, PUB-09]', async ({
  page,
}) => {
  await page.goto(paths.contact);
  for (const [name, path] of [
    ['Home', '/'],
    ['Book A Class', '/book-camp'],
    ['Contact', '/contact'],
    ['Log in', '/auth?tab=login'],
    ['Sign up', '/auth?tab=signup'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
});

test('below 768 px the navigation is in Chakra’s drawer [PUB-13, NTF-06, SCR-02]', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 800 });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(paths.home);
  const button = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(button).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact', exact: true })).toHaveCount(0);
  expect(loaded.filter((url) => /dialog-frame/.test(url))).toEqual([]);

  await button.click();
  await expect(drawer).toHaveAttribute('data-scope', 'dialog');
  const close = drawer.getByRole('button', { name: 'Close menu' });
  await expect(close).toBeFocused();
  // The page behind it cannot be reached.
  for (let count = 0; count < 6; count += 1) await page.keyboard.press('Tab');
  await expect(close).toBeFocused();
  await close.click();
  await expect(drawer).toBeHidden();

  await button.click();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await drawer.getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Get in Touch' })).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('the menu has its links where no drawer ever comes', { tag: '@exhaustive' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await holdScripts(page, /\/assets\/dialog-frame-/);
  await page.goto(paths.home);
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  const button = page.getByRole('button', { name: 'Open menu' });
  const contact = page.getByRole('link', { name: 'Contact', exact: true });
  await button.click();
  await contact.click();
  await expect(page.getByRole('heading', { name: 'Get in Touch' })).toBeVisible();
  await expect(contact).toHaveCount(0);

  // By the site's own navigation: what is pressed there counts.
  expect(documents).toBe(0);
});

test('pages of a parent ask for a login [BOK-02, PAR-03, PRM-01, PRM-02, PUB-33]', async ({ page }) => {
  for (const path of [
    paths.browseClasses,
    '/book-class/cls_01J00000000000000000000001/slt_01J00000000000000000000001',
    paths.bookingConfirmation,
    ...parentPages,
  ]) {
    await page.goto(path);
    await expect(page.getByLabel('Password'), path).toBeVisible();
    await expect(page).toHaveURL(atPath('/auth'));
  }
});

officeTest('administrators have no pages of a parent [PAR-04]', async ({ page }) => {
  for (const path of parentPages) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/admin');
    await expectToast(page, {
      title: 'Access Denied',
      description: 'Admin users should use the admin dashboard',
    });
  }
});

/** What browsers do that keep nothing for a site. */
const kinds = {
  'throws a SecurityError': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
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

    test(`a visitor sees every page: storage ${kind} [FAM-02]`, {
      tag: kind === 'is null' ? '@exhaustive' : [],
    }, async ({ page, stack, parent }) => {
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

test.describe('in the oldest supported browsers', () => {
  test.use(phone);
  test.beforeEach(async ({ page }) => removeNewerApis(page));

  test('a parent books in the oldest browsers', { tag: '@exhaustive' }, async ({ page, stack, parent }) => {
    const cls = await addClass(stack, { slots: [{ capacity: 2 }, { capacity: 2 }] });
    await page.goto(paths.home);
    expect(await page.evaluate(() => 'groupBy' in Map || 'size' in URLSearchParams.prototype)).toBe(false);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Log in' }).click();
    await submitLogIn(page, parent.family.profile.email);
    // Playwright looks for what is pressed in the page itself with an API that is taken away here.
    await expect(toastOf(page, { title: 'Logged in successfully' })).toBeVisible();
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test.beforeEach(({ expectProblems }) => {
    expectProblems(scriptBlocked);
  });

  // Without its scripts a form of another method is submitted by GET, with the password in the address.
  test('a form sends no password before its scripts run', async ({ page }) => {
    for (const path of [paths.auth, paths.signUp, paths.resetPasswordLink('abc')]) {
      await page.goto(path);
      const address = page.url();
      await page.getByLabel(/Password/).fill('football1');
      await page.getByLabel(/Password/).press('Enter');
      for (const form of await page.getByRole('main').locator('form').all())
        await expect(form).toHaveAttribute('method', 'dialog');
      await expect(page.getByLabel(/Password/)).toHaveValue('football1');
      expect(page.url()).toBe(address);
    }
  });
});
