import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { addClass, bookingPath } from '#infra/testing/browser/classes';
import { expectHandled, layoutShift } from '#infra/testing/browser/page';
import { sessionPages } from '#shared/built-pages';
import { paths } from '#shared/paths';
import { holdScripts } from './testing/browser.ts';
import { expect, familyTest, test } from './testing/test.ts';

/** The paths of the scripts that a page requests from now on. */
const recordScripts = (page: Page): string[] => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
};

/** Opens a complete page, which loads two scripts at most until its first use. Later scripts are added to the returned list. */
const openUnused = async (page: Page, path: string): Promise<readonly string[]> => {
  const scripts = recordScripts(page);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  expect(scripts.length).toBeLessThanOrEqual(2);
  return scripts;
};

/** The scripts that the document requests or names, by their paths. */
const namedScripts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scripts = '', renewalScripts = '' } = document.getElementById('root')?.dataset ?? {};
    const elements = document.querySelectorAll('script[src], link[rel=modulepreload]');
    return [
      ...[...elements].map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? ''),
      ...`${scripts} ${renewalScripts}`.split(' '),
    ];
  });

test('a complete page loads two scripts until its first use', { tag: '@exhaustive' }, async ({ page }) => {
  const scripts = await openUnused(page, paths.home);
  await page.mouse.move(100, 100);
  await expect.poll(() => scripts.length).toBeGreaterThan(2);

  await test.step('a field of the contact page that is filled in without a press or a key loads all it needs, and keeps its text', async () => {
    const scripts = await openUnused(page, paths.contact);
    const field = page.getByRole('main').getByLabel('Name');
    // As a browser fills in what it knows.
    await field.evaluate((element: HTMLInputElement) => {
      element.value = 'Vic Visitor';
      element.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expectHandled(field);
    await expect(field).toHaveValue('Vic Visitor');
    expect(scripts.length).toBeGreaterThan(2);
  });
});

/** KB (gzip) of the scripts and style sheets that a document named before the look was compiled, in the commit before 296ba857. */
const before: Readonly<Record<string, readonly [js: number, css: number]>> = {
  index: [176.2, 15.2],
  'book-camp': [182.7, 15.2],
  auth: [175.2, 15.2],
  'auth-signup': [249.9, 15.2],
  'newsletter-confirm': [243.3, 15.2],
  // With 26.9 KB of family prices, which no document named.
  'browse-classes': [246.6, 15.9],
  'book-class-classId-slotId': [252.5, 15.9],
  parent: [243.8, 15.9],
  'parent-bookings': [287.8, 15.9],
  'parent-payments': [250.4, 15.9],
  admin: [264.5, 15.7],
  'admin-classes': [284.9, 15.7],
  'admin-bookings': [282.6, 15.7],
  'admin-users': [282.4, 15.7],
  'admin-payments': [285.4, 15.7],
  coach: [229.8, 15.7],
  'coach-classId-slotId-date': [249.8, 15.7],
};

test('no document names more script or style than before the look was compiled [SCR-05]', async () => {
  const folder = join(import.meta.dirname, '../../dist/sample-web');
  for (const [name, bounds] of Object.entries(before)) {
    const html = await readFile(join(folder, `${name}.html`), 'utf8');
    const files = [...new Set(html.match(/\/assets\/[\w.-]+/g))];
    for (const [index, type] of ['js', 'css'].entries()) {
      const named = files.filter((file) => file.endsWith(`.${type}`));
      const sizes = await Promise.all(
        named.map(async (file) => gzipSync(await readFile(join(folder, file)), { level: 9 }).length),
      );
      const size = sizes.reduce((sum, bytes) => sum + bytes / 1_000, 0);
      expect.soft(size, `${name}, ${type}`).toBeGreaterThan(0);
      expect.soft(size, `${name}, ${type}`).toBeLessThanOrEqual(bounds[index] ?? 0);
    }
  }
});

/** Holds the site's scripts until they are released, so that only the document is shown. */
const holdMain = (page: Page) => holdScripts(page, /\/assets\/main-.*\.js$/);

/** Loads the rest of a page, which named all its scripts, and moves nothing. */
const expectWhole = async (page: Page, scripts: readonly string[]): Promise<void> => {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  const named = await namedScripts(page);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((script) => !named.includes(script))).toEqual([]);
  expect(await layoutShift(page)).toBe(0);
};

/** Without ids, and with a title for whoever opens them. */
const titled = sessionPages.filter((page) => !page.includes(':') && page !== paths.bookingConfirmation);
const isOfStaff = (path: string): boolean => path.startsWith(paths.admin) || path.startsWith(paths.coach);

for (const who of ['parent', 'admin'] as const)
  test(`titles first: ${who}`, { tag: '@exhaustive' }, async ({ page, signIn, stack, parent, admin }) => {
    await signIn({ parent, admin }[who]);
    const scripts = recordScripts(page);
    for (const path of titled.filter((one) => isOfStaff(one) === (who === 'admin')))
      await test.step(path, async () => {
        const { release } = await holdMain(page);
        scripts.splice(0);
        await page.goto(path, { waitUntil: 'commit' });
        const title = page.getByRole('heading', { level: 1 });
        await expect(title).toBeVisible();
        const text = (await title.textContent()) ?? '';
        await expect(
          page.getByRole('button', { name: 'Logout', includeHidden: true }).first(),
        ).toBeAttached();
        release();
        await expect(page).toHaveTitle(new RegExp(`^${text}`));
        await expectWhole(page, scripts);
      });
    if (who === 'admin') return;
    const cls = await addClass(stack);
    const { release } = await holdMain(page);
    scripts.splice(0);
    await page.goto(bookingPath(cls), { waitUntil: 'commit' });
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(page.getByRole('link', { name: '← Back to Classes' })).toBeVisible();
    release();
    await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeVisible();
    await expectWhole(page, scripts);
  });

test('a visitor sees nothing of a page before the login', { tag: '@exhaustive' }, async ({ page }) => {
  for (const path of sessionPages)
    await test.step(path, async () => {
      const { release } = await holdMain(page);
      await page.goto(path, { waitUntil: 'commit' });
      const root = page.locator('#root');
      await expect(root).not.toHaveAttribute('data-page');
      await expect(root).toBeEmpty();
      release();
      await expect(page.getByLabel('Password')).toBeVisible();
    });
});

test.describe(() => {
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
        await expect(
          page.getByRole('button', { name: 'Logout', includeHidden: true }).first(),
        ).toBeAttached();
        await page.waitForLoadState('networkidle');
        expect(await page.evaluate(() => Reflect.get(window, 'seen')), path).toEqual([]);
        expect(await layoutShift(page), `${path}, ${width} px`).toBe(0);
      }
  });

  test('a visitor sees login and sign-up before the scripts run, and nothing moves then [PUB-08, PUB-34]', async ({
    page,
  }) => {
    for (const [path, width, texts, part] of [
      [paths.bookCamp, 375, ['Sign Up to Book Classes', 'Sign Up / Log In'], 'article'],
      [paths.bookCamp, 1280, ['Log in', 'Sign up', 'Sign Up to Book Classes', 'Sign Up / Log In'], 'article'],
      [paths.auth, 768, ['Log in', 'Sign up', 'Log in'], '[type=password]'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const scripts = await holdScripts(page, siteScripts);
      await page.goto(path);
      await expect(visibleVisitorTexts(page)).toHaveText([...texts]);
      scripts.release();
      await expect(page.getByRole('main').locator(part).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await layoutShift(page), `${path}, ${width} px`).toBe(0);
    }
  });

  test('a page has the buttons at once [PUB-10, PUB-11, PUB-12]', async ({ page, signIn, parent, admin }) => {
    const scripts = recordScripts(page);
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
      expect(scripts.filter((path) => siteScripts.test(path))).toEqual([]);
    }
  });

  familyTest('"Logout" works before its scripts are loaded [AUT-12]', async ({ page }) => {
    await page.goto(paths.home);
    // Like an assistive tool: without a pointer or a key.
    await page
      .getByRole('banner')
      .getByRole('button', { name: 'Logout' })
      .evaluate((button: HTMLButtonElement) => button.click());
    await expect(logIn(page)).toBeVisible();
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('Token'))),
    ).toEqual([]);
  });
});
