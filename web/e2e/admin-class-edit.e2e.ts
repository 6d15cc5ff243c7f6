import { getManagedClass } from '#functions/classes/classes';
import { chooseVenue, fillSlot, openEdit } from '#infra/testing/browser/admin-screens';
import { addClass, bookByApi, cardOf } from '#infra/testing/browser/classes';
import { expectToast, httpError } from '#infra/testing/browser/page';
import { formOf } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { formatDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, officeTest as test } from './testing/test.ts';

test('shows the values of the class in a dialog, saves changes, and the list shows them in order of time [ADM-18, ADM-31, DAT-11, ERR-44, NTF-05, CAL-03]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack);
  await page.goto(paths.adminClasses);
  const form = await openEdit(page, cardOf(page, cls));
  await expect(form.classType).toHaveValue(cls.class_type);
  await expect(form.venue.locator('option:checked')).toHaveText(cls.venue);
  await expect(form.coach).toHaveValue(cls.coach_name);
  await expect(form.weeklyRate).toHaveValue('20.00');
  await expect(form.startDate).toHaveValue(cls.start_date);
  await expect(form.endDate).toHaveValue(cls.end_date);
  await expect(form.slot(1).start).toHaveValue('09:00');
  await expect(form.slot(1).end).toHaveValue('09:45');
  await expect(form.slot(1).capacity).toHaveValue('10');
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

  await test.step('leaves out the dates that are pressed, and says what remains', async () => {
    const cls = await addClass(stack);
    const dates = Array.from({ length: 9 }, (_, week) => formatDate(addDays(cls.start_date, 7 * week)));
    await page.goto(paths.adminClasses);
    const { dialog, save } = await openEdit(page, cardOf(page, cls));
    const group = dialog.getByRole('group', { name: 'Dates without a session' });
    const toggles = group.getByRole('button');
    await expect(toggles).toHaveText(dates);
    const result = group.getByRole('status');
    await expect(result).toHaveText(`9 sessions, last on ${dates[8]}`);
    await toggles.nth(5).click();
    await expect(result).toHaveText(`8 sessions, last on ${dates[8]}`);
    await toggles.nth(8).click();
    await expect(result).toHaveText(`7 sessions, last on ${dates[7]}`);
    await toggles.nth(8).click();
    await expect(result).toHaveText(`8 sessions, last on ${dates[8]}`);
    await save.click();
    await expectToast(page, { title: 'Class updated successfully' });
    expect((await getManagedClass(stack.table, cls.id))?.skipped_dates).toEqual([
      addDays(cls.start_date, 5 * 7),
    ]);
  });
});

test('keeps the dates of a class that families have booked, and warns before others move [CAL-04]', {
  tag: '@exhaustive',
}, async ({ page, parent, stack }) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await page.goto(paths.adminClasses);
  const { dialog } = await openEdit(page, cardOf(page, cls));
  const group = dialog.getByRole('group', { name: 'Dates without a session' });
  await expect(
    group.getByText('Families have booked these dates. Cancel a session instead.', { exact: true }),
  ).toBeVisible();
  await expect(group.getByRole('button', { disabled: true })).toHaveCount(9);
  await expect(group.getByRole('button', { disabled: false })).toHaveCount(0);

  await test.step('warns before a change moves the dates or times of bookings', async () => {
    await page.goto(paths.adminClasses);
    const form = await openEdit(page, cardOf(page, cls));
    const warning = form.dialog.getByRole('alert');
    await expect(warning).toHaveCount(0);
    await form.startDate.fill(addDays(cls.start_date, 1));
    await expect(warning.getByText('This class has 1 booking of 1 family')).toBeVisible();
    await expect(warning.getByText('The sessions move from')).toBeVisible();
    await form.startDate.fill(cls.start_date);
    await form.endDate.fill(cls.end_date);
    await expect(warning).toHaveCount(0);
    await form.slot(1).start.fill('08:30');
    await expect(warning.getByText('9:00 AM - 9:45 AM moves for 1 booked.')).toBeVisible();
  });
});

test('asks before families are told of another time or venue, with their number [CAL-11]', {
  tag: '@exhaustive',
}, async ({ page, parent, stack }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1 });
  await bookByApi(stack, await stack.createAccount(), cls, { at: 1 });
  await page.goto(paths.adminClasses);
  const form = await openEdit(page, cardOf(page, cls));
  await form.slot(1).start.fill('08:30');
  await chooseVenue(form, 'Dry Park');
  await form.save.click();
  const question = page.getByRole('alertdialog', { name: 'Tell the families?' });
  await expect(question).toContainText(`The venue ${cls.venue} becomes Dry Park: 2 families`);
  await expect(question).toContainText('9:00 AM - 9:45 AM becomes 8:30 AM - 9:45 AM: 1 family');
  await expectNoAxeInThemes(page, 'telling the families');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(form.venue.locator('option:checked')).toHaveText('Dry Park');
  await form.save.click();
  await question.getByRole('button', { name: 'Save and Tell Them' }).click();
  await expectToast(page, { title: 'Class updated successfully' });
  await expect(page.getByText('Dry Park').filter({ visible: true }).first()).toBeVisible();
});

test('a closed dialog keeps the input until it is discarded', { tag: '@exhaustive' }, async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack);
  await page.goto(paths.adminClasses);
  const form = await openEdit(page, cardOf(page, cls));
  await form.venue.press('Escape');
  await expect(form.dialog).toBeHidden();
  const untouched = await openEdit(page, cardOf(page, cls));
  await expect(untouched.dialog.getByText('These are your entries from before.')).toHaveCount(0);
  await untouched.coach.fill('Half typed');
  await untouched.coach.press('Escape');
  await expect(untouched.dialog).toBeHidden();
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Manage Bookings' })).toBeVisible();
  await page.getByRole('link', { name: 'Classes', exact: true }).click();
  const again = await openEdit(page, cardOf(page, cls));
  await expect(again.coach).toHaveValue('Half typed');
  await expect(again.dialog.getByText('These are your entries from before.')).toBeVisible();
  await again.dialog.getByRole('button', { name: 'Start over' }).click();
  await expect(again.coach).toHaveValue(cls.coach_name);
  await again.dialog.getByRole('button', { name: 'Cancel' }).click();
  const fresh = await openEdit(page, cardOf(page, cls));
  await expect(fresh.dialog.getByText('These are your entries from before.')).toHaveCount(0);
});

test('shows an administrator what another one has changed meanwhile, and keeps the input [PRF-01]', {
  tag: '@exhaustive',
}, async ({ page, expectProblems, admin, stack }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 10 }] });
  expectProblems(httpError(409));
  await page.goto(paths.adminClasses);
  const form = await openEdit(page, cardOf(page, cls));
  await form.coach.fill('Typed Coach');
  await form.slot(1).capacity.fill('12');
  const rows = formOf(cls).time_slots.map((slot) => ({ ...slot, max_capacity: 15 }));
  const { status } = await stack.call({
    route: 'updateClass',
    token: admin.token,
    params: { classId: cls.id },
    body: { weekly_rate: 3000, time_slots: rows },
  });
  expect(status).toBe(200);
  await form.save.click();
  const notice = form.dialog.getByRole('alert').filter({ hasText: 'This was changed meanwhile' });
  await expect(notice).toBeFocused();
  const slots = notice.getByRole('radiogroup', { name: 'Time Slots' });
  // Of the rows only the one that both changed is in question.
  await expect(slots.getByLabel(/^Yours: .+\(12 places\), .+\(15 places\)$/)).not.toBeChecked();
  await expect(slots.getByLabel(/^Now stored.+\(15 places\), .+\(15 places\)$/)).not.toBeChecked();
  await expect(form.coach).toHaveValue('Typed Coach');
  await expect(form.weeklyRate).toHaveValue('30.00');
  await expect(form.slot(1).capacity).toHaveValue('12');
  await expect(form.slot(2).capacity).toHaveValue('15');
  await slots.getByLabel(/^Now stored/).check();
  await expect(form.slot(1).capacity).toHaveValue('15');
  await slots.getByLabel(/^Yours/).check();
  await expect(form.slot(1).capacity).toHaveValue('12');
  await form.save.click();
  await expectToast(page, { title: 'Class updated successfully' });
  const card = cardOf(page, cls);
  await expect(card.getByText('Coach: Typed Coach', { exact: true })).toBeVisible();
  await expect(card.getByText('Weekly rate: $30.00', { exact: true })).toBeVisible();
});
