import { bornYearsAgo } from '#infra/testing/browser/business-day';
import { forFirst, interceptCalls, respondWith } from '#infra/testing/browser/calls';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { atPath, expectToast, httpError } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { expectNoAxeViolations } from './testing/accessibility.ts';
import { expect, officeTest, test } from './testing/test.ts';

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

/** The routes of all admin pages are made from one list, inside one guard. */
const guardedPages = [paths.admin, paths.adminCoaches, '/admin/classes/cls_01J00000000000000000000001'];

officeTest('the navigation marks its page [ADM-01, PUB-03]', async ({ page, parent, stack }) => {
  await page.goto(paths.admin);
  const sidebar = page.getByRole('navigation', { name: 'Admin Dashboard' });
  await expect(sidebar.getByRole('link')).toHaveText([
    ...entries.map(([label]) => label),
    'Settings',
    'Activity',
  ]);
  const current = sidebar.locator('[aria-current="page"]');
  for (const [label, path, title] of entries) {
    await sidebar.getByRole('link', { name: label }).click();
    await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(current).toHaveText([label]);
  }
  await page.goto(paths.adminClass((await addClass(stack)).id));
  await expect(current).toHaveText(['Classes']);
  await page.goto(paths.adminParent(parent.family.id));
  await expect(current).toHaveText(['Parents']);
});

officeTest('the navigation is at the left, in four groups [DAY-03]', async ({ page }) => {
  await page.goto(paths.admin);
  const nav = page.getByRole('navigation', { name: 'Admin Dashboard' });
  const heading = page.getByRole('heading', { name: 'Admin Dashboard', level: 1 });
  for (const [width, left] of [
    [768, 84],
    [1280, 84],
    [1920, 208],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const group of ['Today', 'People', 'Money', 'School'])
      await expect(nav.getByRole('list', { name: group })).toBeVisible();
    for (const link of await nav.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('main').getByRole('navigation', { name: 'Admin Dashboard' })).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect.poll(() => nav.boundingBox()).toMatchObject({ x: 0, width: left });
    const indent = async () => Number((await heading.boundingBox())?.x) - left;
    await expect.poll(indent).toBeGreaterThan(0);
    await expect.poll(indent).toBeLessThan(32);
  }
});

test('a phone has four places in a bar, others in a drawer [SCR-02]', async ({ page, signIn, admin }) => {
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
  const others = entries.map(([label]) => label).slice(4);
  await expect(sheet.getByRole('link')).toHaveText([...others, 'Settings', 'Activity']);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(bar.getByRole('button', { name: 'More' })).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity Log', level: 1 })).toBeVisible();
  await expect(sheet).toBeHidden();
  const more = bar.getByRole('button', { name: 'More, now Activity' });
  await expect(more).toHaveAttribute('aria-current', 'true');
  const search = page.getByRole('button', { name: 'Find anything' });
  await search.click();
  await expect(page.getByRole('combobox', { name: /^Name of a parent/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Find Anything' })).toBeHidden();
  await expect(search).toBeFocused();
});

test('admin pages are for administrators [ADM-02, ADM-03, ADM-04]', async ({ page, signIn, parent }) => {
  for (const path of guardedPages) {
    await page.goto(path);
    await expect(page, path).toHaveURL(atPath(paths.auth));
  }
  await page.goto('about:blank');
  await signIn(parent);
  for (const path of guardedPages) {
    await page.goto(path);
    await expect(page, path).toHaveURL(paths.browseClasses);
    await expectToast(page, { title: 'Access Denied', description: 'You do not have admin privileges' });
  }
});

officeTest(
  'Ctrl K finds a family from any screen, by keyboard, also after a search that failed',
  async ({ page, parent, stack, expectProblems }) => {
    expectProblems(httpError(400));
    const sample = sampleFamily({ children: [{ name: 'Quentin Queue', date_of_birth: bornYearsAgo(8) }] });
    const account = await stack.createAccount({
      ...sample,
      profile: { ...sample.profile, full_name: 'Wanda Findable' },
    });
    const cls = await addClass(stack, { venue: 'Quarry Ground' });
    await bookByApi(stack, account, cls);
    await bookByApi(stack, parent, cls);
    await page.goto(paths.adminActivity);
    await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible();
    await expect(page.getByText('Granted the admin role')).toBeVisible();
    for (const route of ['searchEverything', 'listManagedClasses'] as const)
      await interceptCalls(page, route, forFirst(1, respondWith(400)));
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Find Anything' });
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('qux');
    await expect(dialog.getByRole('status')).toHaveText('The search failed. Type again to repeat it.');
    await page.keyboard.press('Backspace');
    await expect(dialog.getByRole('group', { name: 'Families' }).getByRole('option')).toHaveText([
      'Wanda FindableQuentin Queue',
    ]);
    await expect(dialog.getByRole('group', { name: 'Bookings' }).getByRole('option')).toHaveText([
      /^Quentin Queue.*Quarry Ground/,
    ]);
    await expect(dialog.getByRole('status')).toHaveText('4 results');
    await expectNoAxeViolations(page, 'results');
    const options = dialog.getByRole('option');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(options.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(paths.adminParent(account.family.id));
    await expect(page.getByRole('heading', { name: 'Wanda Findable', level: 1 })).toBeVisible();
    await expect(dialog).toBeHidden();
  },
);
