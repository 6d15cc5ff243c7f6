import type { Page } from '@playwright/test';
import { payByApi } from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { forFirst, holdCalls, interceptCalls, respondWith } from '#infra/testing/browser/calls';
import { addClass, bookByApi, setWeeklyRate, slotOf } from '#infra/testing/browser/classes';
import { errorToast, expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { addDays } from '#shared/lib/calendar';
import { formatLongDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expectNoAxeViolations } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

/** A figure of the dashboard: its name and its number. */
const figure = (page: Page, name: string) =>
  page.locator('p', { hasText: new RegExp(`^${name}$`) }).locator('xpath=..');

test('shows what opens the school, and four zeros, while nothing is stored [ADM-05, SCH-03]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin }) => {
  await signIn(admin);
  await page.goto(paths.admin);
  await expect(page.getByRole('region', { name: 'Open your school' })).toContainText('0 of 6 done');
  await expect(page.getByRole('link', { name: 'Total Classes 0' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Total Bookings 0' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Members 0' })).toBeVisible();
  // Revenue, received and open.
  await expect(page.getByText('$0.00', { exact: true })).toHaveCount(3);
});

test('counts classes, bookings and members; each number links to its list [ADM-05, ADM-06, ADM-07, ADM-08]', async ({
  page,
  signIn,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await addClass(stack, { startsIn: 30 });
  await addClass(stack, { startsIn: 30 });
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1, isTrial: true });
  await signIn(admin);
  await page.goto(paths.admin);
  for (const [name, path] of [
    ['Total Classes 3', '/admin/classes'],
    ['Total Bookings 2', '/admin/bookings'],
    ['Members 1', '/admin/users'],
  ] as const) {
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await page.goto(paths.admin);
  }
});

test('sums up the revenue of programmes and trials, without a link, beside Received and Open [ADM-09, ADM-10, PAY-09]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent, stack }) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1, isTrial: true });
  // What was agreed before stays.
  await setWeeklyRate(stack, cls, 2_500);
  await payByApi(stack, admin, parent, 4_000);
  await signIn(admin);
  await page.goto(paths.admin);
  // Six weeks at $20.00, and one session.
  await expect(figure(page, 'Total Revenue')).toHaveText('Total Revenue$140.00');
  await expect(figure(page, 'Open')).toHaveText('Open$100.00');
  await expect(figure(page, 'Received')).toHaveText('Received$40.00');
  await expect(page.getByRole('link').filter({ hasText: 'Total Revenue' })).toHaveCount(0);
});

test('shows the timetable while Received and Open are still being summed up [PAY-09]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent, stack }) => {
  const cls = await addClass(stack, { startsIn: 1 });
  await bookByApi(stack, parent, cls);
  const sums = await holdCalls(page, 'getMoneyFigures');
  await signIn(admin);
  await page.goto(paths.admin);
  const timetable = page.getByRole('table', { name: 'Timetable' });
  await expect(timetable.getByRole('rowheader').first()).toBeVisible();
  await expect(timetable.getByRole('link')).toHaveText([new RegExp(cls.venue)]);
  for (const name of ['Received', 'Open']) await expect(figure(page, name)).toHaveText(`${name}–`);
  sums.release();
  await expect(figure(page, 'Received')).toHaveText('Received$0.00');
  await expect(figure(page, 'Open')).toHaveText('Open$180.00');
});

test('the timetable has a column per day, a row per time and a block per session with its fill', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const cls = await addClass(stack, {
    startsIn: 3,
    slots: [
      { capacity: 10, booked: 4 },
      { capacity: 3, booked: 3 },
    ],
  });
  await signIn(admin);
  await page.goto(paths.admin);
  const timetable = page.getByRole('table', { name: 'Timetable' });
  const days = timetable.getByRole('columnheader');
  await expect(days).toHaveCount(8);
  // The figures leave room for it on the first screen.
  await expect.poll(async () => (await timetable.boundingBox())?.y).toBeLessThan(400);
  await expect(days.first()).toHaveText(`Today ${Number(businessToday.slice(-2))}`);
  await expect(days.nth(3)).toContainText('7 of 13 places');
  await expect(timetable.getByRole('rowheader')).toHaveText(['9:00 AM', '10:00 AM']);
  const session = timetable.getByRole('row').nth(2).getByRole('cell').nth(3).getByRole('link');
  await expect(session).toHaveText(`Juniorballerz${cls.venue}10:00 AM - 10:45 AM3/3 Full`);
  await expect(session).toHaveCSS('border-inline-start-color', 'rgb(24, 165, 88)');
  await session.click();
  await expect(page.getByRole('heading', { name: 'Bookings for 10:00 AM - 10:45 AM (3/3)' })).toBeVisible();
  await expect(page).toHaveURL(paths.adminSlot(cls.id, slotOf(cls, 1).id));
});

test('a cell with many sessions at the same time opens for all of them', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  for (let at = 0; at < 7; at += 1) await addClass(stack, { startsIn: 1 });
  await signIn(admin);
  await page.goto(paths.admin);
  const sessions = page.getByRole('table', { name: 'Timetable' }).getByRole('link');
  await expect(sessions).toHaveCount(4);
  await page.getByRole('button', { name: '3 more' }).click();
  await expect(sessions).toHaveCount(7);
});

test('a phone shows one day at a time, the first with sessions', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const [soon, later] = [await addClass(stack, { startsIn: 2 }), await addClass(stack, { startsIn: 4 })];
  await page.setViewportSize({ width: 375, height: 667 });
  await signIn(admin);
  await page.goto(paths.admin);
  const timetable = page.getByRole('table', { name: 'Timetable' });
  await expect(timetable.getByRole('link')).toHaveText([new RegExp(soon.venue)]);
  await expect(timetable.getByRole('link')).toBeInViewport();
  await page
    .getByRole('group', { name: 'Day' })
    .getByRole('button', { name: formatLongDate(addDays(businessToday, 4)) })
    .click();
  await expect(timetable.getByRole('link')).toHaveText([new RegExp(later.venue)]);
  await expectNoSideScroll(page);
});

test('the charts say their numbers to screen readers, and show them in a table', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent, stack }) => {
  const cls = await addClass(stack, { startsIn: 0, lasts: 7 });
  await bookByApi(stack, parent, cls);
  await signIn(admin);
  await page.goto(paths.admin);
  await expect(
    page.getByRole('img', { name: /^Juniorballerz: week of .* 1 of 10, week of .* 1 of 10$/ }),
  ).toBeVisible();
  const chart = page.getByRole('region', { name: 'Bookings and Amounts' });
  await chart.getByRole('button', { name: 'Show numbers' }).click();
  // Three weeks are the least that is charged: $60.00 for two sessions.
  await expect(chart.getByRole('row').nth(1).getByRole('cell')).toHaveText(['1', '$30.00']);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the dashboard in the ${colorScheme} theme, on laptop and phone`, {
    tag: '@exhaustive',
  }, async ({ page, signIn, admin, parent, stack }) => {
    await bookByApi(stack, parent, await addClass(stack, { startsIn: 1 }));
    await addClass(stack, { startsIn: 1, class_type: 'miniballerz', slots: [{ capacity: 2, booked: 2 }] });
    await page.emulateMedia({ colorScheme });
    await signIn(admin);
    await page.goto(paths.admin);
    await expect(page.getByRole('table', { name: 'Timetable' })).toBeVisible();
    await expectNoAxeViolations(page, 'laptop');
    await page.setViewportSize({ width: 375, height: 812 });
    await expectNoAxeViolations(page, 'phone');
  });
}

test('a failed load shows an error and can be repeated', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  expectProblems,
  admin,
}) => {
  expectProblems(httpError(400));
  await signIn(admin);
  await interceptCalls(page, 'getDashboard', forFirst(1, respondWith(400)));
  await page.goto(paths.admin);
  await expectToast(page, errorToast('Failed to load the dashboard'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Total Revenue', { exact: true })).toBeVisible();
});
