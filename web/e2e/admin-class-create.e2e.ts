import { putVenue } from '#infra/local/seed/put';
import { fillClass, fillSlot, openNewClass } from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { failCall, forFirst, interceptCalls, loseResponse } from '#infra/testing/browser/calls';
import { addClass } from '#infra/testing/browser/classes';
import { errorToast, expectToast, networkError } from '#infra/testing/browser/page';
import { sampleVenue } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { formatDate } from '#shared/lib/format';
import { expect, officeTest as test } from './testing/test.ts';

const start = addDays(businessToday, 7);
const input = {
  class_type: 'miniballerz',
  venue: 'Typed Park',
  coach_name: 'Kim Coach',
  weekly_rate: '20',
  start_date: start,
};

test('the form opens, follows its input, and saves a class with its slots, which the list shows [ADM-16, ADM-21, ADM-28, ADM-22, ERR-43, NTF-05, PRM-06]', async ({
  page,
  stack,
}) => {
  await addClass(stack);
  const { form, weeklyRate } = await openNewClass(page);
  await expect(
    form.getByText('Price reduces weekly until week 7 (min 3 weeks)', { exact: true }),
  ).toBeVisible();
  await expect(weeklyRate).toHaveAttribute('step', '0.01');
  await expect(weeklyRate).toHaveAttribute('min', '0');
  await expect(weeklyRate).toHaveAttribute('inputmode', 'decimal');
  await page.getByRole('button', { name: 'Create Class' }).click();
  await expect(form).toHaveCount(0);

  await test.step('a start date sets the end date, and the price follows the input', async () => {
    const form = await openNewClass(page);
    await fillClass(form, input);
    await expect(form.endDate).toHaveValue(addDays(start, 56));
    await expect(form.price.getByText('$180.00')).toBeVisible();
    await form.weeklyRate.fill('25.50');
    await expect(form.price.getByText('$229.50')).toBeVisible();
  });

  await test.step('saves a class with its slots; the list shows it, and the form is empty again', async () => {
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
});

test('an incomplete form is not sent, and shows an error beside each field [ADM-24, ADM-27, ADM-29, ADM-31]', {
  tag: '@exhaustive',
}, async ({ page, stack }) => {
  await putVenue(stack.table, sampleVenue);
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

test('a save whose answer was lost keeps the input, also when the screen is left, and makes one class; without a session it leads to the login [ERR-16, ADM-30]', async ({
  page,
  expectProblems,
}) => {
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

test('the form offers known venues and coaches, names weekdays, and copies the times of the venue’s last class', {
  tag: '@exhaustive',
}, async ({ page, stack }) => {
  await addClass(stack, { venue: 'Old Ground', slots: [{ capacity: 7 }] });
  const last = await addClass(stack, { venue: 'Known Ground', slots: [{ capacity: 12 }, { capacity: 8 }] });
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
}, async ({ page }) => {
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
