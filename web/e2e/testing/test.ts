import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import type { StackOptions } from '#infra/local/stack';
import { patience } from '#infra/testing/runner/slowness';
import { sampleFamily } from '#infra/testing/samples/samples';
import { type Account, startTestStack, type TestStack } from '#infra/testing/stack/test-stack';
import { businessTimeZone } from './business-day.ts';
import { familyOfTwo } from './families.ts';
import { watchProblems } from './page-problems.ts';
import { startSession } from './session-storage.ts';
import { createSharedContext, type SharedContext } from './shared-context.ts';
import { moveStackClock } from './stack-clock.ts';

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
      pages.push(page);
      return page;
    });
    await Promise.all(pages.map((page) => page.close()));
  },
});

export { expect };
