import { bornYearsAgo } from '#infra/testing/browser/business-day';
import { forFirst, interceptCalls, recordCalls, respondWith } from '#infra/testing/browser/calls';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { httpError } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { expectNoAxeViolations } from './testing/accessibility.ts';
import { holdScripts } from './testing/browser.ts';
import { expect, test } from './testing/test.ts';

test('Ctrl K opens the search, also when it is pressed before its script is there', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin }) => {
  await signIn(admin);
  const script = await holdScripts(page, /\/assets\/admin-nav-/);
  await page.goto(paths.adminBookings);
  await expect(page.getByRole('heading', { name: 'Manage Bookings' })).toBeVisible();
  await page.keyboard.press('Control+k');
  script.release();
  const dialog = page.getByRole('dialog', { name: 'Find Anything' });
  await expect(dialog.getByRole('combobox')).toBeFocused();

  // A screen is found by what is there.
  await page.keyboard.type('discount');
  const screens = dialog.getByRole('group', { name: 'Screens' }).getByRole('option');
  await expect(screens).toHaveText([/^Settings.*discounts$/]);
  await expect(dialog.getByRole('status')).toHaveText('1 result');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.adminSettings);
});

test('Ctrl K finds a family from any screen', async ({ page, signIn, admin, parent, stack }) => {
  const sample = sampleFamily({ children: [{ name: 'Quentin Queue', date_of_birth: bornYearsAgo(8) }] });
  const account = await stack.createAccount({
    ...sample,
    profile: { ...sample.profile, full_name: 'Wanda Findable' },
  });
  const cls = await addClass(stack, { venue: 'Quarry Ground' });
  await bookByApi(stack, account, cls);
  await bookByApi(stack, parent, cls);
  await signIn(admin);
  await page.goto(paths.adminActivity);
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible();
  await expect(page.getByText('Granted the admin role')).toBeVisible();
  const calls = recordCalls(page);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Find Anything' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('qu');
  await expect(dialog.getByRole('group', { name: 'Families' }).getByRole('option')).toHaveText([
    'Wanda FindableQuentin Queue',
  ]);
  await expect(dialog.getByRole('group', { name: 'Children' }).getByRole('option')).toHaveText([
    'Quentin QueueWanda Findable',
  ]);
  await expect(dialog.getByRole('group', { name: 'Classes' }).getByRole('option')).toHaveText([
    /Quarry Ground/,
  ]);
  await expect(dialog.getByRole('group', { name: 'Bookings' }).getByRole('option')).toHaveText([
    /^Quentin Queue.*Quarry Ground/,
  ]);
  await expect(dialog.getByRole('status')).toHaveText('4 results');
  // One request per pause, and the classes once.
  expect(calls.toSorted()).toEqual(['GET /api/admin/classes', 'POST /api/admin/search']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.adminParent(account.family.id));
  await expect(page.getByRole('heading', { name: 'Wanda Findable', level: 1 })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('the arrow keys choose a result, and a search without one says so', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const cls = await addClass(stack, { venue: 'Zebra Ground' });
  await addClass(stack, { venue: 'Zebra Hall' });
  await signIn(admin);
  await page.goto(paths.admin);
  await page.getByRole('button', { name: 'Find anything' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find Anything' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('nobody at all');
  await expect(dialog.getByRole('status')).toHaveText('Nothing found.');
  await dialog.getByRole('combobox').fill('zeb');
  const options = dialog.getByRole('option');
  await expect(options).toHaveText([/Zebra Hall/, /Zebra Ground/]);
  await expect(dialog.getByRole('status')).toHaveText('2 results');
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await expectNoAxeViolations(page, 'results');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.adminClass(cls.id));
});

test('a search that fails says so, and typing repeats it', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
  stack,
  expectProblems,
}) => {
  expectProblems(httpError(400));
  await addClass(stack, { venue: 'Zebra Ground' });
  await interceptCalls(page, 'searchEverything', forFirst(1, respondWith(400)));
  await interceptCalls(page, 'listManagedClasses', forFirst(1, respondWith(400)));
  await signIn(admin);
  await page.goto(paths.adminActivity);
  await page.getByRole('button', { name: 'Find anything' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find Anything' });
  await dialog.getByRole('combobox').fill('zeb');
  await expect(dialog.getByRole('status')).toHaveText('The search failed. Type again to repeat it.');
  await dialog.getByRole('combobox').fill('zebra');
  await expect(dialog.getByRole('option')).toHaveText([/Zebra Ground/]);
  await expect(dialog.getByRole('status')).toHaveText('1 result');
});

test('a phone has the search one tap away', async ({ page, signIn, admin }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await signIn(admin);
  await page.goto(paths.adminUsers);
  const button = page.getByRole('button', { name: 'Find anything' });
  await button.click();
  await expect(page.getByRole('combobox', { name: /^Name of a parent/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Find Anything' })).toBeHidden();
  await expect(button).toBeFocused();
});
