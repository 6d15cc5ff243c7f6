import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Expects that every state is seen in colours that the user has set, where backgrounds, shadows and colours of borders are
 * lost. Each element that is on is compared with itself without the attribute that says so.
 */
export const expectStatesInForcedColours = async (page: Page, look: string): Promise<void> => {
  await page.emulateMedia({ forcedColors: 'active' });
  const unseen = await page.evaluate(() => {
    const states = ['aria-pressed', 'aria-selected', 'aria-current', 'data-marked'];
    const lookOf = (element: Element): string => {
      const style = getComputedStyle(element);
      const kept = style.forcedColorAdjust === 'none' ? [style.backgroundColor, style.color] : [];
      const lines = [style.textDecorationLine, style.fontWeight, style.borderStyle, style.borderWidth];
      return [...kept, ...lines, style.outlineStyle, element.textContent].join();
    };
    const isOn = (element: Element, state: string) => {
      const value = element.getAttribute(state);
      return value !== null && value !== 'false';
    };
    const told = [...document.querySelectorAll(states.map((state) => `[${state}]`).join())].flatMap(
      (element) =>
        states
          .filter((state) => isOn(element, state))
          .filter((state) => {
            const value = element.getAttribute(state) ?? '';
            const on = lookOf(element);
            element.removeAttribute(state);
            const off = lookOf(element);
            element.setAttribute(state, value);
            return on === off;
          })
          .map((state) => `${state} of ${element.textContent}`),
    );
    // A radio button and a checkbox have the browser's own mark then.
    const drawn = [...document.querySelectorAll('input:is([type=radio], [type=checkbox])')]
      .filter(
        (input) => getComputedStyle(input).appearance === 'none' && getComputedStyle(input).opacity !== '0',
      )
      .map((input) => `${input.getAttribute('name')} is drawn by its background`);
    return [...told, ...drawn];
  });
  expect(unseen, look).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
};
