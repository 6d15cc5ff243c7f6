import type { Page } from '@playwright/test';

/** Waits until a frame is painted, at most a second: Chromium without a GPU can lose the request for a frame. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, 1000);
        // The frame is painted after its callbacks.
        requestAnimationFrame(() => setTimeout(resolve));
      }),
  );
