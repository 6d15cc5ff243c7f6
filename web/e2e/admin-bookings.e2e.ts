import {
  cellsOf,
  columnHeaders,
  confirmDialog,
  downloadFile,
  payByApi,
  rowOf,
} from '#infra/testing/browser/admin-screens';
import { bornYearsAgo, businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, cardOf, setWeeklyRate, storedBookings } from '#infra/testing/browser/classes';
import { expectToast } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, officeTest as test } from './testing/test.ts';

test('shows all bookings with their details, and their number [ADM-39, ADM-40, ADM-41, ADM-42, ADM-10]', async ({
  page,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1, isTrial: true });
  // What was agreed before stays.
  await setWeeklyRate(stack, cls, 2_500);
  await page.goto(paths.adminBookings);
  await expect(rowOf(page, cls.venue).first()).toBeVisible();
  await expect(columnHeaders(page, 'Bookings')).toHaveText([
    'Class Type',
    'Venue',
    'Time Slot',
    'Type',
    'Child Name',
    'Age',
    'Parent',
    'Email',
    'Phone',
    'Amount',
    'Payment',
    'Booked On',
    'Actions',
  ]);
  const { full_name, email, phone_number } = parent.family.profile;
  const rows = rowOf(page, cls.venue);
  const where = ['Juniorballerz', cls.venue, '09:00-09:45'];
  const who = [full_name, email, phone_number];
  const trialDate = formatDate(addDays(businessToday, 4));
  const booked = formatDate(businessToday);
  // The buttons of the last cell are icons without a text.
  const actions = '';
  await expect(cellsOf(rows.nth(1))).toHaveText([
    ...where,
    'Full',
    'Ana Parent',
    '9',
    ...who,
    '$120.00',
    'Open',
    booked,
    actions,
  ]);
  await expect(cellsOf(rows.nth(0))).toHaveText([
    ...where,
    `Trial (${trialDate})`,
    'Ben Parent',
    '7',
    ...who,
    '$20.00',
    'Open',
    booked,
    actions,
  ]);
  await expect(rows.nth(0).getByRole('button')).toHaveCount(2);
  await expect(page.getByText('2 bookings', { exact: true })).toBeVisible();
});

test('only the child’s name and age can be changed, and the table shows the change [ADM-43, ERR-46, NTF-05, PRM-09]', async ({
  page,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await page.goto(paths.adminBookings);
  await rowOf(page, cls.venue).getByRole('button', { name: 'Edit the booking of Ana Parent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Booking' });
  await expect(dialog.locator('input, select, textarea')).toHaveCount(2);
  await dialog.getByLabel('Child Name').fill('Anna Parent');
  await dialog.getByLabel('Child Age').fill('10');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, { title: 'Booking updated successfully' });
  await expect(cellsOf(rowOf(page, cls.venue)).nth(4)).toHaveText('Anna Parent');
  await expect(cellsOf(rowOf(page, cls.venue)).nth(5)).toHaveText('10');
});

test('a booking is deleted after a confirmation, and its place is free [ADM-47, ERR-47, NTF-05, DAT-16, PRM-09]', async ({
  page,
  newPage,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }] });
  await bookByApi(stack, parent, cls);
  await page.goto(paths.adminBookings);
  const remove = rowOf(page, cls.venue).getByRole('button', { name: 'Delete' });
  await remove.click();
  await expect(confirmDialog(page).getByText('Ana Parent loses the place in Juniorballerz')).toBeVisible();
  await expect(confirmDialog(page).getByLabel('Credit')).toContainText('Rest of the charge: $120.00');
  await expect(confirmDialog(page).getByLabel('Tell the parent')).toBeChecked();
  await confirmDialog(page).getByText('Details', { exact: true }).click();
  await expect(
    confirmDialog(page).getByText(/choose Move in the roster instead.*choose Edit instead/),
  ).toBeVisible();
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  await remove.click();
  await confirmDialog(page).getByRole('button', { name: 'Delete Booking' }).click();
  await expectToast(page, { title: 'Booking deleted successfully' });
  await expect(rowOf(page, cls.venue)).toHaveCount(0);
  const visitor = await newPage();
  await visitor.goto(paths.bookCamp);
  await expect(cardOf(visitor, cls).getByText('1 spot remaining', { exact: true })).toBeVisible();
});

test('a deletion credits nothing and tells nobody where an admin chooses so [END-09]', {
  tag: '@exhaustive',
}, async ({ page, newPage, parent, stack }) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1 });
  await page.goto(paths.adminBookings);
  const dialog = confirmDialog(page);
  const deleteBookingOf = (child: string) =>
    page.getByRole('button', { name: `Delete the booking of ${child}` }).click();
  await deleteBookingOf('Ana Parent');
  await dialog.getByLabel('Credit').selectOption('Nothing');
  await dialog.getByLabel('Tell the parent').uncheck();
  await dialog.getByRole('button', { name: 'Delete Booking' }).click();
  await expectToast(page, { title: 'Booking deleted successfully' });
  await deleteBookingOf('Ben Parent');
  await dialog.getByLabel('Credit').selectOption('Sessions left: $120.00');
  // As much as the rest of the charge: no session is over.
  const request = page.waitForRequest(/credit=sessions/);
  await dialog.getByRole('button', { name: 'Delete Booking' }).click();
  await request;
  await expectToast(page, { title: 'Booking deleted successfully' });
  const family = await newPage({ as: parent });
  await family.goto(paths.parentBookings);
  const cardOfChild = (child: string) => family.getByRole('article').filter({ hasText: child });
  await expect(cardOfChild('Ana Parent')).toContainText('Nothing was credited');
  await expect(cardOfChild('Ben Parent')).toContainText('Credited: $120.00');
  // The later email is there: an email about Ana would be there too.
  const subjects = async () =>
    (await stack.mails())
      .filter(({ to }) => to.includes(parent.family.profile.email))
      .map(({ subject }) => subject)
      .filter((subject) => !subject.includes('confirmed'));
  await expect.poll(subjects).toEqual([expect.stringContaining('Ben Parent')]);
});

test('finds bookings by child, ignoring case and accents, and exports them', {
  tag: '@exhaustive',
}, async ({ page, parent, stack }) => {
  const sample = sampleFamily({ children: [{ name: 'Zoe Searchable', date_of_birth: bornYearsAgo(8) }] });
  const account = await stack.createAccount({
    ...sample,
    profile: { ...sample.profile, full_name: 'Wanda Searchable' },
  });
  const cls = await addClass(stack, {
    venue: `Searchable Ground ${account.family.profile.id.slice(0, 8)}`,
  });
  const other = await addClass(stack);
  await bookByApi(stack, account, cls);
  await bookByApi(stack, parent, other);
  await page.goto(paths.adminBookings);
  await expect(rowOf(page, other.venue)).toBeVisible();
  await page.getByRole('searchbox').fill('Zoë Searchable');
  await expect(rowOf(page, other.venue)).toHaveCount(0);
  await expect(page, 'no personal data in the URL').toHaveURL('/admin/bookings');
  await page.reload();
  await expect(rowOf(page, cls.venue)).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('Zoë Searchable');
  const { name, text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(name).toBe(`ballerz-bookings-${businessToday}.csv`);
  expect(text).toContain(`${cls.venue},09:00-09:45,Full,,Zoe Searchable,8,Wanda Searchable,`);
});

test('is narrowed by class, payment and what is still to come, with the filters in the URL', {
  tag: '@exhaustive',
}, async ({ page, admin, parent, stack }) => {
  const [first, second] = [await addClass(stack), await addClass(stack)];
  const payer = await stack.createAccount(sampleFamily({ children: [{ name: 'Paula Paid' }] }));
  await bookByApi(stack, parent, first);
  await bookByApi(stack, payer, second);
  await payByApi(stack, admin, payer, 12_000);
  await page.goto(paths.adminBookings);
  const children = page.getByRole('table', { name: 'Bookings' }).getByRole('rowheader');
  await expect(children).toHaveText(['Paula Paid', 'Ana Parent']);
  await page.getByLabel('Class', { exact: true }).selectOption(first.id);
  await expect(children).toHaveText(['Ana Parent']);
  await expect(page).toHaveURL(`${paths.adminBookings}?class=${first.id}`);
  await page.getByLabel('Payment').selectOption('Paid or credited');
  await expect(page.getByText('No booking matches these filters.')).toBeVisible();
  await page.getByLabel('Class', { exact: true }).selectOption('All classes');
  await page.getByLabel('Sessions').selectOption('Coming');
  await expect(children).toHaveText(['Paula Paid']);
  await page.reload();
  await expect(children).toHaveText(['Paula Paid']);
  await expect(page.getByLabel('Payment')).toHaveValue('settled');
  await expect(page).toHaveURL(`${paths.adminBookings}?payment=settled&when=coming`);
  const { text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(text).toContain('Paula Paid');
  expect(text).not.toContain('Ana Parent');
});
