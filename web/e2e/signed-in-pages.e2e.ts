import type { Locator, Page } from '@playwright/test';
import { addClass } from '#infra/testing/browser/classes';
import { layoutShift } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { holdScripts } from './testing/browser.ts';
import { expect, test } from './testing/test.ts';

// Prerendered pages contain what visitors see, and hide it from signed-in users.

test.beforeEach(async ({ stack }) => {
  await addClass(stack);
});

const visitorTexts = /^(?:Log in|Sign up|Sign Up to Book Classes|Sign Up \/ Log In)$/;

const visibleVisitorTexts = (page: Page): Locator => page.getByText(visitorTexts).filter({ visible: true });

const logIn = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: 'Log in' });

/** The scripts of the site but the small first one. */
const siteScripts = /\/assets\/(?:main|react)-.*\.js$/;

/** Records in each frame which visitor texts are visible, into `window.seen`. */
const recordFrames = (page: Page): Promise<unknown> =>
  page.addInitScript((pattern) => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const record = () => {
      for (const element of document.querySelectorAll('a, h2')) {
        const text = element.textContent.trim();
        if (new RegExp(pattern).test(text) && element.checkVisibility({ visibilityProperty: true })) {
          seen.push(text);
        }
      }
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  }, visitorTexts.source);

test('no page shows a parent what visitors see in any frame, and nothing moves [PUB-10, PUB-34]', {
  tag: '@exhaustive',
}, async ({ page, signIn, parent }) => {
  await signIn(parent);
  await recordFrames(page);
  for (const path of [paths.home, paths.bookCamp, paths.contact, paths.browseClasses, paths.parent])
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const scripts = await holdScripts(page, siteScripts);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(visibleVisitorTexts(page)).toHaveCount(0);
      scripts.release();
      // On a phone the button is in the closed drawer.
      await expect(page.getByRole('button', { name: 'Logout', includeHidden: true }).first()).toBeAttached();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => Reflect.get(window, 'seen')), path).toEqual([]);
      expect(await layoutShift(page), `${path}, ${width} px`).toBe(0);
    }
});

test('a visitor sees login and sign-up before the site’s scripts run [PUB-08, PUB-34]', async ({ page }) => {
  await holdScripts(page, siteScripts);
  await page.goto(paths.bookCamp);
  await expect(visibleVisitorTexts(page)).toHaveText([
    'Log in',
    'Sign up',
    'Sign Up to Book Classes',
    'Sign Up / Log In',
  ]);
});

/** The scripts of the site that a page requests from now on. */
const recordSiteScripts = (page: Page): string[] => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (siteScripts.test(request.url())) requested.push(request.url());
  });
  return requested;
};

test('a complete page has the buttons of who is signed in before its scripts are loaded [PUB-10, PUB-11, PUB-12]', async ({
  page,
  signIn,
  parent,
  admin,
}) => {
  const requested = recordSiteScripts(page);
  const header = page.getByRole('banner');
  for (const [account, dashboard] of [
    [parent, paths.parent],
    [admin, paths.admin],
  ] as const) {
    await page.goto('about:blank');
    await signIn(account);
    await page.goto(paths.home);
    await expect(header.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', dashboard);
    await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(visibleVisitorTexts(page)).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(requested).toEqual([]);
  }
});

test('a kept page shows a login and a logout [PUB-08, PUB-10]', async ({ page, signIn, parent }) => {
  const requested = recordSiteScripts(page);
  const showAgain = () =>
    page.evaluate(() => {
      for (const type of ['pagehide', 'pageshow'])
        window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
  await signIn(parent);
  await page.goto(paths.home);
  const logOut = page.getByRole('banner').getByRole('button', { name: 'Logout' });
  await expect(logOut).toBeVisible();
  const session = await page.evaluate(() => {
    const entries = Object.entries(localStorage);
    localStorage.clear();
    return entries;
  });
  await showAgain();
  await expect(logIn(page)).toBeVisible();
  await expect(logOut).toBeHidden();
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, session);
  await showAgain();
  await expect(logOut).toBeVisible();
  await expect(logIn(page)).toBeHidden();
  expect(requested).toEqual([]);
});

test('"Logout" works before its scripts are loaded [AUT-12]', async ({ page, signIn, parent }) => {
  await signIn(parent);
  await page.goto(paths.home);
  // Like an assistive tool: without a pointer or a key.
  await page
    .getByRole('banner')
    .getByRole('button', { name: 'Logout' })
    .evaluate((button: HTMLButtonElement) => button.click());
  await expect(logIn(page)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token')))).toEqual(
    [],
  );
});

test('a field of administrators keeps what is typed as soon as it can be edited', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent }) => {
  await signIn(admin);
  for (const [path, field] of [
    [paths.adminUsers, 'Search by name, email or phone'],
    [paths.adminBookings, 'Search by child, parent, email or venue'],
    [paths.adminPayments, 'Search by name, email, phone or reference'],
    [paths.adminMessages, 'Message'],
    [paths.adminMessageTo(parent.family.id), 'Subject'],
  ] as const) {
    const scripts = await holdScripts(page, siteScripts);
    // An unsaved message would be asked about.
    await page.goto('about:blank');
    await page.goto(path);
    const input = page.getByLabel(field, { exact: true });
    await expect(input).toBeVisible();
    const typing = input.fill('zzz');
    scripts.release();
    await typing;
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeEnabled();
    await page.waitForLoadState('networkidle');
    await expect(input, path).toHaveValue('zzz');
  }
});
