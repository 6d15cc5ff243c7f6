import { expect } from 'vitest';
import { addDays } from '#shared/domain/calendar';
import { formatLongDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { bookElsewhere } from './testing/bookings.ts';
import { businessToday } from './testing/business-day.ts';
import { answerWith, atFirst, interceptCalls } from './testing/calls.ts';
import { addClass, slotOf } from './testing/classes.ts';
import { addressOf, pathOf } from './testing/page-state.ts';
import { answered } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast } from './testing/toasts.ts';

// The first test of the file: the table is still empty.
it('of an empty business shows four zeros and no sessions [ADM-05]', async ({ visit, admin }) => {
  const page = await visit({ as: admin, path: paths.admin });
  await page.getByText('No sessions in the coming two weeks', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Total Classes 0' }).waitFor();
  await page.getByRole('link', { name: 'Total Bookings 0' }).waitFor();
  await page.getByRole('link', { name: 'Members 0' }).waitFor();
  await page.getByText('$0.00', { exact: true }).waitFor();
});

it('counts classes, bookings, members and revenue, and three cards lead to what they count [ADM-05, ADM-06, ADM-07, ADM-08, ADM-09, ADM-10]', async ({
  visit,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await addClass(stack, { startsIn: 30 });
  await bookElsewhere(stack, parent, cls);
  await bookElsewhere(stack, parent, cls, { child: 1, isTrial: true });
  const page = await visit({ as: admin, path: paths.admin });
  for (const [name, path] of [
    ['Total Classes 2', '/admin/classes'],
    ['Total Bookings 2', '/admin/bookings'],
    ['Members 1', '/admin/users'],
  ] as const) {
    await page.getByRole('link', { name }).click();
    await soon(() => pathOf(page)).toBe(path);
    await page.goto(paths.admin);
  }
  await page.getByText('Total Revenue', { exact: true }).waitFor();
  // Six weeks at $20.00, and one session.
  await page.getByText('$140.00', { exact: true }).waitFor();
  expect(await page.getByRole('link').filter({ hasText: 'Total Revenue' }).count()).toBe(0);
});

it('shows the sessions of the coming two weeks with how far each slot is taken', async ({
  visit,
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
  const page = await visit({ as: admin, path: paths.admin });
  const day = (days: number) =>
    page.getByRole('group').filter({ hasText: formatLongDate(addDays(businessToday, days)) });
  // The first day is open already.
  const session = day(3).getByRole('link', { name: cls.venue });
  await session.first().waitFor();
  expect(await session.allTextContents()).toEqual([
    `Juniorballerz, ${cls.venue}9:00 AM - 9:45 AM4/10 participants`,
    `Juniorballerz, ${cls.venue}10:00 AM - 10:45 AMFull3/3 participants`,
  ]);
  await day(10).waitFor();
  await session.nth(1).click();
  await page.getByRole('heading', { name: 'Bookings for 10:00 AM - 10:45 AM (3/3)' }).waitFor();
  expect(addressOf(page)).toBe(paths.adminSlot(cls.id, slotOf(cls, 1).id));
});

it('a failed load says so and can be tried again', async ({ visit, admin }) => {
  const page = await visit({ as: admin, expects: [answered(400)] });
  await interceptCalls(page, 'getDashboard', atFirst(1, answerWith(400)));
  await page.goto(paths.admin);
  await seeToast(page, errorToast('Failed to load the dashboard'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Total Revenue', { exact: true }).waitFor();
});
