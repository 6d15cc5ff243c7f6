import { randomUUID } from 'node:crypto';
import {
  cellsOf,
  confirmDialog,
  downloadFile,
  expectColumns,
  rowOf,
} from '#infra/testing/browser/admin-screens';
import { bornYearsAgo, businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { addFamily } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { testPassword } from '#infra/testing/stack/test-stack';
import { brand } from '#shared/brand';
import { routes } from '#shared/contract/routes';
import { formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expectNoAxeViolations } from './testing/accessibility.ts';
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
  await expectColumns(page, 'Parents', 'Name, Email, Phone, Role, Bookings, Joined, Actions');
  const joined = formatDate(businessToday);
  const cells = [full_name, email, phone_number, 'Parent', '2', joined, /View Details/];
  await expect(cellsOf(row)).toHaveText(cells);
  const administrator = admin.family.profile.email;
  await page.getByRole('searchbox').fill(administrator);
  await expect(page.getByText(`No parent is found by “${administrator}”.`)).toBeVisible();
  // A list keeps what was searched.
  await page.getByRole('searchbox').fill('');

  await row.getByRole('link', { name: 'View Details' }).click();
  await expect(page.getByRole('heading', { name: full_name, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`/admin/parents/${account.family.id}`);
  const back = page.getByRole('link', { name: 'Back to Parents' });
  await back.click();
  await expect(page).toHaveURL('/admin/users');
  // Opened by its address: there is no list in the history to return to.
  await page.goto(paths.adminParent(account.family.id));
  await back.click();
  await expect(page).toHaveURL('/admin/users');

  const question = confirmDialog(page);
  const remove = row.getByRole('button', { name: 'Delete' });
  await remove.click();
  for (const text of [
    '2 bookings go with it',
    'the details and 2 children with',
    'Balance: $240.00 open. Amounts stay in the books without the name for 6 years.',
  ])
    await expect(question).toContainText(text);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await remove.click();
  await question.getByRole('button', { name: 'Delete Account' }).click();
  await expectToast(page, { title: 'Parent account deleted successfully' });
  await expect(row).toHaveCount(0);
});

test('the printed statement says how to pay [BHF-02, SCH-02]', async ({ page, stack }) => {
  const account = await addFamily(stack);
  const school = page.getByText(`${brand.name}, ${formatDate(businessToday)}`, { exact: true });
  const howToPay = page.getByText('How to pay');
  const print = async (instructions: string[]) => {
    await stack.setSettings({ instructions });
    await page.emulateMedia({ media: 'screen' });
    await page.goto(paths.adminParent(account.family.id));
    await expect(page.getByText('Last reminder')).toBeVisible();
    await expect(school).toBeHidden();
    await expect(howToPay).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(school).toBeVisible();
  };
  const lines = ['Bank transfer to Ballerz, sort code 00-00-00, account 00000000.', 'Cash at the pitch.'];
  await print(lines);
  await expect(howToPay).toBeHidden();
  await bookByApi(stack, account, await addClass(stack));
  await print(lines);
  await expect(page.getByText('$120.00 open')).toBeVisible();
  await expect(howToPay).toBeVisible();
  await expect(howToPay).toHaveText(`How to pay, with the reference: ${lines.join(' ')}`);
  await expect(page.getByRole('heading')).toHaveText([account.family.profile.full_name, 'Account']);
  for (const role of ['button', 'checkbox', 'table', 'textbox'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
});

test('the office corrects a child’s name and birthday [BHF-02]', async ({ page, stack, expectProblems }) => {
  expectProblems(httpError(409));
  const { family } = await addFamily(stack);
  await page.goto(paths.adminParent(family.id));
  await page.getByRole('button', { name: 'Correct Amy Child' }).click();
  const form = page.getByRole('dialog', { name: 'Correct Amy Child' });
  await expect(form.getByLabel('Date of Birth')).toHaveValue(bornYearsAgo(6));
  await form.getByLabel('Child Name').fill('Zed Child');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('This family has a child called Zed Child already.');
  await form.getByLabel('Child Name').fill('Amelie Child');
  await form.getByLabel('Date of Birth').fill(bornYearsAgo(7));
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, { title: 'Child corrected' });
  await expect(rowOf(page, 'Amelie Child')).toContainText(formatDate(bornYearsAgo(7)));
  await expect(rowOf(page, 'Amelie Child')).toContainText('Peanut allergy');
});

test('the office sees a family with its bookings, changes name and phone, and deletes its account [ADM-55, ADM-58, ADM-59, API-23, ERR-49, NTF-05, PRM-10, ADM-56, ERR-48]', async ({
  page,
  stack,
}) => {
  const account = await addFamily(stack);
  const cls = await addClass(stack);
  await bookByApi(stack, account, cls);
  await page.goto(paths.adminParent(account.family.id));
  await expect(page.getByText(account.family.profile.email, { exact: true })).toBeVisible();
  await expectColumns(
    page,
    'Children',
    'Name, Date of Birth, Age, Medical Conditions, Contacts, Photos, Confirmed, Book, Actions',
  );
  const rowsOf = (table: string) =>
    page.getByRole('table', { name: table }).locator('tbody').getByRole('row');
  const unanswered = ['None', 'No photos', 'Never', 'Book', 'Correct'];
  await expect(cellsOf(rowsOf('Children'))).toHaveText([
    ...['Amy Child', formatDate(bornYearsAgo(6)), '6', 'Peanut allergy', ...unanswered],
    ...['Zed Child', formatDate(bornYearsAgo(9)), '9', 'Nothing to know', ...unanswered],
  ]);
  await expectColumns(
    page,
    'Booking History',
    'Class Type, Venue, Time Slot, Child Name, Child Age, Amount, Booked On, Actions',
  );
  await expect(cellsOf(rowsOf('Booking History'))).toHaveText([
    ...['Juniorballerz', cls.venue, '09:00-09:45', 'Zed Child', '9'],
    ...['$120.00', formatDate(businessToday), 'Move'],
  ]);

  const form = page.getByRole('form', { name: 'Parent details' });
  const [name, phone] = [form.getByLabel('Full Name'), form.getByLabel('Phone Number')];
  await name.fill('Renamed Person');
  await phone.fill('07700 900999');
  await expect(form.locator('input:not([readonly]), select, textarea')).toHaveCount(2);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, { title: 'Parent information updated successfully' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Renamed Person', level: 1 })).toBeVisible();
  await expect(phone).toHaveValue('07700 900999');

  await page.getByRole('button', { name: 'Delete Account' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Delete Account' }).click();
  await expectToast(page, { title: 'Parent account deleted successfully' });
  await expect(page).toHaveURL('/admin/users');
  await expect(page.getByText(/^\d+ parents?$/)).toBeVisible();
  await expect(rowOf(page, account.family.profile.email)).toHaveCount(0);
});

test('the office gives a family its data, after its own password', async ({ page, admin, stack }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const { body } = await stack.call({
    route: 'addFamily',
    token: admin.token,
    idempotencyKey: randomUUID(),
    body: {
      full_name: 'Zofia Kowalska',
      phone_number: '07700 900456',
      email: '',
      children: [{ name: 'Ola Kowalska', date_of_birth: '2018-05-04' }],
    },
  });
  const { id } = routes.addFamily.response.parse(body);
  await page.goto(paths.adminParent(id));
  const open = page.getByRole('button', { name: 'Download Their Data' });
  await open.click();
  const dialog = page.getByRole('alertdialog', { name: 'Download the data of Zofia Kowalska' });
  await expectNoAxeViolations(page, 'the dialog');
  await expectNoSideScroll(page);
  await expect(dialog.getByText('They can download it themselves')).toBeHidden();
  await dialog.getByLabel('Your Password').fill(testPassword);
  const file = await downloadFile(page, dialog.getByRole('button', { name: 'Download', exact: true }));
  expect(file.name).toMatch(/^ballerz-family-data-\d{4}-\d\d-\d\d\.json$/);
  const content = routes.downloadFamilyData.response.parse(JSON.parse(file.text));
  expect(content.children.map(({ name }) => name)).toEqual(['Ola Kowalska']);
  await expect(dialog).toBeHidden();
});
