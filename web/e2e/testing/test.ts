import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type CDPSession,
  expect,
  type Page,
} from '@playwright/test';
import { takeRefusals } from '#infra/local/roles/roles';
import type { StackOptions } from '#infra/local/stack';
import { businessTimeZone, moveStackClock, moveStackClockBack } from '#infra/testing/browser/business-day';
import { newScene, type Scene } from '#infra/testing/browser/coach-scene';
import { familyOfTwo, type StoredEntry, startSession } from '#infra/testing/browser/families';
import { askForFrames, watchProblems } from '#infra/testing/browser/page';
import { patience } from '#infra/testing/runner/slowness';
import { sampleFamily } from '#infra/testing/samples/samples';
import { type Account, startTestStack, type TestStack } from '#infra/testing/stack/test-stack';

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
  await askForFrames(context);
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
const createSharedContext = (browser: Browser) => {
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

type SharedContext = ReturnType<typeof createSharedContext>;

interface WorkerFixtures {
  /** Options of the stack. A file that sets them gets a worker and a stack of its own. */
  readonly stackOptions: Partial<StackOptions>;
  readonly workerStack: TestStack;
  readonly sharedContext: SharedContext;
}

interface NewPageOptions extends BrowserContextOptions {
  /** Whose session the browser holds; a visitor's browser holds none. */
  readonly as?: Account;
}

interface TestFixtures {
  /** Whether the test needs a browser context that no test has used, for example one with an empty HTTP cache. */
  readonly needsNewContext: boolean;
  /** The whole system with the built site, shared by the tests of a worker. Its table is empty when a test starts. */
  readonly stack: TestStack;
  /** A parent with two children. */
  readonly parent: Account;
  readonly admin: Account;
  /** Gives the browser of `page` a session of an account. Call it before the first `goto`. */
  readonly signIn: (account: Account) => Promise<void>;
  /** Opens a blank page in another browser context, for a second person. */
  readonly newPage: (options?: NewPageOptions) => Promise<Page>;
  /** Allows problems that the test causes on purpose. Each of them must occur, and no other may. */
  readonly expectProblems: (...expected: readonly RegExp[]) => void;
}

/** Playwright's `test` with the product in it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  stackOptions: [{}, { scope: 'worker', option: true }],

  workerStack: [
    async ({ stackOptions }, use) => {
      const stack = await startTestStack({ timeZone: businessTimeZone, ...stackOptions });
      // The timer's first run is over, so that nothing writes to the emptied table of a test.
      await moveStackClock(stack, new Date());
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: patience.test },
  ],

  stack: async ({ workerStack }, use) => {
    await workerStack.clear();
    await use(workerStack);
    await moveStackClockBack(workerStack);
    expect(takeRefusals(), 'requests that roles refused').toEqual([]);
  },

  baseURL: ({ stack }, use) => use(stack.url),

  sharedContext: [
    async ({ browser }, use) => {
      const shared = createSharedContext(browser);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],

  needsNewContext: [false, { option: true }],

  // The options of a context do not change: a test with other options gets another context.
  context: async (
    {
      sharedContext,
      needsNewContext,
      viewport,
      isMobile,
      hasTouch,
      javaScriptEnabled,
      timezoneId,
      locale,
      colorScheme,
      userAgent,
      serviceWorkers,
      baseURL,
    },
    use,
    testInfo,
  ) => {
    if (needsNewContext) await sharedContext.close();
    const device = [
      viewport,
      isMobile,
      hasTouch,
      javaScriptEnabled,
      timezoneId,
      locale,
      colorScheme,
      userAgent,
      serviceWorkers,
    ];
    await use(await sharedContext.open(JSON.stringify([baseURL, ...device])));
    if (needsNewContext || testInfo.status !== testInfo.expectedStatus) await sharedContext.close();
    else await sharedContext.reset();
  },

  expectProblems: [
    async ({ browser }, use) => {
      const { problems, stop } = watchProblems(browser);
      const expected: RegExp[] = [];
      await use((...patterns) => {
        expected.push(...patterns);
      });
      stop();
      const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
      expect(unexpected, 'problems that the test did not expect').toEqual([]);
      const missing = expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
      expect(missing, 'problems that the test expected').toEqual([]);
    },
    { auto: true },
  ],

  parent: async ({ stack }, use) => use(await stack.createAccount(familyOfTwo())),

  admin: async ({ stack }, use) =>
    use(await stack.createAccount(sampleFamily({ children: [] }), { role: 'admin' })),

  // The context is opened first, because the session is stored in it.
  signIn: async ({ context: _, sharedContext, stack }, use) => {
    await use(async (account) => sharedContext.store(await startSession(stack, account)));
  },

  newPage: async ({ browser, stack }, use) => {
    const pages: Page[] = [];
    await use(async ({ as, ...options } = {}) => {
      const page = await browser.newPage({
        ...options,
        ...(as && {
          storageState: {
            cookies: [],
            origins: [{ origin: stack.url, localStorage: await startSession(stack, as) }],
          },
        }),
      });
      await askForFrames(page);
      pages.push(page);
      return page;
    });
    await Promise.all(pages.map((page) => page.close()));
  },
});

/** `test`, whose `page` is that of `admin` from the start. */
export const officeTest = test.extend({
  page: async ({ page, signIn, admin }, use) => {
    await signIn(admin);
    await use(page);
  },
});

/** `test`, whose `page` is that of `parent` from the start. */
export const familyTest = test.extend({
  page: async ({ page, signIn, parent }, use) => {
    await signIn(parent);
    await use(page);
  },
});

/** `test`, whose `page` is that of the coach of a session of today. */
export const coachTest = test.extend<{ readonly scene: Scene }>({
  scene: async ({ stack }, use) => use(await newScene(stack)),
  page: async ({ page, signIn, scene }, use) => {
    await signIn(scene.coach);
    await use(page);
  },
});

export { expect };
