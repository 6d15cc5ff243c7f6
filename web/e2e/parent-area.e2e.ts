import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

const entries = [
  ['Dashboard', '/parent'],
  ['Classes', '/parent/classes'],
  ['Bookings', '/parent/bookings'],
  ['Payments', '/parent/payments'],
  ['Profile', '/parent/profile'],
] as const;

test('the parent area has sidebar, header and footer [PAR-01, PAR-02]', async ({ page }) => {
  await page.goto(paths.parent);
  const sidebar = page.getByRole('navigation', { name: 'Parent Dashboard' });
  await expect(sidebar.getByText('Parent Dashboard', { exact: true })).toBeVisible();
  await expect(sidebar.getByRole('link')).toHaveText(entries.map(([name]) => name));
  for (const [name, target] of entries) {
    await sidebar.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(target);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }
});

test('the dashboard welcomes the parent and links to classes, bookings and profile [PAR-05, PAR-06]', async ({
  page,
}) => {
  await page.goto(paths.parent);
  await expect(
    page.getByRole('heading', { name: 'Welcome to Your Dashboard', level: 1, exact: true }),
  ).toBeVisible();
  const cards = page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByRole('heading') });
  await expect(cards).toHaveCount(3);
  for (const [at, href] of ['/parent/classes', '/parent/bookings', '/parent/profile'].entries())
    await expect(cards.nth(at)).toHaveAttribute('href', href);

  await test.step('the dashboard of a family without sessions to come leads to the classes', async () => {
    const week = page.getByRole('region', { name: 'Your week' });
    await expect(week.getByRole('heading', { name: 'No sessions to come' })).toBeVisible();
    await week.getByRole('link', { name: 'Find a class' }).click();
    await expect(page).toHaveURL(paths.parentClasses);
  });
});

test('the dashboard shows the week, with map and booking', async ({ page, stack, parent }) => {
  const [later, sooner, second] = [
    await addClass(stack, { startsIn: 10 }),
    await addClass(stack, { startsIn: 2 }),
    await addClass(stack, { startsIn: 4, venue: 'Old Mill & Green' }),
  ];
  for (const cls of [later, second, sooner]) await bookByApi(stack, parent, cls);
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
