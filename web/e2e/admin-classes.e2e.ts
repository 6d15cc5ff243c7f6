import { confirmDialog, rowOf } from '#infra/testing/browser/admin-screens';
import { addClass, bookByApi, cardOf, joinByApi, slotOf } from '#infra/testing/browser/classes';
import { familyOfTwo } from '#infra/testing/browser/families';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { expectToast } from '#infra/testing/browser/page';
import { everyWeekday, formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, officeTest as test } from './testing/test.ts';

test('an empty list offers to create the first class [ADM-11, ADM-20]', async ({ page }) => {
  await page.goto(paths.adminClasses);
  await expect(page.getByRole('heading', { name: 'Manage Classes', level: 1, exact: true })).toBeVisible();
  await expect(page.getByText('No classes created yet', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create Your First Class' }).click();
  await expect(page.getByRole('form', { name: 'Create Class' })).toBeVisible();
});

test('lists classes newest first, each with a picture of its type [ADM-11, ADM-12]', async ({
  page,
  stack,
}) => {
  const older = await addClass(stack, { class_type: 'eliteballerz' });
  const newer = await addClass(stack, { class_type: 'juniorballerz' });
  await page.goto(paths.adminClasses);
  await expect(page.getByRole('article')).toContainText([newer.venue, older.venue]);
  const source = await cardOf(page, newer).getByRole('img').getAttribute('src');
  await expect(cardOf(page, older).getByRole('img')).toHaveAttribute('src', /\S/);
  await expect(cardOf(page, older).getByRole('img')).not.toHaveAttribute('src', source ?? 'a picture');
});

test('a card shows dates, coach, prices and slots [ADM-13, ADM-14, ADM-15]', async ({ page, stack }) => {
  const cls = await addClass(stack, {
    coach_name: 'Ellie Watts',
    slots: [
      { capacity: 10, booked: 4 },
      { capacity: 3, booked: 3 },
    ],
  });
  await page.goto(paths.adminClasses);
  const card = cardOf(page, cls);
  for (const text of [
    'Juniorballerz',
    everyWeekday(cls.start_date),
    `${formatDate(cls.start_date)} - ${formatDate(cls.end_date)}`,
    'Coach: Ellie Watts',
    '$120.00',
    '6 weeks remaining',
    'Weekly rate: $20.00',
  ]) {
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(card.getByRole('listitem')).toHaveText([
    '9:00 AM - 9:45 AM4/10 participants',
    '10:00 AM - 10:45 AMFULL3/3 participants',
  ]);
});

test('"View Details" leads to the page of the class [ADM-17]', async ({ page, stack }) => {
  const cls = await addClass(stack);
  await page.goto(paths.adminClasses);
  await cardOf(page, cls).getByRole('link', { name: 'View Details' }).click();
  await expect(page.getByRole('heading', { name: cls.venue, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`/admin/classes/${cls.id}`);
});

test('a class is deleted with its bookings after a confirmation that counts them, and the families that wait [ADM-19, ERR-45, NTF-05, PRM-07]', async ({
  page,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1 });
  await page.goto(paths.adminClasses);
  const card = cardOf(page, cls);
  await card.getByRole('button', { name: 'Delete' }).click();
  await expect(
    confirmDialog(page).getByText(
      'This will permanently delete this class and all its time slots and bookings. This action cannot be undone.',
      { exact: true },
    ),
  ).toBeVisible();
  await expect(
    confirmDialog(page).getByText('2 bookings of 1 family end. Each family is credited the sessions left'),
  ).toBeVisible();
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Delete Class' }).click();
  await expectToast(page, { title: 'Class deleted successfully' });
  // Its bookings end one by one (END-10).
  await expect(card).toHaveCount(0);
  await page.goto(paths.adminBookings);
  await expect(page.getByRole('heading', { name: 'Manage Bookings' })).toBeVisible();
  await page.getByRole('searchbox').fill(cls.venue);
  await expect(page.getByText('0 bookings', { exact: true })).toBeVisible();
  await expect(rowOf(page, cls.venue)).toHaveCount(0);

  await test.step('the confirmation of a deletion counts the families on the waiting lists', async () => {
    const cls = await addClass(stack, { slots: [{ capacity: 1 }] });
    await bookByApi(stack, parent, cls);
    const waiting = await stack.createAccount(familyOfTwo());
    await joinByApi(stack, waiting, cls);
    await joinByApi(stack, waiting, cls, { children: [1] });
    await page.goto(paths.adminClasses);
    await cardOf(page, cls).getByRole('button', { name: 'Delete' }).click();
    await expect(
      confirmDialog(page).getByText('Its waiting lists, with 1 family, close. Each family gets an email.', {
        exact: true,
      }),
    ).toBeVisible();
  });
});

test('a class is taken off sale, so that a family neither finds nor books it, and put on sale again [OPS-08]', async ({
  page,
  newPage,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await page.goto(paths.adminClasses);
  const card = cardOf(page, cls);
  await card.getByRole('button', { name: 'Take Off Sale' }).click();
  await expectNoAxeInThemes(page, 'Take Off Sale');
  await confirmDialog(page).getByRole('button', { name: 'Take Off Sale' }).click();
  await expectToast(page, { title: 'The class is off sale' });
  await expect(card.getByText('Off sale', { exact: true })).toBeVisible();

  const family = await newPage({ as: parent });
  await family.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await expect(family.getByRole('status').filter({ hasText: 'not on sale at the moment' })).toBeVisible();
  await expect(bookingForm(family).total).toHaveCount(0);
  await expectNoAxeInThemes(family, 'a class that is off sale');
  await family.goto(paths.browseClasses);
  await expect(family.getByText('No classes', { exact: false })).toBeVisible();
  await page.goto(paths.adminClass(cls.id));
  await expect(page.getByText('Off sale: families neither find nor book this class.')).toBeVisible();

  await page.goto(paths.adminClasses);
  await card.getByRole('button', { name: 'Put on Sale' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Put on Sale' }).click();
  await expectToast(page, { title: 'The class is on sale' });
  await family.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await bookFor(family, 'Ana Parent');
  await expectConfirmation(family);
});
