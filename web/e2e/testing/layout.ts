import { expect, type Page } from '@playwright/test';
import { nextFrame } from './next-frame.ts';

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

/** How far the page is scrolled down, in px. */
export const scrollTop = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/** How many pixels of the page's content are wider than the screen. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Checks that the page does not scroll sideways. `state` names the page's state in the error message. */
export const expectNoSideScroll = (page: Page, state = 'the page'): Promise<void> =>
  expect.poll(() => overflow(page), `pixels by which ${state} is too wide`).toBe(0);
