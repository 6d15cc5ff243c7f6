import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Waits until a page has applied a new size or theme and its animations have ended: axe measures colours. */
const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // The first frame applies the change, the second one has painted it.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const finite = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });

/** Each rule that the page violates, with the elements that violate it. Frames are not checked. */
const axeViolations = async (page: Page): Promise<string[]> => {
  // Axe stays in the page, so that only its first run pays for loading it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await finishAnimations(page);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { iframes: false, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
};

/** Checks a page against the rules of axe. `state` names the page's state in the error message. */
export const expectNoAxeViolations = (page: Page, state: string): Promise<void> =>
  expect.poll(() => axeViolations(page), `axe: ${state}`).toEqual([]);

export const themes = ['light', 'dark'] as const;

/** Checks a page against the rules of axe in both themes, and leaves it in the light one. */
export const expectNoAxeInThemes = async (page: Page, state: string): Promise<void> => {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page, `${state}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
};
