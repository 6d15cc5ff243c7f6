import type { Page } from '@playwright/test';
import type { RouteName } from '#shared/contract/routes';
import { weekdayName } from '#shared/domain/text/format';
import { addDays } from '#shared/domain/time/calendar';
import { paths } from '#shared/paths';
import { bookByApi } from './testing/bookings.ts';
import { businessToday } from './testing/business-day.ts';
import { holdCalls } from './testing/calls.ts';
import { addClass } from './testing/classes.ts';
import { nextFrame } from './testing/next-frame.ts';
import { expect, test } from './testing/test.ts';

// Lighthouse scores when the largest content of a phone's page is painted (LCP). With the data it comes seconds later.

const nextDays = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(businessToday, days));
/** Days from today to the next Wednesday, whose name is the longest. */
const daysToWednesday = 1 + nextDays.findIndex((date) => weekdayName(date) === 'Wednesday');

/** Records the texts and pictures that were the largest of the page when they were painted. */
const recordLargest = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const largest: string[] = [];
    Object.assign(window, { largest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const element: unknown = Reflect.get(entry, 'element');
        largest.push(element instanceof Element ? element.outerHTML.slice(0, 200) : 'a removed element');
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

const largestOf = async (page: Page): Promise<string[]> => {
  await nextFrame(page);
  return page.evaluate(() => Reflect.get(window, 'largest'));
};

/** Screens whose largest content needs no data, with the call that loads their data. */
const screens: readonly (readonly [path: string, data: RouteName])[] = [
  [paths.browseClasses, 'listClasses'],
  [paths.parent, 'listMyBookings'],
  [paths.parentBookings, 'listMyBookings'],
  [paths.parentPayments, 'getMyLedger'],
  [paths.adminClasses, 'listManagedClasses'],
  [paths.adminBookings, 'searchBookings'],
  [paths.adminUsers, 'searchParents'],
  [paths.adminPayments, 'searchOpenBalances'],
  [paths.adminMessages, 'listMessages'],
];

test.use({ viewport: { width: 412, height: 823 } });

for (const [path, data] of screens) {
  test(`the largest content of ${path} on a phone is painted before its data`, async ({
    page,
    signIn,
    stack,
    parent,
    admin,
  }) => {
    const cls = await addClass(stack, { startsIn: daysToWednesday });
    for (const child of [0, 1]) await bookByApi(stack, parent, cls, { child });
    await signIn(path.startsWith(paths.admin) ? admin : parent);
    await recordLargest(page);
    const call = await holdCalls(page, data);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const before = await largestOf(page);
    expect(before).not.toEqual([]);
    call.release();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(await largestOf(page)).toEqual(before);
  });
}
