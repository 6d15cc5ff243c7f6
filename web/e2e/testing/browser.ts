import { expect, type Locator, type Page } from '@playwright/test';
import { type NewerApi, newerApis } from '../../src/app/browsers/newer-features.ts';

/**
 * Pauses a page's clock; from then on it moves only by `advanceClock` and `advanceUntil`. Call it before the page is
 * opened, so that all its timers use the paused clock.
 */
export const pauseClock = async (page: Page): Promise<void> => {
  const now = Date.now();
  // A clock runs once it is installed, and can be paused at a later time only.
  await page.clock.install({ time: now - 60_000 });
  await page.clock.pauseAt(now);
};

/** Lets a page finish what needs no timer: it reads responses that have arrived, renders, and sets timers. */
const runPendingTasks = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      // Unlike timers, messages are delivered while the clock is paused.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  });

/** Moves a paused clock forward and runs the timers that are due. */
export const advanceClock = async (page: Page, ms: number): Promise<void> => {
  await runPendingTasks(page);
  await page.clock.runFor(ms);
  await runPendingTasks(page);
};

/** The precision with which `advanceUntil` finds the time of an event. */
export const stepMs = 50;

/** Moves a paused clock forward in steps until `condition` is true. */
export const advanceUntil = async (
  page: Page,
  condition: () => Promise<boolean> | boolean,
  step: number = stepMs,
): Promise<void> =>
  expect
    .poll(
      async () => {
        if (await condition()) return true;
        await advanceClock(page, step);
        return condition();
      },
      { message: `${condition}`, intervals: [0] },
    )
    .toBe(true);

/** Moves a paused clock forward in steps until an element is visible. */
export const advanceUntilVisible = (page: Page, element: Locator): Promise<void> =>
  advanceUntil(page, () => element.isVisible());

/** Options of a browser context on a phone. */
export const phone = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true };

/** Only the name of its error is newer than the supported browsers. */
const isKept = ({ owner, member }: NewerApi): boolean => owner === 'AbortSignal' && member === 'timeout';

/** Takes every API that a supported browser lacks away from a page and those it opens. Call it before `goto`. */
export const removeNewerApis = async (page: Page): Promise<void> => {
  await page.addInitScript(
    (apis) => {
      const remove = (object: unknown, name: string): void => {
        if ((typeof object === 'object' && object) || typeof object === 'function') {
          Reflect.deleteProperty(object, name);
        }
      };
      for (const { owner, member, isOn } of apis) {
        if (member === null) remove(globalThis, owner);
        const object: unknown = owner === 'Window' ? globalThis : Reflect.get(globalThis, owner);
        if (member === null || object === undefined) continue;
        if (isOn !== 'instances' || object === globalThis) remove(object, member);
        if (isOn !== 'object' && typeof object === 'function') remove(object.prototype, member);
      }
    },
    newerApis.filter((api) => !isKept(api)),
  );
};

/** Holds the scripts with matching URLs until they are released. */
export const holdScripts = async (page: Page, url: RegExp): Promise<{ release(): void }> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (request) => {
    await promise;
    await request.continue();
  });
  return { release: resolve };
};
