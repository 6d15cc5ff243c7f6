import type { Page } from '@playwright/test';
import { sampleInstructions } from '#infra/local/seed/seed';
import { businessToday } from '#infra/testing/browser/business-day';
import { holdCalls } from '#infra/testing/browser/calls';
import { addClass, bookByApi, bookingPath, slotOf, storedBookings } from '#infra/testing/browser/classes';
import { layoutShift, nextFrame } from '#infra/testing/browser/page';
import type { FootballClass } from '#shared/classes/class';
import type { RouteName } from '#shared/contract/routes';
import { addDays } from '#shared/lib/calendar';
import { weekdayName } from '#shared/lib/format';
import type { BookingId, FamilyId } from '#shared/lib/ids';
import { pathPatterns, paths } from '#shared/paths';
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

/** Ids of the class, the slot and the booking that the pages show. */
interface Shown {
  readonly cls: FootballClass;
  readonly full: FootballClass;
  readonly bookingId: BookingId;
  readonly parentId: FamilyId;
}

/** Screens whose largest content needs no data, with the call that loads their data. */
const screens: readonly (readonly [page: string, data: RouteName, path?: (shown: Shown) => string])[] = [
  [paths.browseClasses, 'listClasses'],
  [pathPatterns.bookClass, 'getBookableSlot', ({ cls }) => bookingPath(cls)],
  [
    pathPatterns.joinWaitingList,
    'getBookableSlot',
    ({ full }) => paths.joinWaitingList(full.id, slotOf(full).id),
  ],
  [paths.parent, 'listMyBookings'],
  [paths.parentBookings, 'listMyBookings'],
  [pathPatterns.changeBooking, 'listMyBookings', ({ bookingId }) => paths.changeBooking(bookingId)],
  [pathPatterns.upgradeTrial, 'listMyBookings', ({ bookingId }) => paths.upgradeTrial(bookingId)],
  [paths.parentPayments, 'getMyLedger'],
  [paths.adminAdmins, 'listAdmins'],
  [paths.adminCoaches, 'listCoaches'],
  [paths.adminClasses, 'listManagedClasses'],
  [pathPatterns.adminClass, 'getRoster', ({ cls }) => paths.adminClass(cls.id)],
  [paths.adminBookings, 'searchBookings'],
  [paths.adminUsers, 'searchParents'],
  [pathPatterns.adminParent, 'getParent', ({ parentId }) => paths.adminParent(parentId)],
  [paths.adminPayments, 'searchOpenBalances'],
  [paths.adminMessages, 'listMessages'],
];

test.use({ viewport: { width: 412, height: 823 } });

/** Opens a page while the answer to a call is held, then expects that the answer brings nothing larger. */
const expectLargestBefore = async (page: Page, data: RouteName, path: string): Promise<void> => {
  await recordLargest(page);
  const call = await holdCalls(page, data);
  await page.goto(path);
  await expect(page.getByRole('main')).not.toBeEmpty();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('load');
  await expect.poll(() => largestOf(page)).not.toEqual([]);
  const before = await largestOf(page);
  call.release();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(await largestOf(page)).toEqual(before);
  expect(await layoutShift(page)).toBe(0);
};

test('the largest content of a page on a phone is painted before its data, and nothing moves', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, parent, admin }) => {
  await stack.setSettings({ instructions: [...sampleInstructions] });
  const cls = await addClass(stack, { startsIn: daysToWednesday });
  const full = await addClass(stack, { slots: [{ capacity: 1, booked: 1 }] });
  for (const child of [0, 1]) await bookByApi(stack, parent, cls, { child, isTrial: child === 1 });
  const bookings = await storedBookings(stack, parent, cls);
  for (const [name, data, path] of screens)
    await test.step(name, async () => {
      const booking = bookings.find(({ is_trial }) => is_trial === (name === pathPatterns.upgradeTrial));
      if (!booking) throw new Error('The parent has no such booking');
      const shown = { cls, full, bookingId: booking.id, parentId: parent.family.id };
      await signIn(name.startsWith(paths.admin) ? admin : parent);
      const screen = await page.context().newPage();
      await expectLargestBefore(screen, data, path?.(shown) ?? name);
      await screen.close();
    });
});
