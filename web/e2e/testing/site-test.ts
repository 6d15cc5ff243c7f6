import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type ViewportSize,
} from 'playwright-core';
import { test } from 'vitest';
import type { StackOptions } from '#infra/local/stack';
import { sampleFamily } from '#infra/testing/samples/samples';
import { chromiumPath } from '#infra/testing/stack/chromium';
import { type Account, startTestStack, type TestStack } from '#infra/testing/stack/test-stack';
import { businessTimeZone } from './business-day.ts';
import { familyOfTwo } from './families.ts';
import { watchForProblems } from './problem-guard.ts';
import { createSessions } from './sessions.ts';
import { createTab } from './tab.ts';

const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A file that needs another system overrides these. */
const defaults: Partial<StackOptions> = {};

/** Nothing on one machine takes longer. */
const patienceMs = 15_000;

export interface Visit {
  /** A laptop's unless told. */
  readonly viewport?: ViewportSize;
  /** Opened at once; without it the page is blank. */
  readonly path?: string;
  /** Whose session the browser holds; nobody's unless told. */
  readonly as?: Account;
  /** Problems that must come up, as the guard words them; any other one fails the test. */
  readonly expects?: readonly RegExp[];
}

const newContext = async (
  browser: Browser,
  stack: TestStack,
  options?: BrowserContextOptions,
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: stack.url,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  return context;
};

/** Prints what the pages of a failed test show, as a screen reader would find it. */
const showPages = async (contexts: readonly BrowserContext[]): Promise<void> => {
  for (const page of contexts.flatMap((context) => context.pages())) {
    console.log(`${page.url()}\n${await page.locator('body').ariaSnapshot()}`);
  }
};

/**
 * Vitest's `test` with the product in it: `stack` is the whole system with the built site, for the tests of one file;
 * `open` starts a browser of its own for a visitor or an account and gives its page; `visit` does so in a tab that the
 * tests of a file take in turns, which is quicker; `parent` and `admin` are accounts that tests share: what a parent
 * books is found by the class.
 */
export const siteTest = test
  .extend('stackOptions', { scope: 'file' }, defaults)
  .extend('executablePath', { scope: 'file' }, chromiumPath)
  .extend('stack', { scope: 'file' }, async ({ stackOptions }, { onCleanup }) => {
    const stack = await startTestStack({ timeZone: businessTimeZone, ...stackOptions });
    onCleanup(stack.stop);
    return stack;
  })
  .extend('browser', { scope: 'file' }, async ({ executablePath }, { onCleanup }) => {
    const browser = await chromium.launch({
      executablePath,
      chromiumSandbox: false,
      args: chromiumFlags,
    });
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('sessions', { scope: 'file' }, ({ stack }) => createSessions(stack))
  .extend('parent', { scope: 'file' }, ({ stack }) => stack.createAccount(familyOfTwo()))
  .extend('admin', { scope: 'file' }, ({ stack }) =>
    stack.createAccount(sampleFamily({ children: [] }), { isAdmin: true }),
  )
  .extend('tab', { scope: 'file' }, ({ stack, browser }) => createTab(() => newContext(browser, stack)))
  .extend('visit', ({ tab, sessions, task }, { onCleanup }) => {
    let isTaken = false;
    let end = async (): Promise<void> => {};
    onCleanup(() => end());
    return async ({ path, as, expects = [], viewport }: Visit = {}): Promise<Page> => {
      if (isTaken) throw new Error('The file has one tab; who needs two opens browsers');
      isTaken = true;
      const page = await tab.take(as && (await sessions.of(as)));
      const check = watchForProblems(page.context(), expects);
      end = async () => {
        if (task.result?.state === 'fail') {
          await showPages([page.context()]);
          await tab.close();
        } else await tab.leave();
        check();
      };
      if (viewport) await page.setViewportSize(viewport);
      if (path !== undefined) await page.goto(path);
      return page;
    };
  })
  .extend('open', ({ stack, browser, sessions, task }, { onCleanup }) => {
    const contexts: BrowserContext[] = [];
    const checks: (() => void)[] = [];
    onCleanup(async () => {
      if (task.result?.state === 'fail') await showPages(contexts);
      await Promise.all(contexts.map((context) => context.close()));
      for (const check of checks) check();
    });
    return async ({
      path,
      as,
      expects = [],
      ...options
    }: Visit & BrowserContextOptions = {}): Promise<Page> => {
      const context = await newContext(browser, stack, {
        ...(as && { storageState: await sessions.of(as) }),
        ...options,
      });
      contexts.push(context);
      checks.push(watchForProblems(context, expects));
      const page = await context.newPage();
      if (path !== undefined) await page.goto(path);
      return page;
    };
  });
