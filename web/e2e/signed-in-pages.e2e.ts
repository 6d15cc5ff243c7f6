import type { Page } from '@playwright/test';
import { paths } from '#shared/paths';
import { addClass } from './testing/classes.ts';
import { layoutShift } from './testing/layout.ts';
import { expect, test } from './testing/test.ts';

// Prerendered pages contain what visitors see, and hide it from signed-in users.

test.beforeEach(async ({ stack }) => {
  await addClass(stack);
});

const forVisitors = /^(?:Log in|Sign up|Sign Up to Book Classes|Sign Up \/ Log In)$/;

const visibleTexts = (page: Page, texts: RegExp): Promise<string[]> =>
  page.getByText(texts).filter({ visible: true }).allTextContents();

/** Keeps the site's scripts back, but for the small first one. */
const holdSite = async (page: Page): Promise<{ release(): void }> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?:main|react)-.*\.js$/, async (request) => {
    await promise;
    await request.continue();
  });
  return { release: resolve };
};

/** Writes down, frame by frame, what a page shows to visitors only. */
const watchFrames = async (page: Page): Promise<void> => {
  await page.addInitScript((pattern) => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      for (const element of document.querySelectorAll('a, h2')) {
        const text = element.textContent.trim();
        if (new RegExp(pattern).test(text) && element.checkVisibility({ visibilityProperty: true })) {
          seen.push(text);
        }
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, forVisitors.source);
};

for (const path of [paths.home, paths.bookCamp, paths.contact]) {
  test.describe(path, () => {
    for (const width of [375, 768, 1280]) {
      test(`shows a parent nothing of what is for visitors, in no frame, and nothing moves, at ${width} px [PUB-10, PUB-34]`, async ({
        page,
        signIn,
        parent,
      }) => {
        await page.setViewportSize({ width, height: 800 });
        await signIn(parent);
        await watchFrames(page);
        const site = await holdSite(page);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await visibleTexts(page, forVisitors)).toEqual([]);
        site.release();
        await expect(
          page.getByRole('button', { name: 'Logout', includeHidden: true }).first(),
        ).toBeAttached();
        await page.waitForLoadState('networkidle');
        expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([]);
        expect(await layoutShift(page)).toBe(0);
      });
    }
  });
}

test('shows a visitor the login and the sign-up before any other script [PUB-08, PUB-34]', async ({
  page,
}) => {
  await holdSite(page);
  await page.goto(paths.bookCamp);
  expect(await visibleTexts(page, forVisitors)).toEqual([
    'Log in',
    'Sign up',
    'Sign Up to Book Classes',
    'Sign Up / Log In',
  ]);
});

test('whose stored session turns out to have ended is a visitor again [PUB-08]', async ({
  page,
  signIn,
  stack,
}) => {
  await signIn(await stack.createAccount());
  await page.goto(paths.contact);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith('Token')) localStorage.setItem(key, 'x');
    }
  });
  await page.goto(paths.bookCamp);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText('Sign Up to Book Classes')).toBeVisible();
});

test('"Logout" pressed while the session is still being read ends it [AUT-12]', async ({
  page,
  signIn,
  stack,
}) => {
  await signIn(await stack.createAccount());
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/amplify-.*\.js$/, async (request) => {
    await promise;
    await request.continue();
  });
  await page.goto(paths.contact);
  await page.getByRole('button', { name: 'Logout' }).click();
  resolve();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
});
