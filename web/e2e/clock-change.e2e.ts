import { listClasses } from '#functions/classes/classes';
import { fillClass, fillSlot, openEdit, openNewClass } from '#infra/testing/browser/admin-screens';
import { expectToast } from '#infra/testing/browser/page';
import { toCalendarDate, toSecondInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { hourMs } from '#shared/lib/durations';
import { instantOf, wallTimeSchema } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { expect, officeTest as test } from './testing/test.ts';

const timeZone = 'America/New_York';

test.use({ stackOptions: { timeZone } });

/** On the day on which clocks are set back they show it twice: first in daylight time (EDT), an hour later in EST. */
const halfPastOne = wallTimeSchema.parse('01:30');
const today = toCalendarDate(new Date(), timeZone);
const [changeDay = today] = Array.from({ length: 380 }, (_, days) => addDays(today, days + 1)).filter((day) =>
  toSecondInstant(day, halfPastOne, timeZone),
);
const second = toSecondInstant(changeDay, halfPastOne, timeZone) ?? new Date(0);
const [inDaylightTime, inStandardTime] = [instantOf(new Date(second.getTime() - hourMs)), instantOf(second)];

test('two times that clocks show alike are told apart [TRM-06, TRM-11]', { tag: '@exhaustive' }, async ({
  page,
  newPage,
  stack,
}) => {
  const opensAt = async () =>
    (await listClasses(stack.table)).map((cls) => [cls.opens_for_current_at, cls.opens_at]);
  const { form, save, ...fields } = await openNewClass(page);
  await fillClass(fields, {
    class_type: 'miniballerz',
    venue: 'Clock Park',
    coach_name: 'Kim Coach',
    weekly_rate: '20',
    start_date: addDays(changeDay, 7),
  });
  await fillSlot(fields.slot(1), ['09:00', '09:45', '8']);
  await fields.more.click();
  const forAll = form.getByLabel('Opens for everybody');
  const forCurrent = form.getByLabel('Opens for current families');
  const whichForAll = form.getByLabel('Which time for everybody');
  const whichForCurrent = form.getByLabel('Which time for current families');
  await forAll.fill(`${changeDay}T02:30`);
  await expect(form.getByText(/^Sun, 2:30 AM( \(|$)/)).toBeVisible();
  await expect(whichForAll).toHaveCount(0);
  await forAll.fill(`${changeDay}T01:30`);
  await forCurrent.fill(`${changeDay}T01:30`);
  for (const which of [whichForAll, whichForCurrent])
    await expect(which.getByRole('option')).toHaveText([/^Sun, 1:30 AM EDT/, /^Sun, 1:30 AM EST/]);
  // Current families would have no time of their own.
  await save.click();
  await expect(form.getByText('Everybody books after current families')).toBeVisible();
  await whichForAll.selectOption({ index: 1 });
  await save.click();
  await expectToast(page, { title: 'Class created successfully' });
  expect(await opensAt()).toEqual([[inDaylightTime, inStandardTime]]);

  const visitor = await newPage();
  await visitor.goto(paths.bookCamp);
  const listed = visitor.getByRole('article');
  await expect(listed.getByText(/^Opens for current families Sun, 1:30 AM EDT/)).toBeVisible();
  await expect(listed.getByText(/^Opens for everybody Sun, 1:30 AM EST/)).toBeVisible();

  const edit = await openEdit(page, page.getByRole('article'));
  const whichInDialog = edit.dialog.getByLabel('Which time for everybody');
  await expect(whichInDialog.locator('option:checked')).toHaveText(/EST/);
  await expect(
    edit.dialog.getByLabel('Which time for current families').locator('option:checked'),
  ).toHaveText(/EDT/);
});
