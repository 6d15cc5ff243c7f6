import type { Page } from '@playwright/test';
import { recordCalls } from '#infra/testing/browser/calls';
import { addClass, bookingPath } from '#infra/testing/browser/classes';
import { expectHandled, layoutShift } from '#infra/testing/browser/page';
import { sessionPages } from '#shared/built-pages';
import { paths } from '#shared/paths';
import { programmeIds } from '#shared/programmes';
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

  for (const path of incompletePaths) {
    for (const width of [375, 768, 1280]) {
      test(`${path} at ${width} px moves nothing while React takes it over`, { tag: '@exhaustive' }, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 800 });
        await openWhole(page, path);
        expect(await layoutShift(page)).toBe(0);
      });
    }

    test(`${path} names every script it needs, so that no script loads another`, async ({ page }) => {
      const scripts = recordScripts(page);
      await openWhole(page, path);
      const named = await namedScripts(page);
      expect(scripts.length).toBeGreaterThan(5);
      expect(scripts.filter((path) => !named.includes(path))).toEqual([]);
    });
  }

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

test('the home page loads two scripts at most until its first use, then all it needs', {
  tag: '@exhaustive',
}, async ({ page }) => {
  const scripts = await openUnused(page, paths.home);
  await page.mouse.move(100, 100);
  await expect.poll(() => scripts.length).toBeGreaterThan(2);
});

test('a field of the contact page that is filled in without a press or a key loads all it needs, and keeps its text', {
  tag: '@exhaustive',
}, async ({ page }) => {
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 800 } });

  test('a click before the scripts are loaded takes effect', { tag: '@exhaustive' }, async ({ page }) => {
    await page.goto(paths.home);
    // Like an assistive tool: without a pointer or a key, which would load the scripts before the click.
    await page
      .getByRole('button', { name: 'Open menu' })
      .evaluate((button: HTMLButtonElement) => button.click());
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });
});

for (const [where, moment, scripts, search] of [
  ['the listing', 'React is loaded', /\/assets\/main-.*\.js$/, ''],
  ['the listing', 'any script is loaded', /\/assets\/.*\.js$/, ''],
  ['a filtered listing', 'React is loaded', /\/assets\/main-.*\.js$/, '?program=miniballerz'],
] as const) {
  test(`input on ${where} before ${moment} is kept`, { tag: '@exhaustive' }, async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(scripts, async (request) => {
      await held;
      await request.continue();
    });
    await page.goto(`${paths.bookCamp}${search}`, { waitUntil: 'commit' });
    await page.getByRole('combobox', { name: 'Day' }).selectOption('Sunday');
    // `check` would wait for the page, and Chromium's page waits for its first script.
    await page.getByRole('checkbox', { name: 'Has places' }).evaluate((box: HTMLInputElement) => box.click());
    release();
    await expect(page).toHaveURL(`/book-camp${search ? `${search}&` : '?'}day=sunday&places=yes`);
  });
}

test('the start repeats no choice that nobody made', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
}) => {
  await signIn(admin);
  await page.addInitScript(() => {
    for (const type of ['input', 'change']) {
      window.addEventListener(type, () => document.documentElement.setAttribute('data-repeated', type), true);
    }
  });
  await page.goto(paths.adminMessages);
  await expect(page.getByText('No message has been sent yet')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-repeated');
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('One family');
  await expect(page.locator('html')).toHaveAttribute('data-repeated', 'change');
});

/** Holds the site's scripts until they are released, so that only the document is shown. */
const holdMain = async (page: Page): Promise<() => void> => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/main-.*\.js$/, async (request) => {
    await held;
    await request.continue();
  });
  return release;
};

/** Loads the rest of a page, which named all its scripts, and moves nothing. */
const expectWhole = async (page: Page, scripts: readonly string[]): Promise<void> => {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  const named = await namedScripts(page);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((script) => !named.includes(script))).toEqual([]);
  expect(await layoutShift(page)).toBe(0);
};

test.describe('pages of signed-in users', () => {
  /** Without ids, and with a title for whoever opens them. */
  const titled = sessionPages.filter((page) => !page.includes(':') && page !== paths.bookingConfirmation);
  for (const path of titled) {
    test(`${path} shows its title before its scripts, which it names all, and nothing moves`, {
      tag: '@exhaustive',
    }, async ({ page, signIn, parent, admin }) => {
      await signIn(path.startsWith(paths.admin) || path.startsWith(paths.coach) ? admin : parent);
      const release = await holdMain(page);
      const scripts = recordScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toBeVisible();
      const text = (await title.textContent()) ?? '';
      await expect(page.getByRole('button', { name: 'Logout', includeHidden: true }).first()).toBeAttached();
      release();
      await expect(page).toHaveTitle(new RegExp(`^${text}`));
      await expectWhole(page, scripts);
    });
  }

  test('a page with ids in its path is shown before its scripts, which it names all, and nothing moves', {
    tag: '@exhaustive',
  }, async ({ page, signIn, stack, parent }) => {
    const cls = await addClass(stack);
    await signIn(parent);
    const release = await holdMain(page);
    const scripts = recordScripts(page);
    await page.goto(bookingPath(cls), { waitUntil: 'commit' });
    await expect(page.getByText('Loading...')).toBeVisible();
    await expect(page.getByRole('link', { name: '← Back to Classes' })).toBeVisible();
    release();
    await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeVisible();
    await expectWhole(page, scripts);
  });

  for (const path of sessionPages) {
    test(`${path} is empty for a visitor until the login comes`, { tag: '@exhaustive' }, async ({ page }) => {
      const release = await holdMain(page);
      await page.goto(path, { waitUntil: 'commit' });
      const root = page.locator('#root');
      await expect(root).not.toHaveAttribute('data-page');
      await expect(root).toBeEmpty();
      release();
      await expect(page.getByLabel('Password')).toBeVisible();
    });
  }
});

test('the listing requests the classes once', { tag: '@exhaustive' }, async ({ page }) => {
  const calls = recordCalls(page);
  await page.goto(paths.bookCamp);
  await expect(page.getByText('No classes available at the moment')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toEqual(['GET /api/classes']);
});
