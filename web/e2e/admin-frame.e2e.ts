import { expect } from 'vitest';
import { newClassId } from '#functions/data/ids';
import { paths } from '#shared/paths';
import { addClass } from './testing/classes.ts';
import { fitsTheWidth, pathOf } from './testing/page-state.ts';
import { answered } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { seeToast } from './testing/toasts.ts';

const entries = [
  ['Dashboard', '/admin', 'Admin Dashboard'],
  ['Classes', '/admin/classes', 'Manage Classes'],
  ['Bookings', '/admin/bookings', 'Manage Bookings'],
  ['Parents', '/admin/users', 'Manage Parents'],
  ['Admins', '/admin/admins', 'Manage Admins'],
] as const;

const adminPages = [
  ...entries.map(([, path]) => path),
  paths.adminActivity,
  paths.adminClass(newClassId(new Date())),
  '/admin/parents/4f6b6f3c-5a53-4a1e-9f0e-2d7a8f6b1c11',
];

it('the sidebar leads to the five pages, each with a screen of its own [ADM-01, PUB-03]', async ({
  visit,
  admin,
}) => {
  const page = await visit({ as: admin, path: paths.admin });
  const sidebar = page.getByRole('navigation', { name: 'Admin Dashboard' });
  await sidebar.waitFor();
  expect(await sidebar.getByRole('link').allTextContents()).toEqual(entries.map(([label]) => label));
  for (const [label, path, title] of entries) {
    await sidebar.getByRole('link', { name: label }).click();
    await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
    expect(pathOf(page)).toBe(path);
    expect(await sidebar.getByRole('link', { name: label }).getAttribute('aria-current')).toBe('page');
  }
});

it('the pages of a class and of a parent have screens of their own, and are marked in the sidebar [PUB-03]', async ({
  visit,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: admin, path: paths.adminClass(cls.id) });
  const current = page.getByRole('navigation', { name: 'Admin Dashboard' }).locator('[aria-current="page"]');
  await page.getByRole('heading', { name: cls.venue, level: 1 }).waitFor();
  expect(await current.allTextContents()).toEqual(['Classes']);
  await page.goto(paths.adminParent(parent.family.profile.id));
  await page.getByRole('heading', { name: parent.family.profile.full_name, level: 1 }).waitFor();
  expect(await current.allTextContents()).toEqual(['Parents']);
});

it.for(adminPages)('%s without a session leads to the login [ADM-02]', async (path, { visit }) => {
  const page = await visit({ path });
  await soon(() => pathOf(page)).toBe(paths.auth);
});

it.for(adminPages)(
  '%s is not for parents: they are told and sent to the classes [ADM-03, ADM-04]',
  async (path, { visit, parent }) => {
    const page = await visit({ as: parent, path });
    await soon(() => pathOf(page)).toBe(paths.browseClasses);
    await seeToast(page, { title: 'Access Denied', description: 'You do not have admin privileges' });
  },
);

it('a path of the area that is no page shows the 404 page [PUB-04]', async ({ visit, admin }) => {
  const page = await visit({
    as: admin,
    path: '/admin/nothing',
    expects: [answered(404), /No page at this path/],
  });
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  await page.getByText('Oops! Page not found').waitFor();
});

it('no page of the area scrolls sideways from 320 to 1920 px, and tables are cards below 768 px [NTF-06]', async ({
  visit,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, {
    venue: `A venue with a very long name that has no end ${'and goes on '.repeat(4)}`,
    slots: [{ capacity: 10 }, { capacity: 3, booked: 3 }],
  });
  const page = await visit({ as: admin });
  const widths = [320, 375, 767, 768, 1280, 1920];
  for (const path of [
    ...entries.map(([, entry]) => entry),
    paths.adminActivity,
    paths.adminClass(cls.id),
    paths.adminParent(parent.family.profile.id),
  ]) {
    await page.goto(path);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await fitsTheWidth(page), `${path}, ${width} px`).toBe(true);
    }
  }
  await page.goto(paths.adminUsers);
  const row = page.locator('tbody').getByRole('row').first();
  await row.waitFor();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const display = await row.evaluate((element) => getComputedStyle(element).display);
    expect(display, `${width} px`).toBe(width < 768 ? 'flex' : 'table-row');
  }
});
