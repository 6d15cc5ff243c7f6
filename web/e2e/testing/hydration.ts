import { expect, type Locator } from '@playwright/test';

/**
 * Waits until React handles an element of a prerendered page. Before, typed text is only in the element, and a link loads
 * another document.
 */
export const expectHandled = (element: Locator): Promise<void> =>
  expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true);
