import { getManagedClass } from '#functions/classes/classes';
import {
  chooseVenue,
  confirmDialog,
  fillClass,
  fillSlot,
  openEdit,
  openNewClass,
} from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { forFirst, interceptCalls, loseResponse } from '#infra/testing/browser/calls';
import { addClass, bookByApi, cardOf, joinByApi, slotOf } from '#infra/testing/browser/classes';
import { familyOfTwo } from '#infra/testing/browser/families';
import { bookingForm } from '#infra/testing/browser/forms';
import { errorToast, expectToast, httpError, networkError } from '#infra/testing/browser/page';
import { addDays } from '#shared/lib/calendar';
import { everyWeekday, formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, officeTest as test } from './testing/test.ts';

test('the list of classes is empty at first, then newest first, with facts and slots on each card [ADM-11, ADM-12, ADM-13, ADM-14, ADM-15, ADM-17, ADM-20]', async ({
  page,
  stack,
}) => {
  await page.goto(paths.adminClasses);
  await expect(page.getByRole('heading', { name: 'Manage Classes', level: 1, exact: true })).toBeVisible();
  await expect(page.getByText('No classes created yet', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create Your First Class' }).click();
  await expect(page.getByRole('form', { name: 'Create Class' })).toBeVisible();

  const older = await addClass(stack, { class_type: 'eliteballerz' });
  const slots = [
    { capacity: 10, booked: 4 },
    { capacity: 3, booked: 3 },
  ];
  const cls = await addClass(stack, { coach_name: 'Ellie Watts', slots });
  await page.goto(paths.adminClasses);
  await expect(page.getByRole('article')).toContainText([cls.venue, older.venue]);
  const card = cardOf(page, cls);
  for (const text of [
    'Juniorballerz',
    everyWeekday(cls.start_date),
    `${formatDate(cls.start_date)} - ${formatDate(cls.end_date)}`,
    'Coach: Ellie Watts',
    '$120.00',
    '6 weeks remaining',
    'Weekly rate: $20.00',
  ])
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveText([
    '9:00 AM - 9:45 AM4/10 participants',
    '10:00 AM - 10:45 AMFULL3/3 participants',
  ]);
  await card.getByRole('link', { name: 'View Details' }).click();
  await expect(page.getByRole('heading', { name: cls.venue, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`/admin/classes/${cls.id}`);
});

test('a class goes with its bookings [ADM-19, ERR-45, NTF-05, PRM-07]', async ({ page, parent, stack }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 2 }] });
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1 });
  await joinByApi(stack, await stack.createAccount(familyOfTwo()), cls);
  await page.goto(paths.adminClasses);
  const card = cardOf(page, cls);
  const question = confirmDialog(page);
  await card.getByRole('button', { name: 'Delete' }).click();
  for (const text of [
    'This will permanently delete this class and all its time slots and bookings. This action cannot be undone.',
    '2 bookings of 1 family end. Each family is credited the sessions left',
    'Its waiting lists, with 1 family, close. Each family gets an email.',
  ])
    await expect(question.getByText(text)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete Class' }).click();
  await expectToast(page, { title: 'Class deleted successfully' });
  // Its bookings end one by one (END-10).
  await expect(card).toHaveCount(0);
});

test('a class is taken off sale and put on sale again [OPS-08]', async ({ page, newPage, parent, stack }) => {
  const cls = await addClass(stack);
  await page.goto(paths.adminClasses);
  const card = cardOf(page, cls);
  await card.getByRole('button', { name: 'Take Off Sale' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Take Off Sale' }).click();
  await expectToast(page, { title: 'The class is off sale' });
  await expect(card.getByText('Off sale', { exact: true })).toBeVisible();

  const family = await newPage({ as: parent });
  await family.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await expect(family.getByRole('status').filter({ hasText: 'not on sale at the moment' })).toBeVisible();
  await expect(bookingForm(family).total).toHaveCount(0);
  await family.goto(paths.browseClasses);
  await expect(family.getByText('No classes', { exact: false })).toBeVisible();

  await page.goto(paths.adminClasses);
  await card.getByRole('button', { name: 'Put on Sale' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Put on Sale' }).click();
  await expectToast(page, { title: 'The class is on sale' });
});

const start = addDays(businessToday, 7);
const input = {
  class_type: 'miniballerz',
  venue: 'Typed Park',
  coach_name: 'Kim Coach',
  weekly_rate: '20',
  start_date: start,
};

test('the form of a class says what is missing, follows its input, and saves a class with its slots [ADM-16, ADM-21, ADM-24, ADM-27, ADM-28, ADM-29, ADM-22, ADM-31, ERR-43, NTF-05, PRM-06]', async ({
  page,
  stack,
}) => {
  await addClass(stack);
  const form = await openNewClass(page);
  const hint = 'Price reduces weekly until week 7 (min 3 weeks)';
  await expect(form.form.getByText(hint, { exact: true })).toBeVisible();
  await form.save.click();
  for (const text of [
    'Please choose a class type',
    'Please choose a venue',
    'Please enter a coach name',
    'Please enter a valid weekly rate',
    'Please select both start and end dates',
    'Use a whole number of at least 1',
  ])
    await expect(form.form.getByText(text, { exact: true })).toBeVisible();
  await expect(form.classType).toBeFocused();

  await fillClass(form, input);
  await expect(form.endDate).toHaveValue(addDays(start, 56));
  await expect(form.price.getByText('$180.00')).toBeVisible();
  await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
  await form.addSlot.click();
  await expect(form.slot(2).start).toHaveValue('10:00');
  await fillSlot(form.slot(2), ['10:00', '11:00', '2']);
  await form.save.click();
  await expectToast(page, { title: 'Class created successfully' });
  const card = page.getByRole('article').filter({ hasText: 'Typed Park' });
  await expect(card.getByRole('listitem')).toHaveText([
    '9:00 AM - 10:00 AM0/8 participants',
    '10:00 AM - 11:00 AM0/2 participants',
  ]);
  await expect(form.form).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Class' }).click();
  await expect(form.venue).toHaveValue('');
});

test('a save whose answer was lost keeps the input [ERR-16, ADM-30]', async ({ page, expectProblems }) => {
  expectProblems(networkError);
  await interceptCalls(page, 'createClass', forFirst(1, loseResponse));
  const form = await openNewClass(page);
  await fillClass(form, input);
  await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
  await form.save.click();
  await expectToast(page, errorToast('Failed to create class'));
  await expect(form.venue.locator('option:checked')).toHaveText('Typed Park');
  await form.save.click();
  await expectToast(page, { title: 'Class created successfully' });
  await expect(page.getByRole('article').filter({ hasText: 'Typed Park' })).toHaveCount(1);

  await page.getByRole('button', { name: 'Create Class' }).click();
  await fillClass(form, input);
  await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
  await page.getByRole('link', { name: 'Admins', exact: true }).click();
  await page.getByRole('link', { name: 'Classes', exact: true }).click();
  await page.getByRole('button', { name: 'Create Class' }).click();
  await expect(form.venue.locator('option:checked')).toHaveText('Typed Park');
  await expect(form.slot(1).start).toHaveValue('09:00');
  await expect(form.slot(1).capacity).toHaveValue('8');
  await expect(form.form.getByText('These are your entries from before.')).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await form.save.click();
  await expectToast(page, errorToast('Not authenticated'));
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  await expect(page.getByRole('main').getByLabel('Password')).toBeVisible();
});

test('a class is edited [ADM-18, ADM-31, DAT-11, ERR-44, NTF-05, CAL-03]', async ({ page, stack }) => {
  const cls = await addClass(stack);
  await page.goto(paths.adminClasses);
  const form = await openEdit(page, cardOf(page, cls));
  for (const [field, value] of [
    [form.classType, cls.class_type],
    [form.coach, cls.coach_name],
    [form.weeklyRate, '20.00'],
    [form.startDate, cls.start_date],
    [form.endDate, cls.end_date],
    [form.slot(1).start, '09:00'],
    [form.slot(1).capacity, '10'],
  ] as const)
    await expect(field).toHaveValue(value);
  await expect(form.venue.locator('option:checked')).toHaveText(cls.venue);
  await form.coach.fill('Another Coach');
  await form.slot(1).capacity.fill('12');
  await form.addSlot.click();
  await fillSlot(form.slot(2), ['07:00', '08:00', '6']);
  await form.save.click();
  await expectToast(page, { title: 'Class updated successfully' });
  const card = cardOf(page, cls);
  await expect(card.getByText('Coach: Another Coach', { exact: true })).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveText([
    '7:00 AM - 8:00 AM0/6 participants',
    '9:00 AM - 9:45 AM0/12 participants',
  ]);
  const again = await openEdit(page, card);
  await expect(again.slot(2).start).toHaveValue('09:00');
  await again.slot(2).remove.click();
  await again.save.click();
  await expectToast(page, { title: 'Class updated successfully' });
  await expect(card.getByRole('listitem')).toHaveText(['7:00 AM - 8:00 AM0/6 participants']);

  const dates = Array.from({ length: 9 }, (_, week) => formatDate(addDays(cls.start_date, 7 * week)));
  const { dialog, save } = await openEdit(page, card);
  const group = dialog.getByRole('group', { name: 'Dates without a session' });
  const toggles = group.getByRole('button');
  await expect(toggles).toHaveText(dates);
  await toggles.nth(5).click();
  await toggles.nth(8).click();
  await expect(group.getByRole('status')).toHaveText(`7 sessions, last on ${dates[7]}`);
  await toggles.nth(8).click();
  await expect(group.getByRole('status')).toHaveText(`8 sessions, last on ${dates[8]}`);
  await save.click();
  await expectToast(page, { title: 'Class updated successfully' });
  const stored = await getManagedClass(stack.table, cls.id);
  expect(stored?.skipped_dates).toEqual([addDays(cls.start_date, 5 * 7)]);
});

test('a class that families have booked keeps its dates and places, and they are told of changes [CAL-04, CAL-11, ADM-31]', {
  tag: '@exhaustive',
}, async ({ page, parent, stack, expectProblems }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1 });
  await bookByApi(stack, await stack.createAccount(), cls, { at: 1 });
  await page.goto(paths.adminClasses);
  const form = await openEdit(page, cardOf(page, cls));
  const group = form.dialog.getByRole('group', { name: 'Dates without a session' });
  await expect(group).toContainText('Families have booked these dates. Cancel a session instead.');
  await expect(group.getByRole('button', { disabled: true })).toHaveCount(9);
  expectProblems(httpError(409));
  await form.slot(1).capacity.fill('1');
  await form.save.click();
  await expect(form.slot(1).capacity).toHaveAccessibleDescription(/Please enter a capacity of at least 2/);

  await form.slot(1).capacity.fill('5');
  await form.slot(1).start.fill('08:30');
  await chooseVenue(form, 'Dry Park');
  await form.save.click();
  const question = page.getByRole('alertdialog', { name: 'Tell the families?' });
  await expect(question).toContainText(`The venue ${cls.venue} becomes Dry Park: 2 families`);
  await expect(question).toContainText('9:00 AM - 9:45 AM becomes 8:30 AM - 9:45 AM: 1 family');
  await question.getByRole('button', { name: 'Save and Tell Them' }).click();
  await expectToast(page, { title: 'Class updated successfully' });
  await expect(page.getByText('Dry Park').filter({ visible: true }).first()).toBeVisible();
});
