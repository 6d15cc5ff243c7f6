import { expect } from 'vitest';
import { sampleFamily } from '#infra/testing/samples/samples';
import { formatDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { cellsOf, headOf, rowOf, savedFile } from './testing/admin-screens.ts';
import { bookElsewhere } from './testing/bookings.ts';
import { bornYearsAgo, businessToday } from './testing/business-day.ts';
import { answerWith, atFirst, interceptCalls } from './testing/calls.ts';
import { addClass } from './testing/classes.ts';
import { pathOf } from './testing/page-state.ts';
import { answered } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast } from './testing/toasts.ts';

it('shows the class and the bookings of its first slot, then of another [ADM-32, ADM-33, ADM-34, ADM-35, PRM-08]', async ({
  visit,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 1 }, { capacity: 5 }] });
  await bookElsewhere(stack, parent, cls, { child: 1 });
  await bookElsewhere(stack, parent, cls, { child: 0, at: 1 });
  const page = await visit({ as: admin, path: paths.adminClass(cls.id) });
  const facts = page.getByRole('main').locator('dl');
  for (const text of [
    'Juniorballerz',
    cls.venue,
    'Sam Okafor',
    '$120.00 (6 weeks remaining)',
    formatDate(cls.start_date),
    formatDate(cls.end_date),
  ]) {
    await facts.getByText(text, { exact: true }).waitFor();
  }
  const slots = page.getByRole('navigation', { name: 'Time slots' }).getByRole('link');
  expect(await slots.evaluateAll((links) => links.map((link) => link.getAttribute('aria-current')))).toEqual([
    'true',
    'false',
    'false',
  ]);
  expect(await slots.filter({ hasText: 'Full' }).allTextContents()).toEqual([
    '10:00 AM - 10:45 AMFull1/1 participants',
  ]);
  expect(await headOf(page, 'Bookings')).toEqual([
    'Child Name',
    'Child Age',
    'Medical Notes',
    'Parent Name',
    'Parent Email',
    'Booked On',
  ]);
  const { full_name, email } = parent.family.profile;
  const booked = formatDate(businessToday);
  expect(await cellsOf(rowOf(page, 'Ben Parent'))).toEqual([
    'Ben Parent',
    '7',
    'Asthma: carries an inhaler',
    full_name,
    email,
    booked,
  ]);
  await slots.nth(1).click();
  await rowOf(page, 'Ana Parent').waitFor();
  expect(await cellsOf(rowOf(page, 'Ana Parent'))).toEqual([
    'Ana Parent',
    '9',
    'None',
    full_name,
    email,
    booked,
  ]);
  expect(await rowOf(page, 'Ben Parent').count()).toBe(0);
  await page.reload();
  await rowOf(page, 'Ana Parent').waitFor();
  await slots.nth(2).click();
  await page.getByText('No bookings for this time slot yet', { exact: true }).waitFor();
});

it('shows what is missing as "N/A" [ADM-36]', async ({ visit, admin, stack }) => {
  const family = sampleFamily({ children: [{ name: 'Nameless Child', date_of_birth: bornYearsAgo(8) }] });
  const account = await stack.createAccount({ ...family, profile: { ...family.profile, full_name: '' } });
  const cls = await addClass(stack);
  await bookElsewhere(stack, account, cls);
  const page = await visit({ as: admin, path: paths.adminClass(cls.id) });
  await rowOf(page, 'Nameless Child').getByRole('cell', { name: 'N/A', exact: true }).waitFor();
});

it('leads back to the classes [ADM-37]', async ({ visit, admin, stack }) => {
  const cls = await addClass(stack);
  const page = await visit({ as: admin, path: paths.adminClass(cls.id) });
  await page.getByRole('link', { name: 'Back to Classes' }).click();
  await soon(() => pathOf(page)).toBe('/admin/classes');
});

it.for(['nonsense', 'cls_01J00000000000000000000001'])(
  'an unknown class, %s, shows "Class not found" [ADM-38]',
  async (id, { visit, admin }) => {
    const isId = id.startsWith('cls_');
    const page = await visit({
      as: admin,
      path: `/admin/classes/${id}`,
      expects: isId ? [answered(404)] : [],
    });
    await page.getByRole('heading', { name: 'Class not found', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to Classes' }).click();
    await soon(() => pathOf(page)).toBe('/admin/classes');
  },
);

it('a failed load says so and can be tried again [ERR-04]', async ({ visit, admin, stack }) => {
  const cls = await addClass(stack);
  const page = await visit({ as: admin, expects: [answered(400)] });
  await interceptCalls(page, 'getRoster', atFirst(1, answerWith(400)));
  await page.goto(paths.adminClass(cls.id));
  await seeToast(page, errorToast('Failed to load class details'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: cls.venue, level: 1 }).waitFor();
});

it('sorts the roster, and keeps the order in the address', async ({ visit, admin, parent, stack }) => {
  const cls = await addClass(stack);
  await bookElsewhere(stack, parent, cls, { child: 0 });
  await bookElsewhere(stack, parent, cls, { child: 1 });
  const page = await visit({ as: admin, path: paths.adminClass(cls.id) });
  const ages = () => page.locator('tbody').getByRole('row').locator('[data-kind=number]').allTextContents();
  const head = page.getByRole('columnheader', { name: 'Child Age' });
  await head.getByRole('button').click();
  await soon(ages).toEqual(['7', '9']);
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  await head.getByRole('button').click();
  await soon(ages).toEqual(['9', '7']);
  await page.reload();
  await soon(ages).toEqual(['9', '7']);
  expect(await head.getAttribute('aria-sort')).toBe('descending');
});

it('prints the roster without what is to be pressed, on a narrow page too', async ({
  open,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 10 }] });
  await bookElsewhere(stack, parent, cls, { child: 1 });
  const page = await open({
    as: admin,
    path: paths.adminClass(cls.id),
    viewport: { width: 600, height: 800 },
  });
  await rowOf(page, 'Ben Parent').waitFor();
  const prints = page.evaluate(
    () => new Promise((resolve) => Object.assign(window, { print: () => resolve(true) })),
  );
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await prints).toBe(true);
  await page.emulateMedia({ media: 'print' });
  for (const gone of ['banner', 'contentinfo', 'navigation', 'button', 'combobox'] as const) {
    expect(await page.getByRole(gone).count(), gone).toBe(0);
  }
  expect(await rowOf(page, 'Ben Parent').evaluate((row) => getComputedStyle(row).display)).toBe('table-row');
  await page.getByText('Asthma: carries an inhaler').waitFor();
  await page.getByRole('heading', { name: 'Bookings for 9:00 AM - 9:45 AM (1/10)' }).waitFor();
});

it('saves the roster as CSV, which runs no formula', async ({ visit, admin, stack }) => {
  const family = sampleFamily({
    children: [{ name: '=1+1', date_of_birth: bornYearsAgo(8), medical_conditions: 'Nuts, "all" kinds' }],
  });
  const account = await stack.createAccount(family);
  const cls = await addClass(stack);
  await bookElsewhere(stack, account, cls);
  const page = await visit({ as: admin, path: paths.adminClass(cls.id) });
  const { name, text } = await savedFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(name).toBe(`ballerz-roster-${businessToday}.csv`);
  const [head, row] = text.split('\r\n');
  expect(head).toContain('Child Name,Child Age,Type,Trial Date,Medical Notes,');
  expect(row).toContain(`'=1+1,8,Full,,"Nuts, ""all"" kinds",Pat Parent,${account.family.profile.email}`);
});
