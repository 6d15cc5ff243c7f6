import { expect } from 'vitest';
import { sampleFamily } from '#infra/testing/samples/samples';
import { formatDate } from '#shared/domain/format';
import { nextSessionDate } from '#shared/domain/schedule';
import { paths } from '#shared/paths';
import { cellsOf, headOf, question, rowOf, savedFile } from './testing/admin-screens.ts';
import { bookElsewhere, storedBookings } from './testing/bookings.ts';
import { bornYearsAgo, businessToday } from './testing/business-day.ts';
import { answerWith, atFirst, interceptCalls } from './testing/calls.ts';
import { addClass, cardOf } from './testing/classes.ts';
import { addressOf } from './testing/page-state.ts';
import { answered } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast, toastOf } from './testing/toasts.ts';

// The first test of the file: nothing is booked yet.
it('without bookings says so [ADM-42]', async ({ visit, admin }) => {
  const page = await visit({ as: admin, path: paths.adminBookings });
  await page.getByText('No bookings yet', { exact: true }).waitFor();
  await page.getByText('0 bookings', { exact: true }).waitFor();
});

it('shows every booking with all that is known of it [ADM-39, ADM-40, ADM-41, ADM-42, ADM-10]', async ({
  visit,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookElsewhere(stack, parent, cls);
  await bookElsewhere(stack, parent, cls, { child: 1, isTrial: true });
  const page = await visit({ as: admin, path: paths.adminBookings });
  await rowOf(page, cls.venue).first().waitFor();
  expect(await headOf(page, 'Bookings')).toEqual([
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
    'Booked On',
    'Actions',
  ]);
  const { full_name, email, phone_number } = parent.family.profile;
  const [trial = [], full = []] = await Promise.all(
    (await rowOf(page, cls.venue).all()).map(async (row) => (await cellsOf(row)).slice(0, -1)),
  );
  const where = ['Juniorballerz', cls.venue, '09:00-09:45'];
  const who = [full_name, email, phone_number];
  const trialDate = nextSessionDate(cls, businessToday);
  const booked = formatDate(businessToday);
  expect(full).toEqual([...where, 'Full', 'Ana Parent', '9', ...who, '$120.00', booked]);
  expect(trial).toEqual([
    ...where,
    `Trial (${trialDate && formatDate(trialDate)})`,
    'Ben Parent',
    '7',
    ...who,
    '$20.00',
    booked,
  ]);
  await page.getByText('2 bookings', { exact: true }).waitFor();
});

it('edits exactly a child’s name and age, and the table shows it [ADM-43, ERR-46, NTF-05, PRM-09]', async ({
  visit,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookElsewhere(stack, parent, cls);
  const page = await visit({ as: admin, path: paths.adminBookings });
  await rowOf(page, cls.venue).getByRole('button', { name: 'Edit the booking of Ana Parent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Booking' });
  expect(await dialog.locator('input, select, textarea').count()).toBe(2);
  await dialog.getByLabel('Child Name').fill('Anna Parent');
  await dialog.getByLabel('Child Age').fill('10');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await seeToast(page, { title: 'Booking updated successfully' });
  expect((await cellsOf(rowOf(page, cls.venue))).slice(4, 6)).toEqual(['Anna Parent', '10']);
});

it('refuses a wrong name or age beside the field, and accepts 1 and 18 [ADM-44, ADM-45, ADM-46]', async ({
  visit,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookElsewhere(stack, parent, cls);
  const page = await visit({ as: admin, path: paths.adminBookings });
  const edit = rowOf(page, cls.venue).getByRole('button', { name: 'Edit' });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'Edit Booking' });
  const [name, age] = [dialog.getByLabel('Child Name'), dialog.getByLabel('Child Age')];
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  const calls = await interceptCalls(page, 'updateBooking', (call) => call.continue());
  await name.fill('  ');
  await save.click();
  await dialog.getByText('Please enter a child name', { exact: true }).waitFor();
  await name.fill('Ana Parent');
  for (const wrong of ['0', '19', '7.5', '']) {
    await age.fill(wrong);
    await save.click();
    await dialog.getByText('Use a whole number from 1 to 18', { exact: true }).waitFor();
    expect(await age.getAttribute('aria-invalid'), wrong).toBe('true');
  }
  expect(calls.count()).toBe(0);
  await age.fill('18');
  await save.click();
  await seeToast(page, { title: 'Booking updated successfully' });
  await edit.click();
  await age.fill('1');
  await save.click();
  await seeToast(page, { title: 'Booking updated successfully' });
  expect((await storedBookings(stack, parent, cls)).map(({ child_age }) => child_age)).toEqual([1]);
});

it('deletes a booking only when asked twice, and its place is free at once [ADM-47, ERR-47, NTF-05, DAT-16, PRM-09]', async ({
  open,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }] });
  await bookElsewhere(stack, parent, cls);
  const page = await open({ as: admin, path: paths.adminBookings });
  const remove = rowOf(page, cls.venue).getByRole('button', { name: 'Delete' });
  await remove.click();
  await question(page).getByText('Ana Parent loses the place in Juniorballerz').waitFor();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  await remove.click();
  await question(page).getByRole('button', { name: 'Delete Booking' }).click();
  await seeToast(page, { title: 'Booking deleted successfully' });
  await soon(() => rowOf(page, cls.venue).count()).toBe(0);
  const visitor = await open({ path: paths.bookCamp });
  await cardOf(visitor, cls).getByText('1 spot remaining', { exact: true }).waitFor();
});

it.for([
  ['child', () => 'Zoë Searchable'],
  ['parent', () => 'wanda searchable'],
  ['email', (email: string) => email.toUpperCase()],
  ['venue', () => 'searchable ground'],
] as const)(
  'finds bookings by %s, without case and accents',
  async ([, queryOf], { visit, admin, parent, stack }) => {
    const sample = sampleFamily({ children: [{ name: 'Zoe Searchable', date_of_birth: bornYearsAgo(8) }] });
    const account = await stack.createAccount({
      ...sample,
      profile: { ...sample.profile, full_name: 'Wanda Searchable' },
    });
    const cls = await addClass(stack, {
      venue: `Searchable Ground ${account.family.profile.id.slice(0, 8)}`,
    });
    const other = await addClass(stack);
    await bookElsewhere(stack, account, cls);
    await bookElsewhere(stack, parent, other);
    const page = await visit({ as: admin, path: paths.adminBookings });
    await rowOf(page, other.venue).waitFor();
    await page.getByRole('searchbox').fill(queryOf(account.family.profile.email));
    await soon(() => rowOf(page, other.venue).count()).toBe(0);
    expect(addressOf(page), 'names stay out of the address').toBe('/admin/bookings');
    await page.reload();
    await rowOf(page, cls.venue).waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe(queryOf(account.family.profile.email));
    const { name, text } = await savedFile(page, page.getByRole('button', { name: 'Export CSV' }));
    expect(name).toBe(`ballerz-bookings-${businessToday}.csv`);
    expect(text).toContain(`${cls.venue},09:00-09:45,Full,,Zoe Searchable,8,Wanda Searchable,`);
  },
);

it('a search without a hit says so', async ({ visit, admin, stack }) => {
  await addClass(stack);
  const page = await visit({ as: admin, path: paths.adminBookings });
  await page.getByRole('searchbox').fill('nobody of this name');
  await page.getByText('No booking is found by “nobody of this name”.').waitFor();
  await page.getByText('0 bookings', { exact: true }).waitFor();
});

it('pages through many bookings, newest first, with the place in the address, and exports them all [ADM-39, ADM-42]', async ({
  visit,
  admin,
  stack,
}) => {
  const cls = await addClass(stack, { venue: 'Crowded Ground', slots: [{ capacity: 60 }] });
  const names = Array.from({ length: 55 }, (_, at) => `Child ${String(at).padStart(2, '0')}`);
  for (const some of [names.slice(0, 20), names.slice(20, 40), names.slice(40)]) {
    const account = await stack.createAccount(
      sampleFamily({ children: some.map((name) => ({ name, date_of_birth: bornYearsAgo(8) })) }),
    );
    for (const child of some.keys()) await bookElsewhere(stack, account, cls, { child });
  }
  const page = await visit({ as: admin, path: paths.adminBookings });
  const children = () => page.locator('tbody').getByRole('rowheader').allTextContents();
  await page.getByRole('searchbox').fill('Crowded');
  await page.getByText('55 bookings', { exact: true }).waitFor();
  await soon(children).toEqual(names.slice(5).toReversed());
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('button', { name: 'Next' }).click();
  await soon(children).toEqual(names.slice(0, 5).toReversed());
  expect(addressOf(page)).toMatch(/^\/admin\/bookings\?after=bkg_/);
  expect(await pages.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await page.reload();
  await soon(children).toEqual(names.slice(0, 5).toReversed());
  await pages.getByRole('button', { name: 'Previous' }).click();
  await soon(children).toEqual(names.slice(5).toReversed());
  await page.goBack();
  await soon(children).toEqual(names.slice(0, 5).toReversed());
  const { text } = await savedFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(text.trimEnd().split('\r\n')).toHaveLength(56);
});

it('a failed load says so and can be tried again [ERR-09]', async ({ visit, admin }) => {
  const page = await visit({ as: admin, expects: [answered(400)] });
  await interceptCalls(page, 'searchBookings', atFirst(1, answerWith(400)));
  await page.goto(paths.adminBookings);
  await seeToast(page, errorToast('Failed to load bookings'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('searchbox').waitFor();
  await page.getByText(/^\d+ bookings?$/).waitFor();
});

it.for([
  ['updateBooking', 'Edit', 'Failed to update booking'],
  ['deleteBooking', 'Delete', 'Failed to delete booking'],
] as const)(
  '%s that fails says so [ERR-19, ERR-20]',
  async ([route, action, text], { visit, admin, parent, stack }) => {
    const cls = await addClass(stack);
    await bookElsewhere(stack, parent, cls);
    const page = await visit({ as: admin, path: paths.adminBookings, expects: [answered(500)] });
    await interceptCalls(page, route, answerWith(500));
    await rowOf(page, cls.venue).getByRole('button', { name: action }).click();
    await page.getByRole('button', { name: action === 'Edit' ? 'Save Changes' : 'Delete Booking' }).click();
    await toastOf(page, errorToast(text)).waitFor();
    expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  },
);

it('a correction that makes two of one child in a slot is refused in the dialog', async ({
  visit,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookElsewhere(stack, parent, cls, { child: 0 });
  await bookElsewhere(stack, parent, cls, { child: 1 });
  const page = await visit({ as: admin, path: paths.adminBookings, expects: [answered(409)] });
  await rowOf(page, cls.venue).getByRole('button', { name: 'Edit the booking of Ben Parent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Booking' });
  await dialog.getByLabel('Child Name').fill('Ana Parent');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByText('Ana Parent is already booked for this time slot', { exact: true }).waitFor();
});
