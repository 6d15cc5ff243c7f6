import type { Page } from '@playwright/test';
import { recordCalls } from '#infra/testing/browser/calls';
import { addClass } from '#infra/testing/browser/classes';
import { expectNoSideScroll, layoutShift, nextFrame } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { programmeIds } from '#shared/programmes';
import { expect, test } from './testing/test.ts';

// The costs of a listing of 200 classes, in figures that do not depend on the machine.

const classCount = 200;
/** Cards that may be rendered, those on the screen among them: Chromium renders half a screen ahead. */
const maxRendered = 12;
const maxElementsPerCard = 100;

test.beforeEach(async ({ stack }) => {
  for (let number = 0; number < classCount; number += 1)
    await addClass(stack, {
      class_type: programmeIds[number % programmeIds.length] ?? 'miniballerz',
      startsIn: (number % 40) - 20,
      slots: Array.from({ length: 1 + (number % 4) }, (_, at) => ({
        capacity: 8,
        booked: number % 5 === at ? 8 : at,
      })),
    });
});

const count = (page: Page) => page.getByRole('main').getByRole('status');

/** How many cards are laid out and painted: `content-visibility` skips those that are far from the screen. */
const renderedCards = (page: Page): Promise<number> =>
  page
    .locator('article h2, article h3')
    .evaluateAll(
      (headings) => headings.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length,
    );

const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);

/** Scrolls through the page in steps of a screen. Returns the page's height at each step. */
const scrollThrough = async (page: Page, step: number): Promise<number[]> => {
  const heights: number[] = [];
  for (let top = 0; top < (heights.at(-1) ?? step); top += step) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
    await nextFrame(page);
    heights.push(await heightOf(page));
  }
  return heights;
};

test(`200 classes need one request, only the cards near the screen are rendered, and filters need no request`, {
  tag: '@exhaustive',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const calls = recordCalls(page);
  await page.goto(paths.bookCamp);
  await expect(page.locator('article')).toHaveCount(classCount);
  await page.waitForLoadState('networkidle');
  await expect(count(page)).toHaveText('200 classes');
  await expect.poll(() => renderedCards(page)).toBeLessThanOrEqual(maxRendered);
  const elements = page.locator('article *');
  await expect.poll(() => elements.count()).toBeLessThan(maxElementsPerCard * classCount);
  await expectNoSideScroll(page);

  const height = await heightOf(page);
  // Cards that were not rendered yet have an estimated height.
  for (const later of await scrollThrough(page, 667))
    expect(Math.abs(later - height)).toBeLessThanOrEqual(height / 3);
  await expect.poll(() => renderedCards(page)).toBeLessThanOrEqual(maxRendered);
  expect(await layoutShift(page)).toBe(0);

  const program = page.getByRole('combobox', { name: 'Program' });
  await program.selectOption('Eliteballerz');
  await expect(count(page)).toHaveText('66 of 200 classes');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Next session first');
  await program.selectOption('All programs');
  await expect(page.locator('article')).toHaveCount(classCount);
  await expect.poll(() => renderedCards(page)).toBeLessThanOrEqual(maxRendered);
  expect(calls).toHaveLength(1);
});
