import type { Locator } from '@playwright/test';
import { cellsOf, confirmDialog, expectColumns, rowOf } from '#infra/testing/browser/admin-screens';
import { bornYearsAgo, businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, joinByApi } from '#infra/testing/browser/classes';
import { expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, officeTest as test } from './testing/test.ts';

test('shows the class, its slots, and the bookings of the selected slot [ADM-32, ADM-33, ADM-34, ADM-35, PRM-08, ADM-36, ADM-37]', async ({
  page,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 1 }, { capacity: 5 }] });
  await bookByApi(stack, parent, cls, { child: 1 });
  await bookByApi(stack, parent, cls, { child: 0, at: 1 });
  await page.goto(paths.adminClass(cls.id));
  await expect(page.getByRole('heading', { level: 1, name: `Juniorballerz, ${cls.venue}` })).toBeVisible();
  const facts = page.getByRole('main').locator('dl');
  const dates = [formatDate(cls.start_date), formatDate(cls.end_date)];
  for (const text of ['Sam Okafor', '$120.00 (6 weeks remaining)', ...dates])
    await expect(facts.getByText(text, { exact: true })).toBeVisible();
  const slots = page.getByRole('navigation', { name: 'Time slots' }).getByRole('link');
  for (const [at, current] of ['true', 'false', 'false'].entries())
    await expect(slots.nth(at)).toHaveAttribute('aria-current', current);
  await expect(slots.filter({ hasText: 'Full' })).toHaveText(['10:00 AM - 10:45 AMFull1/1 participants']);
  await expectColumns(
    page,
    'Bookings',
    'Child Name, Child Age, Medical Notes, Parent Name, Contact, Other Contacts, Photos, Parent Email, Payment, Booked On, Actions',
  );
  const { full_name, email, phone_number } = parent.family.profile;
  const rest = [full_name, phone_number, 'None', 'None', email, /^Open/, formatDate(businessToday), ''];
  const [ana, ben] = [rowOf(page, 'Ana Parent'), rowOf(page, 'Ben Parent')];
  await expect(cellsOf(ben)).toHaveText(['Ben ParentNo photos', '7', 'Asthma: carries an inhaler', ...rest]);
  await slots.nth(1).click();
  await expect(cellsOf(ana)).toHaveText(['Ana ParentNo photos', '9', 'Nothing to know', ...rest]);
  await expect(ben).toHaveCount(0);
  await page.reload();
  await expect(ana).toBeVisible();
  await slots.nth(2).click();
  await expect(page.getByText('No bookings for this time slot yet', { exact: true })).toBeVisible();

  const family = sampleFamily({ children: [{ name: 'Nameless Child', date_of_birth: bornYearsAgo(8) }] });
  const account = await stack.createAccount({ ...family, profile: { ...family.profile, full_name: '' } });
  await bookByApi(stack, account, cls, { at: 2 });
  await page.reload();
  await expect(rowOf(page, 'Nameless Child').getByRole('cell', { name: 'N/A', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Classes' }).click();
  await expect(page).toHaveURL('/admin/classes');
});

test('the office adds siblings to the list of a full slot, puts them first, and removes a family [WAI-03, WAI-11]', async ({
  page,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1, booked: 1 }] });
  await page.goto(paths.adminClass(cls.id));
  const list = page.getByRole('region', { name: 'Waiting list' });
  await expect(list.getByText('Nobody waits for a place.')).toBeVisible();
  await joinByApi(stack, await stack.createAccount(sampleFamily({ children: [{ name: 'Kim One' }] })), cls);
  await page.reload();
  await expect(list.getByRole('heading', { name: 'Waiting list (1)' })).toBeVisible();
  await expect(list.getByText('Nobody waits for a place.')).toHaveCount(0);
  await list.getByRole('button', { name: 'Add a family' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(parent.family.profile.email);
  await dialog.getByRole('button', { name: parent.family.profile.email }).click();
  for (const name of ['Ana Parent', 'Ben Parent']) await dialog.getByRole('checkbox', { name }).check();
  await expect(dialog.getByText('They get places only together.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to the List' }).click();
  await expectToast(page, { title: 'The family is on the list' });
  const rows = list.getByRole('listitem');
  await expect(rows).toContainText([/1\.Kim One/, /2\.Ana Parent and Ben ParentOnly together/]);
  await rows.last().getByRole('button', { name: 'Put first' }).click();
  await confirmDialog(page).getByLabel('Reason').selectOption('The school has promised a place');
  await confirmDialog(page).getByRole('button', { name: 'Put First' }).click();
  await expect(rows).toContainText([
    /1\.Ana Parent and Ben Parent.*put first: the school has promised a place/,
    /2\.Kim One/,
  ]);
  await rows.last().getByRole('button', { name: 'Remove' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect(rows).toHaveCount(1);
});

test('sessions and roster are one look, a long note one line [DAY-04]', async ({ page, stack }) => {
  const note = 'Asthma: inhaler in the blue bag. '.repeat(12).trim();
  const relation = 'Grandmother';
  const contacts = [{ name: 'Ruth Morgan', relation, phone_number: '07700 900301', may_collect: true }];
  const family = await stack.createAccount(
    sampleFamily({ children: [{ name: 'Ana Long', medical_conditions: note, contacts }] }),
  );
  const cls = await addClass(stack);
  await bookByApi(stack, family, cls);
  await page.goto(paths.adminClass(cls.id));
  const row = rowOf(page, 'Ana Long');
  await expect(page.getByRole('list', { name: 'Sessions' })).toBeInViewport({ ratio: 1 });
  await expect(row).toBeInViewport({ ratio: 1 });
  const height = async () => Number((await row.boundingBox())?.height);
  const cut = await height();
  expect(cut).toBeLessThan(120);
  await row.getByRole('button', { name: 'more', exact: true }).click();
  await expect.poll(height).toBeGreaterThan(cut);
  await row.getByRole('button', { name: 'less', exact: true }).click();
  await expect.poll(height).toBe(cut);
  // The whole table is there on a small laptop, with its last column.
  for (const width of [1280, 1600]) {
    await page.setViewportSize({ width, height: 720 });
    await expectNoSideScroll(page, `the class at ${width} px`);
    await expect(row.getByRole('button', { name: 'Move Ana Long' })).toBeInViewport({ ratio: 1 });
  }
});

test('a phone shows the sessions, then medical notes [CAN-01, DAY-04]', async ({ page, parent, stack }) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls, { child: 0 });
  await bookByApi(stack, parent, cls, { child: 1 });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(paths.adminClass(cls.id));
  // The sessions, which are cancelled in a hurry, come first, without scrolling sideways.
  const sessions = page.getByRole('list', { name: 'Sessions' });
  const cancel = sessions.getByRole('button', { name: 'Cancel session' });
  await expect(cancel).toHaveCount(1);
  await expect(sessions.getByRole('listitem').filter({ hasText: 'Next' })).toContainText('Cancel session');
  await expect(cancel).toBeInViewport();
  const topOf = async (locator: Locator) => Number((await locator.boundingBox())?.y);
  expect(await topOf(cancel)).toBeLessThan(await topOf(page.getByRole('table', { name: 'Bookings' })));

  await expect(page.locator('tbody').getByRole('rowheader')).toHaveText([/^Ben Parent/, /^Ana Parent/]);
  const row = rowOf(page, 'Ben Parent');
  await expect(row.getByText('Asthma: carries an inhaler')).toBeVisible();
  const { full_name, email, phone_number } = parent.family.profile;
  const call = row.getByRole('link', { name: `Call ${full_name}` });
  await expect(call).toHaveAttribute('href', `tel:${phone_number.replaceAll(' ', '')}`);
  const write = row.getByRole('link', { name: `Write to ${full_name}` });
  await expect(write).toHaveAttribute('href', `mailto:${email}`);
  // Nothing covers the links: a trial click does everything but the click.
  await call.click({ trial: true });
});
