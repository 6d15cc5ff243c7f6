import type { Page } from 'playwright-core';

/** The path that a page is at. */
export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** Path and query. */
export const addressOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);

/** What has the focus: its role and its name. */
export const focusOf = async (page: Page): Promise<string> => {
  const [line = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n');
  return line.replace(/^- /, '').replace(/:$/, '');
};

/** Whether nothing reaches over the side of the screen. */
export const fitsTheWidth = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
