import type { Page } from 'playwright-core';

const patienceMs = 15_000;

/**
 * Stops a page's clock; from now on it moves only by `passTime`. To be called before the page is opened, so that all
 * its timers are the stopped clock's.
 */
export const stopClock = async (page: Page): Promise<void> => {
  const now = Date.now();
  // It runs until it is stopped, and can be stopped only at a time to come.
  await page.clock.install({ time: now - patienceMs });
  await page.clock.pauseAt(now);
};

/** Lets all the page has in hand come to an end: answers that arrived are read, timers are set. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      // Unlike timers, messages do not wait for the clock.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  });

/** Moves a stopped clock on and lets the page do what was due. */
export const passTime = async (page: Page, ms: number): Promise<void> => {
  await settle(page);
  await page.clock.runFor(ms);
  await settle(page);
};

/** How exactly `passTimeUntil` knows when something happened, unless it is told to take longer steps. */
export const stepMs = 50;

/** Moves a stopped clock on in steps until something has happened. */
export const passTimeUntil = async (
  page: Page,
  hasHappened: () => Promise<boolean> | boolean,
  step: number = stepMs,
): Promise<void> => {
  const giveUpAt = Date.now() + patienceMs;
  while (!(await hasHappened())) {
    if (Date.now() > giveUpAt) throw new Error(`It has not happened: ${hasHappened}`);
    await passTime(page, step);
  }
};
