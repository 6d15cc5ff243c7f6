import {
  cellsOf,
  confirmDialog,
  downloadFile,
  expectColumns,
  rowOf,
} from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, cardOf, setWeeklyRate } from '#infra/testing/browser/classes';
import { expectToast } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, officeTest as test } from './testing/test.ts';

test('the office sees all bookings, corrects the child of one, and deletes it after a confirmation [ADM-39, ADM-40, ADM-41, ADM-42, ADM-10, ADM-43, ERR-46, ADM-47, ERR-47, NTF-05, DAT-16, PRM-09]', async ({
  page,
  newPage,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1, isTrial: true });
  // What was agreed before stays.
  await setWeeklyRate(stack, cls, 2_500);
  await page.goto(paths.adminBookings);
  await expectColumns(
    page,
    'Bookings',
    'Class Type, Venue, Time Slot, Type, Child Name, Age, Parent, Email, Phone, Amount, Payment, Booked On, Actions',
  );
  const { full_name, email, phone_number } = parent.family.profile;
  const cellsWith = (type: string, child: string, age: string, amount: string) => [
    ...['Juniorballerz', cls.venue, '09:00-09:45', type, child, age],
    // The buttons of the last cell are icons without a text.
    ...[full_name, email, phone_number, amount, 'Open', formatDate(businessToday), ''],
  ];
  const rows = rowOf(page, cls.venue);
  const trial = `Trial (${formatDate(addDays(businessToday, 4))})`;
  await expect(cellsOf(rows.nth(1))).toHaveText(cellsWith('Full', 'Ana Parent', '9', '$120.00'));
  await expect(cellsOf(rows.nth(0))).toHaveText(cellsWith(trial, 'Ben Parent', '7', '$20.00'));
  await expect(page.getByText('2 bookings', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Edit the booking of Ana Parent' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Booking' });
  await expect(form.locator('input, select, textarea')).toHaveCount(2);
  await form.getByLabel('Child Name').fill('Anna Parent');
  await form.getByLabel('Child Age').fill('10');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, { title: 'Booking updated successfully' });
  await expect(cellsOf(rows.nth(1))).toHaveText(cellsWith('Full', 'Anna Parent', '10', '$120.00'));

  const remove = page.getByRole('button', { name: 'Delete the booking of Anna Parent' });
  const question = confirmDialog(page);
  await remove.click();
  await expect(question.getByText('Anna Parent loses the place in Juniorballerz')).toBeVisible();
  await expect(question.getByLabel('Credit')).toContainText('Rest of the charge: $120.00');
  await expect(question.getByLabel('Tell the parent')).toBeChecked();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rows).toHaveCount(2);
  await remove.click();
  await question.getByLabel('Credit').selectOption('Nothing');
  await question.getByLabel('Tell the parent').uncheck();
  // What the school chooses is sent (END-09).
  const request = page.waitForRequest(/(?=.*credit=nothing)(?=.*tell=no)/);
  await question.getByRole('button', { name: 'Delete Booking' }).click();
  await request;
  await expectToast(page, { title: 'Booking deleted successfully' });
  await expect(rows).toHaveCount(1);
  const visitor = await newPage();
  await visitor.goto(paths.bookCamp);
  await expect(cardOf(visitor, cls).getByText('9 spots remaining', { exact: true })).toBeVisible();
});

test('bookings are narrowed by class and venue, found by a child, and exported [SET-02]', {
  tag: '@exhaustive',
}, async ({ page, parent, stack }) => {
  const [first, second] = [await addClass(stack), await addClass(stack)];
  const payer = await stack.createAccount(sampleFamily({ children: [{ name: 'Zoe Paid' }] }));
  await bookByApi(stack, parent, first);
  await bookByApi(stack, payer, second);
  await page.goto(paths.adminBookings);
  const children = page.getByRole('table', { name: 'Bookings' }).getByRole('rowheader');
  await expect(children).toHaveText(['Zoe Paid', 'Ana Parent']);
  const [byClass, byVenue] = ['Class', 'Venue'].map((name) => page.getByLabel(name, { exact: true }));
  await byClass?.selectOption(first.id);
  await expect(children).toHaveText(['Ana Parent']);
  await expect(page).toHaveURL(`${paths.adminBookings}?class=${first.id}`);
  await byVenue?.selectOption(second.venue);
  await expect(page.getByText('No booking matches these filters.')).toBeVisible();
  await byClass?.selectOption('All classes');
  await expect(children).toHaveText(['Zoe Paid']);
  const { name, text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(name).toBe(`ballerz-bookings-${businessToday}.csv`);
  expect(text).toContain(`${second.venue},09:00-09:45,Full,,Zoe Paid,`);
  expect(text).not.toContain('Ana Parent');

  await page.goto(paths.adminBookings);
  await page.getByRole('searchbox').fill('Zoë');
  await expect(children).toHaveText(['Zoe Paid']);
  await expect(page, 'no personal data in the URL').toHaveURL(paths.adminBookings);
});
