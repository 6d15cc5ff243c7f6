import type { Browser, BrowserContext, ConsoleMessage, Request, WebError } from '@playwright/test';

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
