import { expect } from 'vitest';
import { noteEmailProblem } from '#functions/data/families/email-problems';
import { sampleFamily } from '#infra/testing/samples/samples';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { formatDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { instantSchema } from '#shared/schemas/values';
import { cellsOf, headOf, question, rowOf, savedFile } from './testing/admin-screens.ts';
import { bookElsewhere } from './testing/bookings.ts';
import { bornYearsAgo, businessToday } from './testing/business-day.ts';
import { answerWith, atFirst, interceptCalls } from './testing/calls.ts';
import { addClass, cardOf } from './testing/classes.ts';
import { pathOf } from './testing/page-state.ts';
import { answered } from './testing/problem-guard.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast } from './testing/toasts.ts';

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

it('lists the parents with all that is known of them, and no admin [ADM-48, ADM-49, ADM-50, DAT-19, PRM-10]', async ({
  visit,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  const cls = await addClass(stack);
  await bookElsewhere(stack, account, cls);
  await bookElsewhere(stack, account, cls, { child: 1 });
  const page = await visit({ as: admin, path: paths.adminUsers });
  const { full_name, email, phone_number } = account.family.profile;
  const row = rowOf(page, email);
  await row.waitFor();
  expect(await headOf(page, 'Parents')).toEqual([
    'Name',
    'Email',
    'Phone',
    'Role',
    'Bookings',
    'Joined',
    'Actions',
  ]);
  expect((await cellsOf(row)).slice(0, -1).map((text) => text.trim())).toEqual([
    full_name,
    email,
    phone_number,
    'Parent',
    '2',
    formatDate(businessToday),
  ]);
  expect(await rowOf(page, admin.family.profile.email).count()).toBe(0);
});

it('finds parents by name, email and phone, sorts them, and saves them as CSV', async ({
  visit,
  admin,
  stack,
}) => {
  const [one, other] = [await addFamily(stack), await addFamily(stack)];
  const page = await visit({ as: admin, path: paths.adminUsers });
  for (const query of [one.family.profile.full_name, one.family.profile.email]) {
    await page.getByRole('searchbox').fill(query);
    await page.getByText('1 parent', { exact: true }).waitFor();
    await rowOf(page, one.family.profile.email).waitFor();
  }
  await page.getByRole('searchbox').fill('family number');
  await rowOf(page, other.family.profile.email).waitFor();
  const names = () => page.locator('tbody').getByRole('rowheader').allTextContents();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await soon(async () => (await names()).map((name) => name.trim())).toEqual(
    Array.from({ length: families }, (_, at) => `Family Number ${at + 1}`),
  );
  const { name, text } = await savedFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(name).toBe(`ballerz-parents-${businessToday}.csv`);
  expect(text).toContain(`${one.family.profile.full_name},${one.family.profile.email},`);
  await page.getByRole('searchbox').fill('nobody of this name');
  await page.getByText('No parent is found by “nobody of this name”.').waitFor();
});

it('shows a parent with children and history [ADM-51, ADM-55, ADM-57, ADM-58, ADM-59, API-23]', async ({
  visit,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  const cls = await addClass(stack);
  await bookElsewhere(stack, account, cls);
  const { id, email, full_name } = account.family.profile;
  const page = await visit({ as: admin, path: paths.adminUsers });
  await rowOf(page, email).getByRole('link', { name: 'View Details' }).click();
  await page.getByRole('heading', { name: full_name, level: 1 }).waitFor();
  expect(pathOf(page)).toBe(`/admin/parents/${id}`);
  await page.getByText(email, { exact: true }).waitFor();
  expect(await headOf(page, 'Children')).toEqual(['Name', 'Date of Birth', 'Age', 'Medical Conditions']);
  const rowsOf = async (table: string) =>
    Promise.all(
      (await page.getByRole('table', { name: table }).locator('tbody').getByRole('row').all()).map(cellsOf),
    );
  expect(await rowsOf('Children')).toEqual([
    ['Amy Child', formatDate(bornYearsAgo(6)), '6', 'Peanut allergy'],
    ['Zed Child', formatDate(bornYearsAgo(9)), '9', 'None'],
  ]);
  expect(await headOf(page, 'Booking History')).toEqual([
    'Class Type',
    'Venue',
    'Time Slot',
    'Child Name',
    'Child Age',
    'Amount',
    'Booked On',
  ]);
  expect(await rowsOf('Booking History')).toEqual([
    ['Juniorballerz', cls.venue, '09:00-09:45', 'Zed Child', '9', '$120.00', formatDate(businessToday)],
  ]);
  await page.getByRole('link', { name: 'Back to Parents' }).click();
  await soon(() => pathOf(page)).toBe('/admin/users');
});

it('saves name and phone, and nothing else can be changed [ADM-55, ERR-49, NTF-05, PRM-10]', async ({
  visit,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  const page = await visit({ as: admin, path: paths.adminParent(account.family.profile.id) });
  const form = page.getByRole('form', { name: 'Parent details' });
  const [name, phone] = [form.getByLabel('Full Name'), form.getByLabel('Phone Number')];
  await name.fill('');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await form.getByText('Please enter your full name', { exact: true }).waitFor();
  await name.fill('Renamed Person');
  await phone.fill('07700 900999');
  expect(await form.locator('input:not([readonly]), select, textarea').count()).toBe(2);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await seeToast(page, { title: 'Parent information updated successfully' });
  await page.getByRole('heading', { name: 'Renamed Person', level: 1 }).waitFor();
  await page.reload();
  await soon(() => name.inputValue()).toBe('Renamed Person');
  expect(await phone.inputValue()).toBe('07700 900999');
});

it('deletes an account from the list only when asked twice; places are free and the login is gone [ADM-52, ERR-48, NTF-05, PRM-11, DAT-16, API-32]', async ({
  open,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  const cls = await addClass(stack, { slots: [{ capacity: 1 }] });
  await bookElsewhere(stack, account, cls);
  const { email } = account.family.profile;
  const page = await open({ as: admin, path: paths.adminUsers });
  const remove = rowOf(page, email).getByRole('button', { name: 'Delete' });
  await remove.click();
  await question(page).getByText('1 booking goes with it').waitFor();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await rowOf(page, email).waitFor();
  await remove.click();
  await question(page).getByRole('button', { name: 'Delete Account' }).click();
  await seeToast(page, { title: 'Parent account deleted successfully' });
  await soon(() => rowOf(page, email).count()).toBe(0);
  const visitor = await open({ path: paths.bookCamp, expects: [answered(400)] });
  await cardOf(visitor, cls).getByText('1 spot remaining', { exact: true }).waitFor();
  await visitor.goto(paths.login);
  await logIn(visitor, email);
  await seeToast(visitor, errorToast('Incorrect username or password.'));
});

it('deletes an account from its own page, and leads to the list [ADM-56, ERR-48]', async ({
  visit,
  admin,
  stack,
}) => {
  const account = await addFamily(stack);
  const { id, email, full_name } = account.family.profile;
  const page = await visit({ as: admin, path: paths.adminParent(id) });
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: full_name, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await question(page).getByRole('button', { name: 'Delete Account' }).click();
  await seeToast(page, { title: 'Parent account deleted successfully' });
  await soon(() => pathOf(page)).toBe('/admin/users');
  await page.getByRole('heading', { name: 'Manage Parents' }).waitFor();
  await page.getByText(/^\d+ parents?$/).waitFor();
  await soon(() => rowOf(page, email).count()).toBe(0);
});

it.for([
  ['bounced', 'Bounced', 'Emails come back since Mar 1, 2026'],
  ['complained', 'Reported as spam', 'Reported on Mar 1, 2026'],
] as const)('tells that the address of a parent %s', async ([kind, badge, text], { visit, admin, stack }) => {
  const { profile } = (await addFamily(stack)).family;
  const page = await visit({ as: admin, path: paths.adminParent(profile.id) });
  await page.getByText(profile.email).waitFor();
  expect(await page.getByText(badge, { exact: true }).count()).toBe(0);
  const problem = { kind, at: instantSchema.parse('2026-03-01T12:00:00.000Z') };
  expect(await noteEmailProblem(stack.table, { userId: profile.id, email: profile.email, problem })).toBe(
    true,
  );
  await page.reload();
  await page.getByText(badge, { exact: true }).waitFor();
  await page.getByText(text).waitFor();
});

it.for(['nonsense', '4f6b6f3c-5a53-4a1e-9f0e-2d7a8f6b1c11'])(
  'an unknown parent, %s, shows "Parent not found" [ADM-60]',
  async (id, { visit, admin }) => {
    const page = await visit({
      as: admin,
      path: `/admin/parents/${id}`,
      expects: id === 'nonsense' ? [] : [answered(404)],
    });
    await page.getByRole('heading', { name: 'Parent not found', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Back to Parents' }).click();
    await soon(() => pathOf(page)).toBe('/admin/users');
  },
);

it('a failed load of the list says so and can be tried again [ERR-10]', async ({ visit, admin }) => {
  const page = await visit({ as: admin, expects: [answered(400)] });
  await interceptCalls(page, 'searchParents', atFirst(1, answerWith(400)));
  await page.goto(paths.adminUsers);
  await seeToast(page, errorToast('Failed to load members'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/^\d+ parents?$/).waitFor();
});

it('a failed load of a parent says so and can be tried again [ERR-12]', async ({ visit, admin, parent }) => {
  const page = await visit({ as: admin, expects: [answered(400)] });
  await interceptCalls(page, 'getParent', atFirst(1, answerWith(400)));
  await page.goto(paths.adminParent(parent.family.profile.id));
  await seeToast(page, errorToast('Failed to load parent details'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: parent.family.profile.full_name, level: 1 }).waitFor();
});

it('a change that fails says so and keeps what was typed [ERR-22]', async ({ visit, admin, parent }) => {
  const page = await visit({
    as: admin,
    path: paths.adminParent(parent.family.profile.id),
    expects: [answered(500)],
  });
  await interceptCalls(page, 'updateParent', answerWith(500));
  await page.getByLabel('Full Name').fill('Kept Name');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await seeToast(page, errorToast('Failed to update parent information'));
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Kept Name');
});

it('a deletion that fails says so, and the account stays [ERR-21]', async ({ visit, admin, stack }) => {
  const account = await addFamily(stack);
  const page = await visit({ as: admin, path: paths.adminUsers, expects: [answered(500)] });
  await interceptCalls(page, 'deleteParent', answerWith(500));
  await rowOf(page, account.family.profile.email).getByRole('button', { name: 'Delete' }).click();
  await question(page).getByRole('button', { name: 'Delete Account' }).click();
  await seeToast(page, errorToast('Failed to delete parent account'));
  await rowOf(page, account.family.profile.email).waitFor();
});
