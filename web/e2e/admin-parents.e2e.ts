import {
  cellsOf,
  columnHeaders,
  confirmDialog,
  downloadFile,
  rowOf,
} from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { forFirst, interceptCalls, respondWith } from '#infra/testing/browser/calls';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { addFamily } from '#infra/testing/browser/families';
import { errorToast, expectToast, httpError } from '#infra/testing/browser/page';
import { formatDate } from '#shared/lib/format';
import { counted } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

test('lists parents with their details and number of bookings, but no administrators [ADM-48, ADM-49, ADM-50, DAT-19, PRM-10]', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  const cls = await addClass(stack);
  await bookByApi(stack, account, cls);
  await bookByApi(stack, account, cls, { child: 1 });
  await signIn(admin);
  await page.goto(paths.adminUsers);
  const { full_name, email, phone_number } = account.family.profile;
  const row = rowOf(page, email);
  await expect(row).toBeVisible();
  await expect(columnHeaders(page, 'Parents')).toHaveText([
    'Name',
    'Email',
    'Phone',
    'Role',
    'Bookings',
    'Joined',
    'Actions',
  ]);
  await expect(cellsOf(row)).toHaveText([
    full_name,
    email,
    phone_number,
    'Parent',
    '2',
    formatDate(businessToday),
    /View Details/,
  ]);
  const administrator = admin.family.profile.email;
  await expect(rowOf(page, administrator)).toHaveCount(0);
  await page.getByRole('searchbox').fill(administrator);
  await expect(page.getByText(`No parent is found by “${administrator}”.`)).toBeVisible();
});

test('finds parents by name and email, sorts them, and exports them as CSV', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const one = await addFamily(stack, 'Berta Family');
  const other = await addFamily(stack, 'Anna Family');
  await signIn(admin);
  await page.goto(paths.adminUsers);
  for (const query of [one.family.profile.full_name, one.family.profile.email]) {
    await page.getByRole('searchbox').fill(query);
    await expect(page.getByText('1 parent', { exact: true })).toBeVisible();
    await expect(rowOf(page, one.family.profile.email)).toBeVisible();
  }
  await page.getByRole('searchbox').fill('family');
  await expect(rowOf(page, other.family.profile.email)).toBeVisible();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page.locator('tbody').getByRole('rowheader')).toHaveText(['Anna Family', 'Berta Family']);
  const { name, text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(name).toBe(`ballerz-parents-${businessToday}.csv`);
  expect(text).toContain(`${one.family.profile.full_name},${one.family.profile.email},`);
  await page.getByRole('searchbox').fill('nobody of this name');
  await expect(page.getByText('No parent is found by “nobody of this name”.')).toBeVisible();
});

test('"View Details" leads to the page of a parent, and a link leads back [ADM-51, ADM-57]', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const { id, profile } = (await addFamily(stack)).family;
  await signIn(admin);
  await page.goto(paths.adminUsers);
  await rowOf(page, profile.email).getByRole('link', { name: 'View Details' }).click();
  await expect(page.getByRole('heading', { name: profile.full_name, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`/admin/parents/${id}`);
  const back = page.getByRole('link', { name: 'Back to Parents' });
  await back.click();
  await expect(page).toHaveURL('/admin/users');
  // Opened by its address: there is no list in the history to return to.
  await page.goto(paths.adminParent(id));
  await back.click();
  await expect(page).toHaveURL('/admin/users');
});

test('an account is deleted from the list after a confirmation, which names its balance [ADM-52, END-12, ERR-48, NTF-05]', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  await bookByApi(stack, account, await addClass(stack));
  const { children, profile } = account.family;
  const { email } = profile;
  await signIn(admin);
  await page.goto(paths.adminUsers);
  const remove = rowOf(page, email).getByRole('button', { name: 'Delete' });
  await remove.click();
  await expect(confirmDialog(page).getByText('1 booking goes with it')).toBeVisible();
  await expect(
    confirmDialog(page).getByText(`the details and ${counted(children.length, 'child', 'children')} with`),
  ).toBeVisible();
  await expect(confirmDialog(page).getByText('Bookings end by their terms. Balance: $')).toHaveText(
    /Balance: \$120\.00 open\. Amounts stay in the books without the name for 6 years\./,
  );
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmDialog(page)).toHaveCount(0);
  await expect(rowOf(page, email)).toBeVisible();
  await remove.click();
  await confirmDialog(page).getByRole('button', { name: 'Delete Account' }).click();
  await expectToast(page, { title: 'Parent account deleted successfully' });
  await expect(rowOf(page, email)).toHaveCount(0);
});

test('a failed load of the list shows an error and can be repeated [ERR-10]', async ({
  page,
  signIn,
  expectProblems,
  admin,
}) => {
  expectProblems(httpError(400));
  await signIn(admin);
  await interceptCalls(page, 'searchParents', forFirst(1, respondWith(400)));
  await page.goto(paths.adminUsers);
  await expectToast(page, errorToast('Failed to load members'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^\d+ parents?$/)).toBeVisible();
});

test('a failed deletion shows an error, and the account stays [ERR-21]', async ({
  page,
  signIn,
  expectProblems,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  expectProblems(httpError(500));
  await signIn(admin);
  await page.goto(paths.adminUsers);
  await interceptCalls(page, 'deleteParent', respondWith(500));
  await rowOf(page, account.family.profile.email).getByRole('button', { name: 'Delete' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Delete Account' }).click();
  await expectToast(page, errorToast('Failed to delete parent account'));
  await expect(rowOf(page, account.family.profile.email)).toBeVisible();
});
