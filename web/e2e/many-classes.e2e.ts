import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { programmeIds } from '#shared/programmes';
import { addClass } from './testing/classes.ts';
import { shiftOf } from './testing/layout-shift.ts';
import { fitsTheWidth } from './testing/page-state.ts';
import { siteTest } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';

// What a listing of 200 classes costs, in figures that are the same on every machine.

const howMany = 200;
/** Cards that a browser may lay out beside those on the screen: it begins half a screen ahead. */
const nearlyInSight = 12;
const elementsPerCard = 100;

const it = siteTest.extend('classes', { scope: 'file', auto: true }, async ({ stack }) => {
  for (let number = 0; number < howMany; number += 1) {
    await addClass(stack, {
      class_type: programmeIds[number % programmeIds.length] ?? 'miniballerz',
      startsIn: (number % 40) - 20,
      slots: Array.from({ length: 1 + (number % 4) }, (_, at) => ({
        capacity: 8,
        booked: number % 5 === at ? 8 : at,
      })),
    });
  }
});

const count = (page: Page) => page.getByRole('main').getByRole('status');

/** How many cards are laid out and painted: the browser skips the content of those that are far away. */
const drawnCards = (page: Page): Promise<number> =>
  page
    .locator('article h2, article h3')
    .evaluateAll(
      (headings) => headings.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length,
    );

const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);

/** Goes through the page in steps of a screen and gives the page's height at each. */
const scrollThrough = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const heights: number[] = [];
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight) {
      window.scrollTo({ top, behavior: 'instant' });
      await painted();
      heights.push(document.documentElement.scrollHeight);
    }
    return heights;
  });

const watchCalls = (page: Page): string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  return calls;
};

it.for([
  { width: 375, height: 667 },
  { width: 1280, height: 800 },
])(
  '200 classes at $width px are one request; what is out of sight is not drawn but has its room; filters answer without another',
  async (viewport, { open }) => {
    const page = await open({ viewport });
    const calls = watchCalls(page);
    await page.goto(paths.bookCamp);
    await soon(() => page.locator('article').count()).toBe(howMany);
    await page.waitForLoadState('networkidle');
    expect(await count(page).textContent()).toBe('200 classes');
    expect(await drawnCards(page)).toBeLessThanOrEqual(nearlyInSight);
    expect(await page.locator('article *').count()).toBeLessThan(elementsPerCard * howMany);
    expect(await fitsTheWidth(page)).toBe(true);

    const height = await heightOf(page);
    // A twentieth of a pixel a card is what rounding makes.
    for (const later of await scrollThrough(page)) {
      expect(Math.abs(later - height)).toBeLessThanOrEqual(howMany / 20);
    }
    expect(await drawnCards(page)).toBeLessThanOrEqual(nearlyInSight);
    expect(await shiftOf(page)).toBe(0);

    const program = page.getByRole('combobox', { name: 'Program' });
    await program.selectOption('Eliteballerz');
    await soon(() => count(page).textContent()).toBe('66 of 200 classes');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Next session first');
    await program.selectOption('All programs');
    await soon(() => page.locator('article').count()).toBe(howMany);
    expect(await drawnCards(page)).toBeLessThanOrEqual(nearlyInSight);
    expect(calls).toHaveLength(1);
  },
);
