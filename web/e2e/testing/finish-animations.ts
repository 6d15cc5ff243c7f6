import type { Page } from '@playwright/test';
import { nextFrame } from './next-frame.ts';

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
