import type { Page } from '@playwright/test';

/** Waits until a page has applied a new size or theme and its animations have ended. */
export const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // The first frame applies the change, the second one has painted it.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const finite = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
