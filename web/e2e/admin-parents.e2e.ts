import { noteEmailProblem } from '#functions/data/families/email-problems';
import { sampleFamily } from '#infra/testing/samples/samples';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { formatDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { instantSchema } from '#shared/schemas/values';
import { cellsOf, columnHeaders, confirmDialog, downloadFile, rowOf } from './testing/admin-screens.ts';
import { bookByApi } from './testing/bookings.ts';
import { bornYearsAgo, businessToday } from './testing/business-day.ts';
import { forFirst, interceptCalls, respondWith } from './testing/calls.ts';
import { addClass, cardOf } from './testing/classes.ts';
import { logIn } from './testing/log-in.ts';
import { httpError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';
import { errorToast, expectToast } from './testing/toasts.ts';

let families = 0;

/** A family with two children, found by a name of its own. */
const addFamily = (stack: TestStack): Promise<Account> => {
  families += 1;
  const sample = sampleFamily({
    now: new Date(),
    children: [
      { name: 'Zed Child', date_of_birth: bornYearsAgo(9) },
      { name: 'Amy Child', date_of_birth: bornYearsAgo(6), medical_conditions: 'Peanut allergy' },
    ],
  });
  return stack.createAccount({
    ...sample,
    profile: { ...sample.profile, full_name: `Family Number ${families}` },
  });
};

test('lists the parents with all that is known of them, and no admin [ADM-48, ADM-49, ADM-50, DAT-19, PRM-10]', async ({
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
  await expect(rowOf(page, admin.family.profile.email)).toHaveCount(0);
});

test('finds parents by name, email and phone, sorts them, and saves them as CSV', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const [one, other] = [await addFamily(stack), await addFamily(stack)];
  await signIn(admin);
  await page.goto(paths.adminUsers);
  for (const query of [one.family.profile.full_name, one.family.profile.email]) {
    await page.getByRole('searchbox').fill(query);
    await expect(page.getByText('1 parent', { exact: true })).toBeVisible();
    await expect(rowOf(page, one.family.profile.email)).toBeVisible();
  }
  await page.getByRole('searchbox').fill('family number');
  await expect(rowOf(page, other.family.profile.email)).toBeVisible();
  const names = () => page.locator('tbody').getByRole('rowheader').allTextContents();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect
    .poll(async () => (await names()).map((name) => name.trim()))
    .toEqual(Array.from({ length: families }, (_, at) => `Family Number ${at + 1}`));
  const { name, text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(name).toBe(`ballerz-parents-${businessToday}.csv`);
  expect(text).toContain(`${one.family.profile.full_name},${one.family.profile.email},`);
  await page.getByRole('searchbox').fill('nobody of this name');
  await expect(page.getByText('No parent is found by “nobody of this name”.')).toBeVisible();
});

test('shows a parent with children and history [ADM-51, ADM-55, ADM-57, ADM-58, ADM-59, API-23]', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  const cls = await addClass(stack);
  await bookByApi(stack, account, cls);
  const { id, email, full_name } = account.family.profile;
  await signIn(admin);
  await page.goto(paths.adminUsers);
  await rowOf(page, email).getByRole('link', { name: 'View Details' }).click();
  await expect(page.getByRole('heading', { name: full_name, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`/admin/parents/${id}`);
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(columnHeaders(page, 'Children')).toHaveText([
    'Name',
    'Date of Birth',
    'Age',
    'Medical Conditions',
  ]);
  const expectRows = async (table: string, rows: readonly (readonly string[])[]) => {
    const shown = page.getByRole('table', { name: table }).locator('tbody').getByRole('row');
    await expect(shown).toHaveCount(rows.length);
    for (const [at, cells] of rows.entries()) await expect(cellsOf(shown.nth(at))).toHaveText(cells);
  };
  await expectRows('Children', [
    ['Amy Child', formatDate(bornYearsAgo(6)), '6', 'Peanut allergy'],
    ['Zed Child', formatDate(bornYearsAgo(9)), '9', 'None'],
  ]);
  await expect(columnHeaders(page, 'Booking History')).toHaveText([
    'Class Type',
    'Venue',
    'Time Slot',
    'Child Name',
    'Child Age',
    'Amount',
    'Booked On',
  ]);
  await expectRows('Booking History', [
    ['Juniorballerz', cls.venue, '09:00-09:45', 'Zed Child', '9', '$120.00', formatDate(businessToday)],
  ]);
  await page.getByRole('link', { name: 'Back to Parents' }).click();
  await expect(page).toHaveURL('/admin/users');
});

test('saves name and phone, and nothing else can be changed [ADM-55, ERR-49, NTF-05, PRM-10]', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  await signIn(admin);
  await page.goto(paths.adminParent(account.family.profile.id));
  const form = page.getByRole('form', { name: 'Parent details' });
  const [name, phone] = [form.getByLabel('Full Name'), form.getByLabel('Phone Number')];
  await name.fill('');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('Please enter your full name', { exact: true })).toBeVisible();
  await name.fill('Renamed Person');
  await phone.fill('07700 900999');
  await expect(form.locator('input:not([readonly]), select, textarea')).toHaveCount(2);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, { title: 'Parent information updated successfully' });
  await expect(page.getByRole('heading', { name: 'Renamed Person', level: 1 })).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Renamed Person');
  await expect(phone).toHaveValue('07700 900999');
});

test('deletes an account from the list only when asked twice; places are free and the login is gone [ADM-52, ERR-48, NTF-05, PRM-11, DAT-16, API-32]', async ({
  page,
  signIn,
  newPage,
  expectProblems,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  const cls = await addClass(stack, { slots: [{ capacity: 1 }] });
  await bookByApi(stack, account, cls);
  const { email } = account.family.profile;
  await signIn(admin);
  await page.goto(paths.adminUsers);
  const remove = rowOf(page, email).getByRole('button', { name: 'Delete' });
  await remove.click();
  await expect(confirmDialog(page).getByText('1 booking goes with it')).toBeVisible();
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, email)).toBeVisible();
  await remove.click();
  await confirmDialog(page).getByRole('button', { name: 'Delete Account' }).click();
  await expectToast(page, { title: 'Parent account deleted successfully' });
  await expect(rowOf(page, email)).toHaveCount(0);
  expectProblems(httpError(400));
  const visitor = await newPage();
  await visitor.goto(paths.bookCamp);
  await expect(cardOf(visitor, cls).getByText('1 spot remaining', { exact: true })).toBeVisible();
  await visitor.goto(paths.login);
  await logIn(visitor, email);
  await expectToast(visitor, errorToast('Incorrect username or password.'));
});

test('deletes an account from its own page, and leads to the list [ADM-56, ERR-48]', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  const { id, email, full_name } = account.family.profile;
  await signIn(admin);
  await page.goto(paths.adminParent(id));
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: full_name, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Delete Account' }).click();
  await expectToast(page, { title: 'Parent account deleted successfully' });
  await expect(page).toHaveURL('/admin/users');
  await expect(page.getByRole('heading', { name: 'Manage Parents' })).toBeVisible();
  await expect(page.getByText(/^\d+ parents?$/)).toBeVisible();
  await expect(rowOf(page, email)).toHaveCount(0);
});

for (const [kind, badge, text] of [
  ['bounced', 'Bounced', 'Emails come back since Mar 1, 2026'],
  ['complained', 'Reported as spam', 'Reported on Mar 1, 2026'],
] as const) {
  test(`tells that the address of a parent ${kind}`, async ({ page, signIn, admin, stack }) => {
    const { profile } = (await addFamily(stack)).family;
    await signIn(admin);
    await page.goto(paths.adminParent(profile.id));
    await expect(page.getByText(profile.email)).toBeVisible();
    await expect(page.getByText(badge, { exact: true })).toHaveCount(0);
    const problem = { kind, at: instantSchema.parse('2026-03-01T12:00:00.000Z') };
    expect(await noteEmailProblem(stack.table, { userId: profile.id, email: profile.email, problem })).toBe(
      true,
    );
    await page.reload();
    await expect(page.getByText(badge, { exact: true })).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
  });
}

for (const id of ['nonsense', '4f6b6f3c-5a53-4a1e-9f0e-2d7a8f6b1c11']) {
  test(`an unknown parent, ${id}, shows "Parent not found" [ADM-60]`, async ({
    page,
    signIn,
    expectProblems,
    admin,
  }) => {
    expectProblems(...(id === 'nonsense' ? [] : [httpError(404)]));
    await signIn(admin);
    await page.goto(`/admin/parents/${id}`);
    await expect(page.getByRole('heading', { name: 'Parent not found', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Parents' }).click();
    await expect(page).toHaveURL('/admin/users');
  });
}

test('a failed load of the list says so and can be tried again [ERR-10]', async ({
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

test('a failed load of a parent says so and can be tried again [ERR-12]', async ({
  page,
  signIn,
  expectProblems,
  admin,
  parent,
}) => {
  expectProblems(httpError(400));
  await signIn(admin);
  await interceptCalls(page, 'getParent', forFirst(1, respondWith(400)));
  await page.goto(paths.adminParent(parent.family.profile.id));
  await expectToast(page, errorToast('Failed to load parent details'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: parent.family.profile.full_name, level: 1 })).toBeVisible();
});

test('a change that fails says so and keeps what was typed [ERR-22]', async ({
  page,
  signIn,
  expectProblems,
  admin,
  parent,
}) => {
  expectProblems(httpError(500));
  await signIn(admin);
  await page.goto(paths.adminParent(parent.family.profile.id));
  await interceptCalls(page, 'updateParent', respondWith(500));
  await page.getByLabel('Full Name').fill('Kept Name');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, errorToast('Failed to update parent information'));
  await expect(page.getByLabel('Full Name')).toHaveValue('Kept Name');
});

test('a deletion that fails says so, and the account stays [ERR-21]', async ({
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
