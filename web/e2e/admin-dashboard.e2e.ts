import { addDays } from '#shared/domain/calendar';
import { formatLongDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { bookByApi } from './testing/bookings.ts';
import { businessToday } from './testing/business-day.ts';
import { forFirst, interceptCalls, respondWith } from './testing/calls.ts';
import { addClass, slotOf } from './testing/classes.ts';
import { httpError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';
import { errorToast, expectToast } from './testing/toasts.ts';

test('shows four zeros and no sessions while nothing is stored [ADM-05]', async ({ page, signIn, admin }) => {
  await signIn(admin);
  await page.goto(paths.admin);
  await expect(page.getByText('No sessions in the coming two weeks', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Total Classes 0' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Total Bookings 0' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Members 0' })).toBeVisible();
  await expect(page.getByText('$0.00', { exact: true })).toBeVisible();
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
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1, isTrial: true });
  await signIn(admin);
  await page.goto(paths.admin);
  for (const [name, path] of [
    ['Total Classes 2', '/admin/classes'],
    ['Total Bookings 2', '/admin/bookings'],
    ['Members 1', '/admin/users'],
  ] as const) {
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await page.goto(paths.admin);
  }
});

test('sums up the revenue of programmes and trials, without a link [ADM-09, ADM-10]', async ({
  page,
  signIn,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1, isTrial: true });
  await signIn(admin);
  await page.goto(paths.admin);
  await expect(page.getByText('Total Revenue', { exact: true })).toBeVisible();
  // Six weeks at $20.00, and one session.
  await expect(page.getByText('$140.00', { exact: true })).toBeVisible();
  await expect(page.getByRole('link').filter({ hasText: 'Total Revenue' })).toHaveCount(0);
});

test('shows the sessions of the next two weeks with the bookings of each slot', async ({
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
  const day = (days: number) =>
    page.getByRole('group').filter({ hasText: formatLongDate(addDays(businessToday, days)) });
  // The first day with sessions is expanded.
  const session = day(3).getByRole('link', { name: cls.venue });
  await expect(session.first()).toBeVisible();
  await expect(session).toHaveText([
    `Juniorballerz, ${cls.venue}9:00 AM - 9:45 AM4/10 participants`,
    `Juniorballerz, ${cls.venue}10:00 AM - 10:45 AMFull3/3 participants`,
  ]);
  await expect(day(10)).toBeVisible();
  await session.nth(1).click();
  await expect(page.getByRole('heading', { name: 'Bookings for 10:00 AM - 10:45 AM (3/3)' })).toBeVisible();
  await expect(page).toHaveURL(paths.adminSlot(cls.id, slotOf(cls, 1).id));
});

test('a failed load shows an error and can be repeated', async ({ page, signIn, expectProblems, admin }) => {
  expectProblems(httpError(400));
  await signIn(admin);
  await interceptCalls(page, 'getDashboard', forFirst(1, respondWith(400)));
  await page.goto(paths.admin);
  await expectToast(page, errorToast('Failed to load the dashboard'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Total Revenue', { exact: true })).toBeVisible();
});
