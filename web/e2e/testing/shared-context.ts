import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { StoredEntry } from './session-storage.ts';

interface OpenContext {
  /** Identifies the options of the context. */
  readonly options: string;
  readonly context: BrowserContext;
  readonly inert: Page;
  readonly cdp: CDPSession;
}

/** A document of the site without scripts. */
const inertPath = '/robots.txt';

/** What `localStorage.clear` and `clearCookies` leave of the storage of an origin. */
const otherStorage = 'cache_storage,file_systems,indexeddb,interest_groups,service_workers,shared_storage';

const open = async (browser: Browser, options: string): Promise<OpenContext> => {
  const context = await browser.newContext();
  const inert = await context.newPage();
  await inert.goto(inertPath);
  return { options, context, inert, cdp: await context.newCDPSession(inert) };
};

/** Undoes what a test changed in the context. Returns false for a replaced clock, which only a new context undoes. */
const undo = async ({ context, inert, cdp }: OpenContext): Promise<boolean> => {
  await Promise.all(
    context.pages().map(async (page) => {
      if (page === inert) return;
      // A request that a test intercepts may be under way still.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    }),
  );
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  const { origin } = new URL(inert.url());
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: otherStorage });
  return inert.evaluate(() => {
    localStorage.clear();
    // Playwright's clock keeps the text of Date, but not that of the timers.
    return String(setTimeout).includes('[native code]');
  });
};

/**
 * The browser context of a worker, which successive tests use. A page opens in it at half the cost of one in a new
 * context: the renderer process with its compiled scripts and the HTTP cache stay. One inert page of the site stays
 * open, because Chromium ends a renderer process with its last page; each test has pages of its own.
 */
export const createSharedContext = (browser: Browser) => {
  let current: OpenContext | undefined;

  /** Closes the context. The next test gets a new one. */
  const close = async (): Promise<void> => {
    const closing = current;
    current = undefined;
    // The report of a failed test shows the context's first page, which is then the test's.
    await closing?.inert.close();
    await closing?.context.close();
  };

  return {
    /** @param options identifies the options of the test's context. Different ones close the context and open another. */
    open: async (options: string): Promise<BrowserContext> => {
      if (current?.options !== options) {
        await close();
        current = await open(browser, options);
      }
      return current.context;
    },

    /** Replaces the local storage of the site. */
    store: async (entries: readonly StoredEntry[]): Promise<void> => {
      await current?.inert.evaluate((all) => {
        localStorage.clear();
        for (const { name, value } of all) localStorage.setItem(name, value);
      }, entries);
    },

    /** Prepares the context for the next test. */
    reset: async (): Promise<void> => {
      if (current && !(await undo(current))) await close();
    },

    close,
  };
};

export type SharedContext = ReturnType<typeof createSharedContext>;
