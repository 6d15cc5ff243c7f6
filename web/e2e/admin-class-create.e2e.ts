import { listClasses } from '#functions/classes/classes';
import { putVenue } from '#infra/local/seed/put';
import { fillClass, fillSlot, openNewClass } from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { failCall, forFirst, interceptCalls, loseResponse, respondWith } from '#infra/testing/browser/calls';
import { addClass } from '#infra/testing/browser/classes';
import { errorToast, expectToast, httpError, networkError } from '#infra/testing/browser/page';
import { sampleVenue } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { formatDate } from '#shared/lib/format';
import { expect, test } from './testing/test.ts';

const start = addDays(businessToday, 7);
const input = {
  class_type: 'miniballerz',
  venue: 'Typed Park',
  coach_name: 'Kim Coach',
  weekly_rate: '20',
  start_date: start,
};

test('"Create Class" opens and closes the form [ADM-16, ADM-21, ADM-28]', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  await addClass(stack);
  await signIn(admin);
  const { form, weeklyRate } = await openNewClass(page);
  await expect(
    form.getByText('Price reduces weekly until week 7 (min 3 weeks)', { exact: true }),
  ).toBeVisible();
  await expect(weeklyRate).toHaveAttribute('step', '0.01');
  await expect(weeklyRate).toHaveAttribute('min', '0');
  await expect(weeklyRate).toHaveAttribute('inputmode', 'decimal');
  await page.getByRole('button', { name: 'Create Class' }).click();
  await expect(form).toHaveCount(0);
});

test('offers exactly the three class types [DAT-02]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
}) => {
  await signIn(admin);
  const { classType } = await openNewClass(page);
  await expect(classType.getByRole('option')).toHaveText([
    'Choose a class type',
    'Miniballerz',
    'Juniorballerz',
    'Eliteballerz',
  ]);
});

test('an incomplete form is not sent, and shows an error beside each field [ADM-24, ADM-27, ADM-29, ADM-31]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, stack }) => {
  await putVenue(stack.table, sampleVenue);
  await signIn(admin);
  const calls = await interceptCalls(page, 'createClass', failCall);
  const { form, save, classType } = await openNewClass(page);
  await save.click();
  for (const text of [
    'Please choose a class type',
    'Please choose a venue',
    'Please enter a coach name',
    'Please enter a valid weekly rate',
    'Please select both start and end dates',
    'Use a whole number of at least 1',
  ]) {
    await expect(form.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(form.getByText('Please enter a start and an end time').first()).toBeVisible();
  await expect(classType).toBeFocused();
  expect(calls.count()).toBe(0);
});

for (const rate of ['0', '-5', '1.234', '22,5,0', 'twenty', '']) {
  test(`refuses the weekly rate "${rate}" [ADM-27]`, { tag: '@exhaustive' }, async ({
    page,
    signIn,
    admin,
  }) => {
    await signIn(admin);
    const form = await openNewClass(page);
    await fillClass(form, { ...input, weekly_rate: rate });
    await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
    await form.save.click();
    await expect(form.form.getByText('Please enter a valid weekly rate', { exact: true })).toBeVisible();
  });
}

test('reads the weekly rate and the capacity as they are typed, wherever the writer comes from', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, stack }) => {
  await signIn(admin);
  const form = await openNewClass(page);
  await fillClass(form, { ...input, weekly_rate: '22,50' });
  await fillSlot(form.slot(1), ['09:00', '10:00', '１２']);
  await form.save.click();
  await expectToast(page, { title: 'Class created successfully' });
  const [cls] = await listClasses(stack.table);
  expect(cls).toMatchObject({ weekly_rate: 2_250, time_slots: [{ max_capacity: 12 }] });
});

for (const [slot, text] of [
  [['10:00', '10:00', '8'], 'End time must be after start time'],
  [['09:00', '10:00', '0'], 'Use a whole number of at least 1'],
  [['09:00', '10:00', '2.5'], 'Use a whole number of at least 1'],
] as const) {
  test(`refuses the time slot ${slot} [ADM-31]`, { tag: '@exhaustive' }, async ({ page, signIn, admin }) => {
    await signIn(admin);
    const form = await openNewClass(page);
    await fillClass(form, input);
    await fillSlot(form.slot(1), slot);
    await form.save.click();
    await expect(form.slot(1).row.getByText(text, { exact: true })).toBeVisible();
  });
}

test('needs at least one time slot [ADM-31]', { tag: '@exhaustive' }, async ({ page, signIn, admin }) => {
  await signIn(admin);
  const form = await openNewClass(page);
  await fillClass(form, input);
  await form.slot(1).remove.click();
  await form.save.click();
  await expect(form.form.getByText('Please add at least one time slot', { exact: true })).toBeVisible();
});

test('a start date sets the end date, and the price follows the input [ADM-22]', async ({
  page,
  signIn,
  admin,
}) => {
  await signIn(admin);
  const form = await openNewClass(page);
  await fillClass(form, input);
  await expect(form.endDate).toHaveValue(addDays(start, 56));
  await expect(form.price.getByText('$180.00')).toBeVisible();
  await form.weeklyRate.fill('25.50');
  await expect(form.price.getByText('$229.50')).toBeVisible();
});

test('refuses an end date before the start date, and saves one that equals it [ADM-23, ADM-25, ADM-26]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin }) => {
  await signIn(admin);
  const form = await openNewClass(page);
  await fillClass(form, input);
  await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
  await expect(form.endDate).toHaveAttribute('min', start);
  await form.endDate.fill(addDays(start, -1));
  await form.save.click();
  await expect(form.form.getByText('End date cannot be before start date', { exact: true })).toBeVisible();
  await form.endDate.fill(start);
  await form.save.click();
  const dates = `${formatDate(start)} - ${formatDate(start)}`;
  await expect(page.getByRole('article').getByText(dates, { exact: true })).toBeVisible();
});

test('saves a class with its slots; the list shows it, and the form is empty again [ERR-43, NTF-05, PRM-06]', async ({
  page,
  signIn,
  admin,
}) => {
  await signIn(admin);
  const form = await openNewClass(page);
  await fillClass(form, input);
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

test('sending the form again after a lost response creates one class only', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  expectProblems,
  admin,
}) => {
  expectProblems(networkError);
  await signIn(admin);
  await interceptCalls(page, 'createClass', forFirst(1, loseResponse));
  const form = await openNewClass(page);
  await fillClass(form, { ...input, venue: 'Once Park' });
  await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
  await form.save.click();
  await expectToast(page, errorToast('Failed to create class'));
  await form.save.click();
  await expectToast(page, { title: 'Class created successfully' });
  await expect(page.getByRole('article').filter({ hasText: 'Once Park' })).toHaveCount(1);
});

test('a failed save shows an error and keeps the input, also when the screen is left; without a session it leads to the login [ERR-16, ADM-30]', async ({
  page,
  signIn,
  expectProblems,
  admin,
}) => {
  expectProblems(httpError(500));
  await signIn(admin);
  await interceptCalls(page, 'createClass', respondWith(500));
  const form = await openNewClass(page);
  await fillClass(form, input);
  await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
  await form.save.click();
  await expectToast(page, errorToast('Failed to create class'));
  await expect(form.venue.locator('option:checked')).toHaveText('Typed Park');
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

test('the form offers known venues and coaches, names weekdays, and copies the times of the venue’s last class', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, stack }) => {
  await addClass(stack, { venue: 'Old Ground', slots: [{ capacity: 7 }] });
  const last = await addClass(stack, { venue: 'Known Ground', slots: [{ capacity: 12 }, { capacity: 8 }] });
  await signIn(admin);
  const form = await openNewClass(page);
  await expect(page.getByRole('article')).toHaveCount(2);
  const offered = async (field: typeof form.coach) =>
    page.locator(`datalist[id="${await field.getAttribute('list')}"] option`);
  await expect(form.venue.getByRole('option')).toHaveText(['Choose a venue', 'Known Ground', 'Old Ground']);
  await expect(await offered(form.coach)).toHaveCount(1);
  await form.startDate.fill('2027-03-06');
  await expect(form.form.getByText('Saturday', { exact: true })).toHaveCount(2);
  await form.venue.selectOption({ label: 'Known Ground' });
  await form.form
    .getByRole('button', { name: `Same times as Juniorballerz from ${formatDate(last.start_date)}` })
    .click();
  await expect(form.slot(1).start).toHaveValue('09:00');
  await expect(form.slot(1).capacity).toHaveValue('12');
  await expect(form.slot(2).end).toHaveValue('10:45');
  await expect(form.slot(2).capacity).toHaveValue('8');
});

test('the form shows the card that families will see, which follows the input and cannot be used', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin }) => {
  await signIn(admin);
  const form = await openNewClass(page);
  await expect(
    form.form.getByText('The card appears here once class type, weekly rate and both dates are set.'),
  ).toBeVisible();
  await fillClass(form, { ...input, start_date: '2030-03-02' });
  const card = form.form.getByRole('img', {
    name: 'Card of Miniballerz, Every Saturday, $180.00',
    exact: true,
  });
  await expect(card.getByText('Typed Park', { exact: true })).toBeVisible();
  await expect(card.getByText('Coach: Kim Coach', { exact: true })).toBeVisible();
  await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
  await expect(card.getByText('9:00 AM - 10:00 AM', { exact: true })).toBeVisible();
  await form.slot(1).capacity.fill('2');
  await expect(card.getByText('2 spots remaining', { exact: true })).toBeVisible();
  // The buttons of the card take neither the focus nor a click.
  await expect(page.getByRole('button', { name: 'Book Now' })).toHaveCount(0);
  await form.more.click();
  await form.form.getByLabel('Image Address (optional)').focus();
  await page.keyboard.press('Tab');
  await expect(form.save).toBeFocused();
});
