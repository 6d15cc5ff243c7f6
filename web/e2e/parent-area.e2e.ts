import { paths } from '#shared/paths';
import { bookByApi } from './testing/bookings.ts';
import { addClass } from './testing/classes.ts';
import { familyOfTwo } from './testing/families.ts';
import { expect, test } from './testing/test.ts';

const entries = [
  ['Dashboard', '/parent'],
  ['Classes', '/parent/classes'],
  ['Bookings', '/parent/bookings'],
  ['Profile', '/parent/profile'],
] as const;

for (const [, path] of entries) {
  test(`${path} has sidebar, header and footer [PAR-01, PAR-02]`, async ({ page, signIn, parent }) => {
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

test('the dashboard shows the next session', async ({ page, signIn, stack, parent }) => {
  const [later, sooner] = [await addClass(stack, { startsIn: 9 }), await addClass(stack, { startsIn: 2 })];
  for (const cls of [later, sooner]) await bookByApi(stack, parent, cls);
  await signIn(parent);
  await page.goto(paths.parent);
  await expect(page.getByText('Next session: Ana Parent, Juniorballerz')).toBeVisible();
  await expect(page.getByText(sooner.venue, { exact: true })).toBeVisible();
  await expect(page.getByText(later.venue, { exact: true })).toHaveCount(0);
});

test('"My Bookings" shows the parent’s own bookings only, newest first [PAR-15, PRM-03]', async ({
  page,
  signIn,
  stack,
  parent,
}) => {
  const other = await stack.createAccount(familyOfTwo());
  const classes = [await addClass(stack), await addClass(stack), await addClass(stack)] as const;
  await bookByApi(stack, parent, classes[0]);
  await bookByApi(stack, other, classes[1]);
  await bookByApi(stack, parent, classes[2]);
  await signIn(parent);
  await page.goto(paths.parentBookings);
  await expect(page.getByRole('article')).toContainText([classes[2].venue, classes[0].venue]);
  await expect(page.getByRole('article')).toHaveCount(2);
});
