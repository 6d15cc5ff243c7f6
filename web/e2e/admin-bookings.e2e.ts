import type { Locator } from '@playwright/test';
import {
  cellsOf,
  confirmDialog,
  downloadFile,
  expectColumns,
  openEdit,
  rowOf,
} from '#infra/testing/browser/admin-screens';
import { bornYearsAgo, businessToday } from '#infra/testing/browser/business-day';
import { forFirst, holdCalls, interceptCalls, respondWith } from '#infra/testing/browser/calls';
import { addClass, bookByApi, cardOf, setWeeklyRate } from '#infra/testing/browser/classes';
import { addFamily } from '#infra/testing/browser/families';
import {
  errorToast,
  expectToast,
  httpError,
  layoutShift,
  scrollTop,
  toastOf,
} from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import type { TestStack } from '#infra/testing/stack/test-stack';
import type { RouteName } from '#shared/contract/routes';
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

test('bookings are filtered [SET-02]', { tag: '@exhaustive' }, async ({ page, parent, stack }) => {
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

const phone = { width: 375, height: 812 };

/** Books a place for each of some children of new families. */
const bookMany = async (stack: TestStack, count: number) => {
  const cls = await addClass(stack, { venue: 'Crowded Ground', slots: [{ capacity: 200 }] });
  for (let from = 0; from < count; from += 20) {
    const children = Array.from({ length: Math.min(20, count - from) }, (_, at) => ({
      name: `Child ${String(from + at).padStart(2, '0')}`,
      date_of_birth: bornYearsAgo(8),
    }));
    const account = await stack.createAccount(sampleFamily({ children }));
    for (const child of children.keys()) await bookByApi(stack, account, cls, { child });
  }
};

test('bookings are paged, on a phone in five screens', { tag: '@exhaustive' }, async ({ page, stack }) => {
  await bookMany(stack, 51);
  await page.setViewportSize(phone);
  await page.goto(paths.adminBookings);
  const rows = page.locator('tbody').getByRole('row');
  const children = page.locator('tbody').getByRole('rowheader');
  await expect(rows).toHaveCount(50);
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5 * 812);
  expect(await layoutShift(page)).toBe(0);

  await test.step('the next page keeps the old rows until the new ones are there, and is in the address', async () => {
    const table = page.getByRole('table', { name: 'Bookings' });
    const held = await holdCalls(page, 'searchBookings');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(table).toHaveAttribute('aria-busy', 'true');
    await expect(children).toHaveCount(50);
    held.release();
    await expect(children).toHaveText(['Child 00']);
    await expect(table).toHaveAttribute('aria-busy', 'false');
    await expect(page).toHaveURL(/\/admin\/bookings\?after=bkg_/);
    await page.reload();
    await expect(children).toHaveText(['Child 00']);
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    const { text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
    expect(text.trimEnd().split('\r\n')).toHaveLength(52);
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(rows).toHaveCount(50);
  });
});

test('coming back keeps search and scroll position', { tag: '@exhaustive' }, async ({ page, stack }) => {
  await addFamily(stack, 'Another');
  for (let at = 10; at < 40; at += 1) await addFamily(stack, `Searched Family ${at}`);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(paths.adminUsers);
  await page.getByRole('searchbox').fill('searched');
  await expect(page.getByText('30 parents', { exact: true })).toBeVisible();
  const link = page.getByRole('link', { name: 'View Details of Searched Family 12' });
  for (const goBack of [
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Back to Parents' }).click(),
  ]) {
    await link.scrollIntoViewIfNeeded();
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(200);
    const position = await scrollTop(page);
    await link.click();
    await expect(page.getByRole('heading', { name: 'Searched Family 12', level: 1 })).toBeVisible();
    await goBack();
    await expect(page.getByRole('searchbox')).toHaveValue('searched');
    await expect.poll(() => scrollTop(page)).toBe(position);
  }
});

test('a screen that cannot be loaded says so, and a button repeats it [ERR-04, ERR-05, ERR-09, ERR-10, ERR-11, ERR-12, ERR-13]', async ({
  page,
  expectProblems,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
  await bookByApi(stack, parent, cls);
  // The server refuses the read: a failed read would be repeated before the screen shows an error.
  expectProblems(httpError(400));
  const slots = page.getByRole('navigation', { name: 'Time slots' }).getByRole('link');
  const details = rowOf(page, parent.family.profile.email).getByRole('link', { name: 'View Details' });
  for (const [route, path, text, shown, lead] of [
    ['getDashboard', paths.admin, 'Failed to load the dashboard', 'Total Revenue'],
    ['searchBookings', paths.adminBookings, 'Failed to load bookings', 'Ana Parent'],
    ['searchParents', paths.adminUsers, 'Failed to load members', 'Pat Parent'],
    ['listAdmins', paths.adminAdmins, 'Failed to load admins', 'This is you'],
    ['getParent', paths.adminParent(parent.family.id), 'Failed to load parent details', 'Booking History'],
    ['getParent', paths.adminUsers, 'Failed to load children', 'Booking History', details],
    ['getRoster', paths.adminClass(cls.id), 'Failed to load class details', 'Ana Parent'],
    ['getRoster', paths.adminClass(cls.id), 'Failed to load time slots', 'No bookings', slots.nth(1)],
  ] as const)
    await test.step(text, async () => {
      if (lead) {
        await page.goto(path);
        await expect(lead).toBeVisible();
      }
      const calls = await interceptCalls(page, route, forFirst(1, respondWith(400)));
      await (lead ? lead.click() : page.goto(path));
      await expectToast(page, errorToast(text));
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
      await calls.stop();
    });
});

test('a change that fails says so, and what was typed or stored stays [ERR-17, ERR-18, ERR-19, ERR-20, ERR-21, ERR-22]', async ({
  page,
  expectProblems,
  parent,
  stack,
}) => {
  expectProblems(httpError(500));
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  const { email } = parent.family.profile;
  const press = (name: string) => page.getByRole('button', { name }).click();
  const deleteIn = async (row: Locator, confirm: string) => {
    await row.getByRole('button', { name: 'Delete' }).click();
    await press(confirm);
  };
  const expectFailure = async (route: RouteName, text: string, path: string, act: () => Promise<void>) => {
    await page.goto('about:blank');
    await page.goto(path);
    const calls = await interceptCalls(page, route, respondWith(500));
    await act();
    await expect(toastOf(page, errorToast(text))).toBeVisible();
    await calls.stop();
  };
  const [card, booking, list] = [cardOf(page, cls), rowOf(page, cls.venue), page.locator('tbody')];

  await expectFailure('updateClass', 'Failed to update class', paths.adminClasses, async () => {
    const form = await openEdit(page, card);
    await form.coach.fill('Typed Coach');
    await form.save.click();
  });
  await expect(page.getByRole('dialog').getByLabel('Coach Name')).toHaveValue('Typed Coach');
  await expectFailure('deleteClass', 'Failed to delete class', paths.adminClasses, () =>
    deleteIn(card, 'Delete Class'),
  );
  await expect(card).toBeVisible();
  await expectFailure('updateBooking', 'Failed to update booking', paths.adminBookings, async () => {
    await booking.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Child Name').fill('Quinn');
    await press('Save Changes');
  });
  await expect(page.getByLabel('Child Name')).toHaveValue('Quinn');
  await expectFailure('deleteBooking', 'Failed to delete booking', paths.adminBookings, () =>
    deleteIn(booking, 'Delete Booking'),
  );
  await expect(list).toContainText('Ana Parent');
  await expectFailure('deleteParent', 'Failed to delete parent account', paths.adminUsers, () =>
    deleteIn(rowOf(page, email), 'Delete Account'),
  );
  await expect(list).toContainText(email);
  const path = paths.adminParent(parent.family.id);
  await expectFailure('updateParent', 'Failed to update parent information', path, async () => {
    await page.getByLabel('Full Name').fill('Kept Name');
    await press('Save Changes');
  });
  await expect(page.getByLabel('Full Name')).toHaveValue('Kept Name');
});

test('an unknown class or parent leads back [ADM-38, ADM-60]', async ({ page, expectProblems }) => {
  expectProblems(httpError(404));
  for (const [path, title, back] of [
    ['/admin/classes/nonsense', 'Class not found', '/admin/classes'],
    ['/admin/classes/cls_01J00000000000000000000001', 'Class not found', '/admin/classes'],
    ['/admin/parents/nonsense', 'Parent not found', '/admin/users'],
    ['/admin/parents/fam_01J8Z000000000000000000001', 'Parent not found', '/admin/users'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await page.getByRole('link', { name: /^Back to/ }).click();
    await expect(page).toHaveURL(back);
  }
});
