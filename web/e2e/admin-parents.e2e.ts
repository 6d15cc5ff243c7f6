import { cellsOf, columnHeaders, confirmDialog, rowOf } from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { addFamily } from '#infra/testing/browser/families';
import { expectToast } from '#infra/testing/browser/page';
import { formatDate } from '#shared/lib/format';
import { counted } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { expect, officeTest as test } from './testing/test.ts';

test('the office lists the parents, opens one and returns, and deletes an account after a confirmation [ADM-48, ADM-49, ADM-50, DAT-19, PRM-10, ADM-51, ADM-57, ADM-52, END-12, ERR-48, NTF-05]', async ({
  page,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  const cls = await addClass(stack);
  await bookByApi(stack, account, cls);
  await bookByApi(stack, account, cls, { child: 1 });
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
  // A list keeps what was searched.
  await page.getByRole('searchbox').fill('');
  await expect(row).toBeVisible();

  await test.step('"View Details" leads to the page of a parent, and a link leads back', async () => {
    const { id, profile } = (await addFamily(stack)).family;
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

  await test.step('an account is deleted from the list after a confirmation, which names its balance', async () => {
    const account = await addFamily(stack);
    await bookByApi(stack, account, await addClass(stack));
    const { children, profile } = account.family;
    const { email } = profile;
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
});
