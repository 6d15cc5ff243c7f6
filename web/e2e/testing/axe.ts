import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { finishAnimations } from './finish-animations.ts';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

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

const themes = ['light', 'dark'] as const;

/** Checks a page against the rules of axe in both themes, and leaves it in the light one. */
export const expectNoAxeInThemes = async (page: Page, state: string): Promise<void> => {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page, `${state}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
};
