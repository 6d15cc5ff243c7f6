import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { paths } from '#shared/paths';
import { addClass } from './testing/classes.ts';
import { shiftOf } from './testing/layout-shift.ts';
import { siteTest } from './testing/site-test.ts';

// Built pages are made for visitors. Who is signed in must never see that.

const it = siteTest.extend('cls', { scope: 'file', auto: true }, ({ stack }) => addClass(stack));

const forVisitors = /^(?:Log in|Sign up|Sign Up to Book Classes|Sign Up \/ Log In)$/;

const visibleTexts = (page: Page, texts: RegExp): Promise<string[]> =>
  page.getByText(texts).filter({ visible: true }).allTextContents();

/** Keeps the site's scripts back, but for the small first one. */
const holdSite = async (page: Page): Promise<{ letGo(): void }> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?:main|react)-.*\.js$/, async (request) => {
    await promise;
    await request.continue();
  });
  return { letGo: resolve };
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

describe.each([paths.home, paths.bookCamp, paths.contact])('%s', (path) => {
  for (const width of [375, 768, 1280]) {
    it(`shows a parent nothing of what is for visitors, in no frame, and nothing moves, at ${width} px [PUB-10, PUB-34]`, async ({
      open,
      parent,
    }) => {
      const page = await open({ as: parent, viewport: { width, height: 800 } });
      await watchFrames(page);
      const site = await holdSite(page);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await visibleTexts(page, forVisitors)).toEqual([]);
      site.letGo();
      await page
        .getByRole('button', { name: 'Logout', includeHidden: true })
        .first()
        .waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([]);
      expect(await shiftOf(page)).toBe(0);
    });
  }
});

it('shows a visitor the login and the sign-up before any other script [PUB-08, PUB-34]', async ({ open }) => {
  const page = await open();
  await holdSite(page);
  await page.goto(paths.bookCamp);
  expect(await visibleTexts(page, forVisitors)).toEqual([
    'Log in',
    'Sign up',
    'Sign Up to Book Classes',
    'Sign Up / Log In',
  ]);
});

it('whose stored session turns out to have ended is a visitor again [PUB-08]', async ({ open, stack }) => {
  const page = await open({ as: await stack.createAccount() });
  await page.goto(paths.contact);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith('Token')) localStorage.setItem(key, 'x');
    }
  });
  await page.goto(paths.bookCamp);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
  await page.getByText('Sign Up to Book Classes').waitFor();
});

it('"Logout" pressed while the session is still being read ends it [AUT-12]', async ({ open, stack }) => {
  const page = await open({ as: await stack.createAccount() });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/amplify-.*\.js$/, async (request) => {
    await promise;
    await request.continue();
  });
  await page.goto(paths.contact);
  await page.getByRole('button', { name: 'Logout' }).click();
  resolve();
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
});
