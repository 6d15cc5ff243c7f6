import type { BrowserContext, Page } from 'playwright-core';
import type { BrowserStorage } from './sessions.ts';

/** A page of the site that runs nothing and keeps nothing. */
const quietPage = '/robots.txt';

/** Undoes what a test has done to a page beyond the document that it shows. */
const clean = async (page: Page, viewport: ReturnType<Page['viewportSize']>): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(quietPage);
  page.removeAllListeners();
  await page.mouse.move(0, 0);
  await page.emulateMedia({ colorScheme: null });
  if (viewport) await page.setViewportSize(viewport);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
};

/**
 * A tab that stays open for one test after another. A page opens in it at half the price of one in a new browser: the
 * scripts of the site are compiled already. It is like a new one for each test, but for a changed clock and scripts for
 * new pages, which cannot be undone: who needs those takes a new browser.
 */
export const createTab = (newContext: () => Promise<BrowserContext>) => {
  let opened: Page | undefined;
  let viewport: ReturnType<Page['viewportSize']> = null;

  const open = async (): Promise<Page> => {
    const page = await (await newContext()).newPage();
    viewport = page.viewportSize();
    await page.goto(quietPage);
    return page;
  };

  const close = async (): Promise<void> => {
    const page = opened;
    opened = undefined;
    await page?.context().close();
  };

  return {
    /** Gives the tab, on a page that does nothing; `storage` is what the browser then holds. */
    take: async (storage: BrowserStorage | undefined): Promise<Page> => {
      opened ??= await open();
      const page = opened;
      await page.evaluate(
        (items) => {
          for (const { name, value } of items) localStorage.setItem(name, value);
        },
        storage?.origins.flatMap(({ localStorage: items }) => items) ?? [],
      );
      return page;
    },

    /** Makes the tab ready for the next test. */
    leave: async (): Promise<void> => {
      // One that will not be led away, as it is just going elsewhere, need not be kept.
      if (opened) await clean(opened, viewport).catch(close);
    },

    /** Closes the tab; who takes it next gets another. */
    close,
  };
};
