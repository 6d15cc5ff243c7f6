import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { bookElsewhere } from './testing/bookings.ts';
import { addClass, cardOf } from './testing/classes.ts';
import { familyOfTwo } from './testing/families.ts';
import { pathOf } from './testing/page-state.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';

const entries = [
  ['Dashboard', '/parent'],
  ['Classes', '/parent/classes'],
  ['Bookings', '/parent/bookings'],
  ['Profile', '/parent/profile'],
] as const;

it.for(entries)(
  'the page of "%s", %s, stands in the frame of the area [PAR-01, PAR-02]',
  async ([, path], { visit, parent }) => {
    const page = await visit({ as: parent, path });
    const sidebar = page.getByRole('navigation', { name: 'Parent Dashboard' });
    await sidebar.getByText('Parent Dashboard', { exact: true }).waitFor();
    expect(await sidebar.getByRole('link').allTextContents()).toEqual(entries.map(([name]) => name));
    expect(await page.getByRole('banner').isVisible()).toBe(true);
    expect(await page.getByRole('contentinfo').isVisible()).toBe(true);
    for (const [name, target] of entries) {
      await sidebar.getByRole('link', { name, exact: true }).click();
      await soon(() => pathOf(page)).toBe(target);
    }
  },
);

it('the dashboard welcomes, and leads to classes, bookings and profile [PAR-05, PAR-06]', async ({
  visit,
  parent,
}) => {
  const page = await visit({ as: parent, path: paths.parent });
  await page.getByRole('heading', { name: 'Welcome to Your Dashboard', level: 1, exact: true }).waitFor();
  const cards = page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByRole('heading') });
  const targets = await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(targets).toEqual(['/parent/classes', '/parent/bookings', '/parent/profile']);
});

it('the dashboard shows the session that comes next', async ({ visit, stack }) => {
  const account = await stack.createAccount(familyOfTwo());
  const [later, sooner] = [await addClass(stack, { startsIn: 9 }), await addClass(stack, { startsIn: 2 })];
  for (const cls of [later, sooner]) expect((await bookElsewhere(stack, account, cls)).status).toBe(201);
  const page = await visit({ as: account, path: paths.parent });
  await page.getByText('Next session: Ana Parent, Juniorballerz').waitFor();
  await page.getByText(sooner.venue, { exact: true }).waitFor();
  expect(await page.getByText(later.venue, { exact: true }).count()).toBe(0);
});

it('"My Bookings" shows the own bookings only, newest first [PAR-15, PRM-03]', async ({ visit, stack }) => {
  const [mine, other] = [await stack.createAccount(familyOfTwo()), await stack.createAccount(familyOfTwo())];
  const classes = [await addClass(stack), await addClass(stack), await addClass(stack)] as const;
  await bookElsewhere(stack, mine, classes[0]);
  await bookElsewhere(stack, other, classes[1]);
  await bookElsewhere(stack, mine, classes[2]);
  const page = await visit({ as: mine, path: paths.parentBookings });
  await cardOf(page, classes[0]).waitFor();
  const cards = await page.getByRole('article').allTextContents();
  expect(cards).toEqual([
    expect.stringContaining(classes[2].venue),
    expect.stringContaining(classes[0].venue),
  ]);
});
