import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
  type WebError,
} from '@playwright/test';
import { patience } from '#infra/testing/runner/slowness';

/**
 * Chromium without a GPU can lose the request for a frame: whatever waits for one, such as the removal of a toast, would
 * wait until the next change of the page. The pages that open from now on ask again.
 */
export const askForFrames = async (of: BrowserContext | Page): Promise<void> => {
  await of.addInitScript(() => {
    setInterval(() => requestAnimationFrame(() => undefined), 1_000);
  });
};

/** Waits until a frame is painted. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    (longest) =>
      new Promise<void>((resolve, reject) => {
        // The frame is painted after its callbacks.
        requestAnimationFrame(() => setTimeout(resolve));
        setTimeout(() => reject(new Error('No frame was painted')), longest);
      }),
    patience.wait,
  );

/** Waits until a page has applied a new size or theme and its animations have ended. */
export const finishAnimations = async (page: Page): Promise<void> => {
  await nextFrame(page);
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
};

/** The sum of the page's layout shifts until now that no input caused, as the browser scores them. */
export const layoutShift = async (page: Page): Promise<number> => {
  await nextFrame(page);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (list: PerformanceObserverEntryList | PerformanceObserver) => {
          const entries = 'getEntries' in list ? list.getEntries() : list.takeRecords();
          for (const entry of entries) sum += Number(Reflect.get(entry, 'value'));
        };
        const observer = new PerformanceObserver(add);
        observer.observe({ type: 'layout-shift', buffered: true });
        // Buffered entries are delivered in a task of their own.
        setTimeout(() => {
          add(observer);
          resolve(sum);
        });
      }),
  );
};

export const scrollTop = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/** How many pixels of the page's content are wider than the screen. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Checks that the page does not scroll sideways. `state` names the page's state in the error message. */
export const expectNoSideScroll = (page: Page, state = 'the page'): Promise<void> =>
  expect.poll(() => overflow(page), `pixels by which ${state} is too wide`).toBe(0);

/** For `toHaveURL`: the page is at this path, whatever its query and hash. */
export const atPath =
  (path: string) =>
  ({ pathname }: URL): boolean =>
    pathname === path;

/** The background colour of an element: red, green and blue, each 0 to 255. */
export const backgroundOf = async (element: Locator): Promise<readonly [number, number, number]> => {
  const colour = await element.evaluate((node) => getComputedStyle(node).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
};

/**
 * Waits until React handles an element of a prerendered page. Before, typed text is only in the element, and a link loads
 * another document.
 */
export const expectHandled = (element: Locator): Promise<void> =>
  expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true);

interface Toast {
  readonly title: string;
  readonly description?: string;
}

export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('status');

export const toastOf = (page: Page, { title, description }: Toast): Locator => {
  const named = page.getByRole('status', { name: title, exact: true });
  return description ? named.filter({ has: page.getByText(description, { exact: true }) }) : named;
};

/** Waits for a toast and closes it, unless its time is over: the next one is shown only when this one is gone. */
export const expectToast = async (page: Page, toast: Toast): Promise<void> => {
  const shown = toastOf(page, toast);
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: 'Close' }).evaluateAll((all: HTMLElement[]) => {
    for (const button of all) button.click();
  });
  await expect(shown).toHaveCount(0);
};

/**
 * Keeps a toast on the screen by the pointer: under it, no toast expires. Buttons are pressed by keyboard from then on.
 */
export const keepToast = (page: Page, toast: Toast): Promise<void> => toastOf(page, toast).hover();

/** The toast of a failure (ERR-01). */
export const errorToast = (description: string): Toast => ({ title: 'Error', description });

/** The console's line for a request that the server answered with an error status. */
export const httpError = (status: number): RegExp =>
  new RegExp(`the server responded with a status of ${status} `);

/** The line for a request that got no response. */
export const networkError = /net::ERR_(?!ABORTED)/;

/** Chromium's line for a script that is not loaded because JavaScript is disabled. */
export const scriptBlocked = /^request failed: GET \S+\.js csp$/;

/** Messages that only the tests cause, or a slow machine. */
const ignored = [
  // Chromium says so some seconds after the load, also of a page that a busy machine or a paused clock slows down.
  /was preloaded using link preload but not used within a few seconds/,
  // Some Chromium builds warn so where a worker that has just taken control answers for a preloaded file.
  /is not used because it is a cross-world service worker resource mismatch/,
  /Service Worker registration blocked by Playwright/,
  // Amplify warns about any user pool endpoint but AWS's.
  /You are using a custom .*Cognito User Pool endpoint/,
  // The trace's recorder runs a script in each frame, and the mailbox shows a mail in a frame without scripts.
  /^Blocked script execution in '\S+\/_local\/mailbox\//,
];

/**
 * Collects what a healthy page never causes, in all contexts of a browser: console errors and warnings (violations of
 * the Content-Security-Policy and HTTP errors among them), uncaught exceptions, and requests without a response.
 */
export const watchProblems = (browser: Browser) => {
  const problems: string[] = [];
  const addMessage = (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (ignored.some((pattern) => pattern.test(message.text()))) return;
    problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  };
  const addError = (webError: WebError) => problems.push(`page error: ${webError.error().message}`);
  const addFailure = (request: Request) => {
    const reason = request.failure()?.errorText;
    // The page cancels its own requests when a screen is left before the data has arrived.
    if (reason === 'net::ERR_ABORTED') return;
    // Of a request that its service worker makes for it, Chromium then gives this reason. A network has others.
    if (reason === 'net::ERR_FAILED' && request.serviceWorker()) return;
    problems.push(`request failed: ${request.method()} ${request.url()} ${reason}`);
  };
  const watch = (context: BrowserContext) => {
    context.on('console', addMessage);
    context.on('weberror', addError);
    context.on('requestfailed', addFailure);
  };
  const unwatch = (context: BrowserContext) => {
    context.off('console', addMessage);
    context.off('weberror', addError);
    context.off('requestfailed', addFailure);
  };
  browser.contexts().forEach(watch);
  browser.on('context', watch);
  const stop = () => {
    browser.off('context', watch);
    browser.contexts().forEach(unwatch);
  };
  return { problems, stop };
};

/** Counts what a person presses. What is typed is not counted. */
export const countPresses = () => {
  let presses = 0;
  return {
    press: async (target: Locator): Promise<void> => {
      presses += 1;
      await target.click();
    },
    /** Opening a list and choosing from it are two. */
    choose: async (target: Locator, option: string): Promise<void> => {
      presses += 2;
      await target.selectOption(option);
    },
    /** Presses of a helper. */
    note: (more: number): void => {
      presses += more;
    },
    taken: () => presses,
  };
};
