import {
  cellsOf,
  columnHeaders,
  confirmDialog,
  downloadFile,
  payByApi,
  rowOf,
} from '#infra/testing/browser/admin-screens';
import { bornYearsAgo, businessToday } from '#infra/testing/browser/business-day';
import { forFirst, interceptCalls, passOn, respondWith } from '#infra/testing/browser/calls';
import { addClass, bookByApi, cardOf, setWeeklyRate, storedBookings } from '#infra/testing/browser/classes';
import { errorToast, expectNoSideScroll, expectToast, httpError, toastOf } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

test('an empty list shows a message and a count of 0 [ADM-42]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
}) => {
  await signIn(admin);
  await page.goto(paths.adminBookings);
  await expect(page.getByText('No bookings yet', { exact: true })).toBeVisible();
  await expect(page.getByText('0 bookings', { exact: true })).toBeVisible();
});

test('shows all bookings with their details, and their number [ADM-39, ADM-40, ADM-41, ADM-42, ADM-10]', async ({
  page,
  signIn,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1, isTrial: true });
  // What was agreed before stays.
  await setWeeklyRate(stack, cls, 2_500);
  await signIn(admin);
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
  signIn,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await signIn(admin);
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

test('shows an invalid name or age beside the field, and accepts the ages 1 and 18 [ADM-44, ADM-45, ADM-46]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent, stack }) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await signIn(admin);
  await page.goto(paths.adminBookings);
  const edit = rowOf(page, cls.venue).getByRole('button', { name: 'Edit' });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'Edit Booking' });
  const [name, age] = [dialog.getByLabel('Child Name'), dialog.getByLabel('Child Age')];
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  const calls = await interceptCalls(page, 'updateBooking', passOn);
  for (const wrong of ['  ', '']) {
    await name.fill(wrong);
    await save.click();
    await expect(dialog.getByText('Please enter a child name', { exact: true })).toBeVisible();
    await expect(name, `"${wrong}"`).toHaveAttribute('aria-invalid', 'true');
  }
  await name.fill('Ana Parent');
  for (const wrong of ['0', '19', '7.5', '']) {
    await age.fill(wrong);
    await save.click();
    await expect(dialog.getByText('Use a whole number from 1 to 18', { exact: true })).toBeVisible();
    await expect(age, wrong).toHaveAttribute('aria-invalid', 'true');
  }
  expect(calls.count()).toBe(0);
  await age.fill('18');
  await save.click();
  await expectToast(page, { title: 'Booking updated successfully' });
  await edit.click();
  await age.fill('1');
  await save.click();
  await expectToast(page, { title: 'Booking updated successfully' });
  expect((await storedBookings(stack, parent, cls)).map(({ child_age }) => child_age)).toEqual([1]);
});

test('the name of a booking is corrected whatever age it was made with [ADM-61]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, stack }) => {
  const family = sampleFamily({ children: [{ name: 'Old Enough', date_of_birth: bornYearsAgo(19) }] });
  const account = await stack.createAccount(family);
  const cls = await addClass(stack);
  await bookByApi(stack, account, cls);
  await signIn(admin);
  await page.goto(paths.adminBookings);
  await rowOf(page, cls.venue).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Booking' });
  await expect(dialog.getByLabel('Child Age')).toHaveValue('19');
  await dialog.getByLabel('Child Name').fill('Right Name');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, { title: 'Booking updated successfully' });
  expect(await storedBookings(stack, account, cls)).toMatchObject([
    { child_name: 'Right Name', child_age: 19 },
  ]);
});

test('a booking is deleted after a confirmation, and its place is free [ADM-47, ERR-47, NTF-05, DAT-16, PRM-09]', async ({
  page,
  signIn,
  newPage,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }] });
  await bookByApi(stack, parent, cls);
  await signIn(admin);
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
}, async ({ page, signIn, newPage, admin, parent, stack }) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1 });
  await signIn(admin);
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

for (const [field, queryOf] of [
  ['child', () => 'Zoë Searchable'],
  ['parent', () => 'wanda searchable'],
  ['email', (email: string) => email.toUpperCase()],
  ['venue', () => 'searchable ground'],
] as const) {
  test(`finds bookings by ${field}, ignoring case and accents`, { tag: '@exhaustive' }, async ({
    page,
    signIn,
    admin,
    parent,
    stack,
  }) => {
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
    await signIn(admin);
    await page.goto(paths.adminBookings);
    await expect(rowOf(page, other.venue)).toBeVisible();
    await page.getByRole('searchbox').fill(queryOf(account.family.profile.email));
    await expect(rowOf(page, other.venue)).toHaveCount(0);
    await expect(page, 'no personal data in the URL').toHaveURL('/admin/bookings');
    await page.reload();
    await expect(rowOf(page, cls.venue)).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(queryOf(account.family.profile.email));
    const { name, text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
    expect(name).toBe(`ballerz-bookings-${businessToday}.csv`);
    expect(text).toContain(`${cls.venue},09:00-09:45,Full,,Zoe Searchable,8,Wanda Searchable,`);
  });
}

test('a search without a result shows a message', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  await addClass(stack);
  await signIn(admin);
  await page.goto(paths.adminBookings);
  await page.getByRole('searchbox').fill('nobody of this name');
  await expect(page.getByText('No booking is found by “nobody of this name”.')).toBeVisible();
  await expect(page.getByText('0 bookings', { exact: true })).toBeVisible();
});

test('pages through bookings, newest first, with the page in the URL, and exports all pages [ADM-39, ADM-42]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent, stack }) => {
  // One booking more than the search finds, so that the count shows when the search is done.
  await bookByApi(stack, parent, await addClass(stack));
  const cls = await addClass(stack, { venue: 'Crowded Ground', slots: [{ capacity: 60 }] });
  const names = Array.from({ length: 55 }, (_, at) => `Child ${String(at).padStart(2, '0')}`);
  for (const some of [names.slice(0, 20), names.slice(20, 40), names.slice(40)]) {
    const account = await stack.createAccount(
      sampleFamily({ children: some.map((name) => ({ name, date_of_birth: bornYearsAgo(8) })) }),
    );
    for (const child of some.keys()) await bookByApi(stack, account, cls, { child });
  }
  await signIn(admin);
  await page.goto(paths.adminBookings);
  const children = page.locator('tbody').getByRole('rowheader');
  await page.getByRole('searchbox').fill('Crowded');
  await expect(page.getByText('55 bookings', { exact: true })).toBeVisible();
  await expect(children).toHaveText(names.slice(5).toReversed());
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(children).toHaveText(names.slice(0, 5).toReversed());
  await expect(page).toHaveURL(/\/admin\/bookings\?after=bkg_/);
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.reload();
  await expect(children).toHaveText(names.slice(0, 5).toReversed());
  await pages.getByRole('button', { name: 'Previous' }).click();
  await expect(children).toHaveText(names.slice(5).toReversed());
  await page.goBack();
  await expect(children).toHaveText(names.slice(0, 5).toReversed());
  const { text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(text.trimEnd().split('\r\n')).toHaveLength(56);
});

test('a failed load shows an error and can be repeated [ERR-09]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  expectProblems,
  admin,
}) => {
  expectProblems(httpError(400));
  await signIn(admin);
  await interceptCalls(page, 'searchBookings', forFirst(1, respondWith(400)));
  await page.goto(paths.adminBookings);
  await expectToast(page, errorToast('Failed to load bookings'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(page.getByText(/^\d+ bookings?$/)).toBeVisible();
});

for (const [route, open, confirm, text, item] of [
  ['updateBooking', 'Edit', 'Save Changes', 'Failed to update booking', '[ERR-19]'],
  ['deleteBooking', 'Delete', 'Delete Booking', 'Failed to delete booking', '[ERR-20]'],
] as const) {
  test(`a failed ${route} shows "${text}", and the booking stays ${item}`, async ({
    page,
    signIn,
    expectProblems,
    admin,
    parent,
    stack,
  }) => {
    const cls = await addClass(stack);
    await bookByApi(stack, parent, cls);
    expectProblems(httpError(500));
    await signIn(admin);
    await page.goto(paths.adminBookings);
    await interceptCalls(page, route, respondWith(500));
    await rowOf(page, cls.venue).getByRole('button', { name: open }).click();
    if (route === 'updateBooking') await page.getByLabel('Child Name').fill('Quinn');
    await page.getByRole('button', { name: confirm }).click();
    await expect(toastOf(page, errorToast(text))).toBeVisible();
    expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  });
}

test('the dialog refuses a name that is booked in the slot already', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  expectProblems,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls, { child: 0 });
  await bookByApi(stack, parent, cls, { child: 1 });
  expectProblems(httpError(409));
  await signIn(admin);
  await page.goto(paths.adminBookings);
  await rowOf(page, cls.venue).getByRole('button', { name: 'Edit the booking of Ben Parent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Booking' });
  await dialog.getByLabel('Child Name').fill('Ana Parent');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    dialog.getByText('Ana Parent is already booked for this time slot', { exact: true }),
  ).toBeVisible();
});

test('a long venue, and a trial with its date, take two lines of a row on a laptop', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent, stack }) => {
  const venue = 'Riverside Sports Ground, Pitch 2';
  await bookByApi(stack, parent, await addClass(stack, { venue }), { isTrial: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(admin);
  await page.goto(paths.adminBookings);
  for (const name of [venue, /^Trial/]) {
    const cell = page.getByRole('cell', { name });
    await expect(cell).toBeVisible();
    const lines = await cell.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBeLessThanOrEqual(2);
  }
  await expectNoSideScroll(page);
});

test('is narrowed by class, payment and what is still to come, with the filters in the URL', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent, stack }) => {
  const [first, second] = [await addClass(stack), await addClass(stack)];
  const payer = await stack.createAccount(sampleFamily({ children: [{ name: 'Paula Paid' }] }));
  await bookByApi(stack, parent, first);
  await bookByApi(stack, payer, second);
  await payByApi(stack, admin, payer, 12_000);
  await signIn(admin);
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
