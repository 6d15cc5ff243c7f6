import { addClass } from '#infra/testing/browser/classes';
import { atPath, expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import { adminPages, paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

const entries = [
  ['Dashboard', '/admin', 'Admin Dashboard'],
  ['Classes', '/admin/classes', 'Manage Classes'],
  ['Bookings', '/admin/bookings', 'Manage Bookings'],
  ['Parents', '/admin/users', 'Manage Parents'],
  ['Messages', '/admin/messages', 'Messages'],
  ['Newsletter', '/admin/newsletter', 'Newsletter'],
  ['Coaches', '/admin/coaches', 'Coaches'],
  ['Admins', '/admin/admins', 'Manage Admins'],
  ['Payments', '/admin/payments', 'Payments'],
  ['Venues', '/admin/venues', 'Venues'],
] as const;

const allPages = [
  ...adminPages,
  '/admin/classes/cls_01J00000000000000000000001',
  '/admin/parents/4f6b6f3c-5a53-4a1e-9f0e-2d7a8f6b1c11',
];

test('the navigation leads to the admin pages and marks the current one [ADM-01, PUB-03]', async ({
  page,
  signIn,
  admin,
}) => {
  await signIn(admin);
  await page.goto(paths.admin);
  const sidebar = page.getByRole('navigation', { name: 'Admin Dashboard' });
  await expect(sidebar).toBeVisible();
  await expect(sidebar.getByRole('link')).toHaveText([
    ...entries.map(([label]) => label),
    'Settings',
    'Activity',
  ]);
  for (const [label, path, title] of entries) {
    await sidebar.getByRole('link', { name: label }).click();
    await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(sidebar.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page');
  }
});

test('the navigation marks "Classes" on the page of a class, and "Parents" on that of a parent [PUB-03]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent, stack }) => {
  const cls = await addClass(stack);
  await signIn(admin);
  await page.goto(paths.adminClass(cls.id));
  const current = page.getByRole('navigation', { name: 'Admin Dashboard' }).locator('[aria-current="page"]');
  await expect(page.getByRole('heading', { name: cls.venue, level: 1 })).toBeVisible();
  await expect(current).toHaveText(['Classes']);
  await page.goto(paths.adminParent(parent.family.id));
  await expect(page.getByRole('heading', { name: parent.family.profile.full_name, level: 1 })).toBeVisible();
  await expect(current).toHaveText(['Parents']);
});

for (const [width, left] of [
  [768, 84],
  [1280, 84],
  [1920, 208],
] as const) {
  test(`at ${width} px the navigation is at the left of main with every place in four groups, without a footer [DAY-03]`, async ({
    page,
    signIn,
    admin,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(admin);
    await page.goto(paths.admin);
    const nav = page.getByRole('navigation', { name: 'Admin Dashboard' });
    const groups = ['Today', 'People', 'Money', 'School'];
    for (const group of groups) await expect(nav.getByRole('list', { name: group })).toBeVisible();
    for (const link of await nav.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('main').getByRole('navigation', { name: 'Admin Dashboard' })).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect.poll(() => nav.boundingBox()).toMatchObject({ x: 0, width: left });
    const heading = page.getByRole('heading', { name: 'Admin Dashboard', level: 1 });
    const indent = async () => Number((await heading.boundingBox())?.x) - left;
    await expect.poll(indent).toBeGreaterThan(0);
    await expect.poll(indent).toBeLessThan(32);
  });
}

test('on a phone a bar at the bottom has four places, and "More" opens the others in a drawer [SCR-02]', async ({
  page,
  signIn,
  admin,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await signIn(admin);
  await page.goto(paths.admin);
  const bar = page.getByRole('navigation', { name: 'Admin Dashboard' });
  await expect(bar.getByRole('link')).toHaveText(['Dashboard', 'Classes', 'Bookings', 'Parents']);
  await bar.getByRole('link', { name: 'Parents' }).click();
  await expect(bar.getByRole('link', { name: 'Parents' })).toHaveAttribute('aria-current', 'page');
  const bottomEdge = async () => {
    const box = await bar.boundingBox();
    return Number(box?.y) + Number(box?.height);
  };
  await expect.poll(bottomEdge).toBe(667);

  await bar.getByRole('button', { name: 'More' }).click();
  const sheet = page.getByRole('dialog', { name: 'More places' });
  await expect(sheet).toHaveAttribute('data-scope', 'dialog');
  await expect(sheet.getByRole('link')).toHaveText([
    'Messages',
    'Newsletter',
    'Coaches',
    'Admins',
    'Payments',
    'Venues',
    'Settings',
    'Activity',
  ]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(bar.getByRole('button', { name: 'More' })).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity Log', level: 1 })).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(bar.getByRole('button', { name: 'More, now Activity' })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('at 400 % zoom the bar leaves the small window to the page', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
}) => {
  await page.setViewportSize({ width: 320, height: 200 });
  await signIn(admin);
  await page.goto(paths.adminUsers);
  await expect(page.getByRole('navigation', { name: 'Admin Dashboard' })).toHaveCSS('position', 'static');
  await expectNoSideScroll(page);
});

test('the pages of administrators lead a visitor to the login [ADM-02]', async ({ page }) => {
  for (const path of allPages) {
    await page.goto(path);
    await expect(page, path).toHaveURL(atPath(paths.auth));
  }
});

test('the pages of administrators show a parent "Access Denied" and lead to the classes [ADM-03, ADM-04]', async ({
  page,
  signIn,
  parent,
}) => {
  await signIn(parent);
  for (const path of allPages) {
    await page.goto(path);
    await expect(page, path).toHaveURL(paths.browseClasses);
    await expectToast(page, { title: 'Access Denied', description: 'You do not have admin privileges' });
  }
});
