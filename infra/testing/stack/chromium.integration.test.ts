import { chromium } from '@playwright/test';
import { expect, it } from 'vitest';
import { findBrowser } from './chromium.ts';

it('starts the browser of the npm package where none is installed [DEV-01]', async () => {
  const browser = await chromium.launch({ ...(await findBrowser([])), chromiumSandbox: false });
  const page = await browser.newPage();
  await page.setContent('<h1>Saturday</h1>');
  expect(await page.getByRole('heading').textContent()).toBe('Saturday');
  // Without its fonts, text has no height.
  expect((await page.getByRole('heading').boundingBox())?.height).toBeGreaterThan(0);
  await browser.close();
});

it('takes an installed one first', async () => {
  expect((await findBrowser([undefined, '/nowhere/chromium', process.execPath])).executablePath).toBe(
    process.execPath,
  );
});
