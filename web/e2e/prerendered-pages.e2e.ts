import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { addClass, bookingPath } from '#infra/testing/browser/classes';
import { expectHandled, layoutShift } from '#infra/testing/browser/page';
import { sessionPages } from '#shared/built-pages';
import { paths } from '#shared/paths';
import { programmeIds } from '#shared/programmes';
import { holdScripts } from './testing/browser.ts';
import { expect, test } from './testing/test.ts';

/** Prerendered pages whose screen needs scripts or data. */
const incompletePaths = [paths.bookCamp, paths.auth];

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

const openWhole = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  const screen = page.getByRole('main');
  const part = path === paths.auth ? screen.getByLabel('Password') : screen.locator('article').first();
  await expect(part).toBeVisible();
  await page.waitForLoadState('networkidle');
};

test.describe('with classes', () => {
  test.beforeEach(async ({ stack }) => {
    for (const class_type of programmeIds) await addClass(stack, { class_type });
  });

  for (const path of incompletePaths)
    test(`${path} names every script it needs, and moves nothing while React takes it over`, async ({
      page,
    }) => {
      const scripts = recordScripts(page);
      for (const width of [375, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await openWhole(page, path);
        expect(await layoutShift(page), `${width} px`).toBe(0);
      }
      const named = await namedScripts(page);
      expect(scripts.length).toBeGreaterThan(5);
      expect(scripts.filter((script) => !named.includes(script))).toEqual([]);
    });

  test('input during hydration is kept', async ({ page }) => {
    await page.addInitScript(() => {
      const choose = () => {
        const root = document.getElementById('root');
        const [list, box] = [root?.querySelector('select'), root?.querySelector('input')];
        // React has marked its root, and hydrates the parts of the page in a later task.
        const isHydrating = root && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
        if (!isHydrating || !list || !box) {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = choose;
          port2.postMessage(null);
          return;
        }
        list.value = 'miniballerz';
        for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
        box.click();
      };
      choose();
    });
    await page.goto(paths.bookCamp);
    await expect(page).toHaveURL('/book-camp?program=miniballerz&places=yes');
    await expect(page.getByRole('main').locator('article').first()).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Program' })).toHaveValue('miniballerz');
    await expect(page.getByRole('checkbox', { name: 'Has places' })).toBeChecked();
  });
});

test('a complete page loads two scripts at most until its first use, then all it needs, and keeps what a browser fills in', {
  tag: '@exhaustive',
}, async ({ page }) => {
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
  test(`a page of a signed-in ${who} shows its title before its scripts, which it names all, and nothing moves`, {
    tag: '@exhaustive',
  }, async ({ page, signIn, stack, parent, admin }) => {
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

test('a page of signed-in users is empty for a visitor until the login comes', {
  tag: '@exhaustive',
}, async ({ page }) => {
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
