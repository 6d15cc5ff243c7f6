import type { Page } from '@playwright/test';
import { patience } from '#infra/testing/runner/slowness';

/** Waits until a frame is painted. Chromium without a GPU can lose the request for a frame: it is asked for again. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    (longest) =>
      new Promise<void>((resolve, reject) => {
        const ask = () =>
          requestAnimationFrame(() => {
            clearInterval(again);
            // The frame is painted after its callbacks.
            setTimeout(resolve);
          });
        const again = setInterval(ask, 1_000);
        ask();
        setTimeout(() => reject(new Error('No frame was painted')), longest);
      }),
    patience.wait,
  );
