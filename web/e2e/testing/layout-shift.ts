import type { Page } from 'playwright-core';

/** How far things on the page have moved without anyone's doing, as the browser scores it. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (list: PerformanceObserverEntryList | PerformanceObserver) => {
          const entries = 'getEntries' in list ? list.getEntries() : list.takeRecords();
          for (const entry of entries) sum += Number(Reflect.get(entry, 'value'));
        };
        const observer = new PerformanceObserver(add);
        observer.observe({ type: 'layout-shift', buffered: true });
        // What is buffered is handed over in a task of its own.
        requestAnimationFrame(() =>
          setTimeout(() => {
            add(observer);
            resolve(sum);
          }),
        );
      }),
  );
