import { businessToday } from '#infra/testing/browser/business-day';
import { forFirst, interceptCalls, respondWith } from '#infra/testing/browser/calls';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { familyOfTwo } from '#infra/testing/browser/families';
import { httpError } from '#infra/testing/browser/page';
import { addDays } from '#shared/lib/calendar';
import { formatLongDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

const entries = [
  ['Dashboard', '/parent'],
  ['Classes', '/parent/classes'],
  ['Bookings', '/parent/bookings'],
  ['Payments', '/parent/payments'],
  ['Profile', '/parent/profile'],
] as const;

for (const [index, [, path]] of entries.entries()) {
  // One layout stands around all these pages.
  const tag = index === 0 ? [] : '@exhaustive';
  test(`${path} has sidebar, header and footer [PAR-01, PAR-02]`, { tag }, async ({
    page,
    signIn,
    parent,
  }) => {
    await signIn(parent);
    await page.goto(path);
    const sidebar = page.getByRole('navigation', { name: 'Parent Dashboard' });
    await expect(sidebar.getByText('Parent Dashboard', { exact: true })).toBeVisible();
    await expect(sidebar.getByRole('link')).toHaveText(entries.map(([name]) => name));
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    for (const [name, target] of entries) {
      await sidebar.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(target);
    }
  });
}

test('the dashboard welcomes the parent and links to classes, bookings and profile [PAR-05, PAR-06]', async ({
  page,
  signIn,
  parent,
}) => {
  await signIn(parent);
  await page.goto(paths.parent);
  await expect(
    page.getByRole('heading', { name: 'Welcome to Your Dashboard', level: 1, exact: true }),
  ).toBeVisible();
  const cards = page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByRole('heading') });
  await expect(cards).toHaveCount(3);
  for (const [at, href] of ['/parent/classes', '/parent/bookings', '/parent/profile'].entries()) {
    await expect(cards.nth(at)).toHaveAttribute('href', href);
  }
});

test('the dashboard of a family without sessions to come leads to the classes', {
  tag: '@exhaustive',
}, async ({ page, signIn, parent }) => {
  await signIn(parent);
  await page.goto(paths.parent);
  const week = page.getByRole('region', { name: 'Your week' });
  await expect(week.getByRole('heading', { name: 'No sessions to come' })).toBeVisible();
  await week.getByRole('link', { name: 'Find a class' }).click();
  await expect(page).toHaveURL(paths.parentClasses);
});

test('the dashboard offers to load the sessions again after a failure', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  stack,
  parent,
  expectProblems,
}) => {
  expectProblems(httpError(400));
  await bookByApi(stack, parent, await addClass(stack, { startsIn: 2 }));
  await signIn(parent);
  await interceptCalls(page, 'listMyBookings', forFirst(1, respondWith(400)));
  await page.goto(paths.parent);
  await expect(page.getByRole('link', { name: 'Available Classes' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Next session: Ana Parent, Juniorballerz')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('the dashboard shows the sessions of the week in order, with map and booking', async ({
  page,
  signIn,
  stack,
  parent,
}) => {
  const [later, sooner, second] = [
    await addClass(stack, { startsIn: 10 }),
    await addClass(stack, { startsIn: 2 }),
    await addClass(stack, { startsIn: 4, venue: 'Old Mill & Green' }),
  ];
  for (const cls of [later, second, sooner]) await bookByApi(stack, parent, cls);
  await signIn(parent);
  await page.goto(paths.parent);
  const week = page.getByRole('region', { name: 'Your week' });
  await expect(week.getByText('Next session: Ana Parent, Juniorballerz')).toBeVisible();
  await expect(week.getByRole('link', { name: /^Map of/ })).toHaveText([sooner.venue, second.venue]);
  await expect(week.getByRole('link', { name: 'Map of Old Mill & Green' })).toHaveAttribute(
    'href',
    'https://maps.example.com/riverside',
  );
  await expect(week.getByText('Bring football gear and water.')).toBeVisible();
  await week.getByRole('link', { name: 'Show booking' }).last().click();
  await expect(page.getByRole('article').filter({ hasText: second.venue })).toBeFocused();
});

test('a booking card lists the dates of its sessions', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await signIn(parent);
  await page.goto(paths.parentBookings);
  const card = page.getByRole('article');
  await card.getByText('6 sessions', { exact: true }).click();
  await expect(card.getByRole('listitem')).toContainText(
    [4, 11, 18, 25, 32, 39].map((days) => formatLongDate(addDays(businessToday, days))),
  );
});

test('"My Bookings" shows the parent’s own bookings only, newest first [PAR-15, PRM-03]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, parent }) => {
  const other = await stack.createAccount(familyOfTwo());
  const classes = [
    await addClass(stack),
    await addClass(stack),
    // On another day: a child is in one place at a time.
    await addClass(stack, { startsIn: -16 }),
  ] as const;
  await bookByApi(stack, parent, classes[0]);
  await bookByApi(stack, other, classes[1]);
  await bookByApi(stack, parent, classes[2]);
  await signIn(parent);
  await page.goto(paths.parentBookings);
  await expect(page.getByRole('article')).toContainText([classes[2].venue, classes[0].venue]);
  await expect(page.getByRole('article')).toHaveCount(2);
});
