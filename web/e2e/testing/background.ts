import type { Locator } from '@playwright/test';

/** The background colour of an element: red, green and blue, each 0 to 255. */
export const backgroundOf = async (element: Locator): Promise<readonly [number, number, number]> => {
  const colour = await element.evaluate((node) => getComputedStyle(node).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
};
