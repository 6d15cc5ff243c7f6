import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Lets a page answer to a new size or theme: its styles and scripts take it in, and colours finish their change. */
const comeToRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const _ of ['taken in', 'drawn']) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/**
 * What axe finds wrong with a page as it stands: each rule that is broken, with the elements that break it. Axe stays
 * in the page, so that the next look at it is a quick one. It does not look into frames.
 */
export const axeFindings = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await comeToRest(page);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { iframes: false, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
};
