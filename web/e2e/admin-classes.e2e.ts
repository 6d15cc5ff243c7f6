import { addDays } from '#shared/domain/calendar';
import { everyWeekday, formatDate } from '#shared/domain/format';
import { defaultEndDate } from '#shared/domain/schedule';
import { paths } from '#shared/paths';
import { atPath } from './testing/address.ts';
import {
  confirmDialog,
  downloadFile,
  fillClass,
  fillSlot,
  openEdit,
  openNewClass,
  rowOf,
} from './testing/admin-screens.ts';
import { bookByApi } from './testing/bookings.ts';
import { businessToday } from './testing/business-day.ts';
import { failCall, interceptCalls, respondWith } from './testing/calls.ts';
import { addClass, cardOf, slotOf } from './testing/classes.ts';
import { httpError, networkError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';
import { errorToast, expectCoveredToast, expectToast, toastOf } from './testing/toasts.ts';

const start = addDays(businessToday, 7);
const typed = {
  class_type: 'miniballerz',
  venue: 'Typed Park',
  coach_name: 'Kim Coach',
  weekly_rate: '20',
  start_date: start,
};

// The first test of the file: the table is still empty.
test('without classes offers to create the first one [ADM-20, ADM-11]', async ({ page, signIn, admin }) => {
  await signIn(admin);
  await page.goto(paths.adminClasses);
  await expect(page.getByRole('heading', { name: 'Manage Classes', level: 1, exact: true })).toBeVisible();
  await expect(page.getByText('No classes created yet', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create Your First Class' }).click();
  await expect(page.getByRole('form', { name: 'Create Class' })).toBeVisible();
});

test('lists classes newest first with all that a card shows [ADM-11, ADM-12, ADM-13, ADM-14, ADM-15, DAT-11]', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const older = await addClass(stack, { class_type: 'eliteballerz' });
  const cls = await addClass(stack, {
    coach_name: 'Ellie Watts',
    slots: [
      { capacity: 10, booked: 4 },
      { capacity: 3, booked: 3 },
    ],
  });
  await signIn(admin);
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
  const [open4, full] = await card.getByRole('listitem').allTextContents();
  expect(open4).toBe('9:00 AM - 9:45 AM4/10 participants');
  expect(full).toBe('10:00 AM - 10:45 AMFULL3/3 participants');
  const titles = await page.getByRole('article').allTextContents();
  const place = ({ venue }: { venue: string }) => titles.findIndex((text) => text.includes(venue));
  expect(place(cls)).toBeLessThan(place(older));
  const pictures = await Promise.all(
    [cls, older].map((one) => cardOf(page, one).getByRole('img').getAttribute('src')),
  );
  expect(new Set(pictures).size).toBe(2);
});

test('"View Details" leads to the page of the class [ADM-17]', async ({ page, signIn, admin, stack }) => {
  const cls = await addClass(stack);
  await signIn(admin);
  await page.goto(paths.adminClasses);
  await cardOf(page, cls).getByRole('link', { name: 'View Details' }).click();
  await expect(page.getByRole('heading', { name: cls.venue, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`/admin/classes/${cls.id}`);
});

test('finds classes by type, venue and coach, and saves what is found as CSV', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const cls = await addClass(stack, { venue: 'Findable Ground', coach_name: '=HYPERLINK("x")' });
  const other = await addClass(stack);
  await signIn(admin);
  await page.goto(paths.adminClasses);
  await page.getByRole('searchbox').fill('findable');
  await expect(page.getByText('1 class', { exact: true })).toBeVisible();
  await expect(cardOf(page, other)).toHaveCount(0);
  await expect(cardOf(page, cls)).toBeVisible();
  const { name, text } = await downloadFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(name).toBe(`ballerz-classes-${businessToday}.csv`);
  expect(text).toContain(`Juniorballerz,Findable Ground,"'=HYPERLINK(""x"")",`);
  expect(text).not.toContain(other.venue);
});

test.describe('creating a class', () => {
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
    await page.getByRole('button', { name: 'Create Class' }).click();
    await expect(form).toHaveCount(0);
  });

  test('offers exactly the three class types [DAT-02]', async ({ page, signIn, admin }) => {
    await signIn(admin);
    const { classType } = await openNewClass(page);
    await expect(classType.getByRole('option')).toHaveText([
      'Choose a class type',
      'Miniballerz',
      'Juniorballerz',
      'Eliteballerz',
    ]);
  });

  test('sends nothing while anything is missing, and says what beside it [ADM-24, ADM-27, ADM-29, ADM-31]', async ({
    page,
    signIn,
    admin,
  }) => {
    await signIn(admin);
    const calls = await interceptCalls(page, 'createClass', failCall);
    const { form, save, classType } = await openNewClass(page);
    await save.click();
    for (const text of [
      'Please choose a class type',
      'Please enter a venue',
      'Please enter a coach name',
      'Please enter a valid weekly rate',
      'Please select both start and end dates',
      'Use a whole number of at least 1',
    ]) {
      await expect(form.getByText(text, { exact: true })).toBeVisible();
    }
    expect(await form.getByText('Please enter a start and an end time').count()).toBeGreaterThan(0);
    await expect(classType).toBeFocused();
    expect(calls.count()).toBe(0);
  });

  for (const rate of ['0', '-5', '1.234', '']) {
    test(`refuses the weekly rate "${rate}" [ADM-27]`, async ({ page, signIn, admin }) => {
      await signIn(admin);
      const form = await openNewClass(page);
      await fillClass(form, { ...typed, weekly_rate: rate });
      await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
      await form.save.click();
      await expect(form.form.getByText('Please enter a valid weekly rate', { exact: true })).toBeVisible();
    });
  }

  for (const [slot, text] of [
    [['10:00', '10:00', '8'], 'End time must be after start time'],
    [['09:00', '10:00', '0'], 'Use a whole number of at least 1'],
    [['09:00', '10:00', '2.5'], 'Use a whole number of at least 1'],
  ] as const) {
    test(`refuses the time slot ${slot} [ADM-31]`, async ({ page, signIn, admin }) => {
      await signIn(admin);
      const form = await openNewClass(page);
      await fillClass(form, typed);
      await fillSlot(form.slot(1), slot);
      await form.save.click();
      await expect(form.slot(1).row.getByText(text, { exact: true })).toBeVisible();
    });
  }

  test('needs at least one time slot [ADM-31]', async ({ page, signIn, admin }) => {
    await signIn(admin);
    const form = await openNewClass(page);
    await fillClass(form, typed);
    await form.slot(1).remove.click();
    await form.save.click();
    await expect(form.form.getByText('Please add at least one time slot', { exact: true })).toBeVisible();
  });

  test('lets the end date follow the start, shows the price while it is typed, and saves another end [ADM-22, ADM-23, ADM-25, ADM-26, ERR-43, NTF-05, PRM-06, PRC-16]', async ({
    page,
    signIn,
    admin,
  }) => {
    await signIn(admin);
    const form = await openNewClass(page);
    await fillClass(form, { ...typed, venue: 'Created Park' });
    await expect(form.endDate).toHaveValue(defaultEndDate(start));
    await expect(form.price.getByText('$180.00')).toBeVisible();
    await form.weeklyRate.fill('25.50');
    await expect(form.price.getByText('$229.50')).toBeVisible();
    await expect(form.endDate).toHaveAttribute('min', start);
    await form.endDate.fill(addDays(start, -1));
    await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
    await form.addSlot.click();
    await expect(form.slot(2).start).toHaveValue('10:00');
    await fillSlot(form.slot(2), ['10:00', '11:00', '2']);
    await form.save.click();
    await expect(form.form.getByText('End date cannot be before start date', { exact: true })).toBeVisible();
    await form.endDate.fill(start);
    await form.save.click();
    await expectToast(page, { title: 'Class created successfully' });
    const card = page.getByRole('article').filter({ hasText: 'Created Park' });
    await expect(
      card.getByText(`${formatDate(start)} - ${formatDate(start)}`, { exact: true }),
    ).toBeVisible();
    await expect(card.getByRole('listitem')).toHaveText([
      '9:00 AM - 10:00 AM0/8 participants',
      '10:00 AM - 11:00 AM0/2 participants',
    ]);
    await expect(form.form).toHaveCount(0);
    await page.getByRole('button', { name: 'Create Class' }).click();
    await expect(form.venue).toHaveValue('');
  });

  test('an answer that is lost on the way creates one class only, however often it is sent again', async ({
    page,
    signIn,
    expectProblems,
    admin,
  }) => {
    expectProblems(networkError);
    await signIn(admin);
    await interceptCalls(page, 'createClass', async (call, number) => {
      if (number > 1) return call.continue();
      await call.fetch();
      await call.abort('failed');
    });
    const form = await openNewClass(page);
    await fillClass(form, { ...typed, venue: 'Once Park' });
    await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
    await form.save.click();
    await expectToast(page, errorToast('Failed to create class'));
    await form.save.click();
    await expectToast(page, { title: 'Class created successfully' });
    await expect(page.getByRole('article').filter({ hasText: 'Once Park' })).toHaveCount(1);
  });

  test('a failure says so and keeps what was typed, also when the screen is left [ERR-16]', async ({
    page,
    signIn,
    expectProblems,
    admin,
  }) => {
    expectProblems(httpError(500));
    await signIn(admin);
    await interceptCalls(page, 'createClass', respondWith(500));
    const form = await openNewClass(page);
    await fillClass(form, typed);
    await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
    await form.save.click();
    await expectToast(page, errorToast('Failed to create class'));
    await expect(form.venue).toHaveValue('Typed Park');
    await page.getByRole('link', { name: 'Admins', exact: true }).click();
    await page.getByRole('link', { name: 'Classes', exact: true }).click();
    await page.getByRole('button', { name: 'Create Class' }).click();
    await expect(form.venue).toHaveValue('Typed Park');
    await expect(form.form.getByText('These are your entries from before.')).toBeVisible();
  });

  test('without a session is refused with "Not authenticated" [ADM-30]', async ({ page, signIn, admin }) => {
    await signIn(admin);
    const form = await openNewClass(page);
    await fillClass(form, typed);
    await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
    await page.evaluate(() => localStorage.clear());
    await form.save.click();
    await expectToast(page, errorToast('Not authenticated'));
    await expect(page).toHaveURL(atPath(paths.auth));
  });
});

test.describe('deleting a class', () => {
  test('asks first, names what goes, and only then deletes [ADM-19, ERR-45, NTF-05, PRM-07]', async ({
    page,
    signIn,
    admin,
    parent,
    stack,
  }) => {
    const cls = await addClass(stack);
    await bookByApi(stack, parent, cls);
    await bookByApi(stack, parent, cls, { child: 1 });
    await signIn(admin);
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
      confirmDialog(page).getByText('2 bookings of 1 family will be deleted.', { exact: true }),
    ).toBeVisible();
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Delete' }).click();
    await confirmDialog(page).getByRole('button', { name: 'Delete Class' }).click();
    await expectToast(page, { title: 'Class deleted successfully' });
    await expect(card).toHaveCount(0);
    await page.goto(paths.adminBookings);
    await expect(page.getByRole('heading', { name: 'Manage Bookings' })).toBeVisible();
    await page.getByRole('searchbox').fill(cls.venue);
    await expect(page.getByText('0 bookings', { exact: true })).toBeVisible();
    await expect(rowOf(page, cls.venue)).toHaveCount(0);
  });

  test('a failure says so, and the class stays [ERR-18]', async ({
    page,
    signIn,
    expectProblems,
    admin,
    stack,
  }) => {
    const cls = await addClass(stack);
    expectProblems(httpError(500));
    await signIn(admin);
    await page.goto(paths.adminClasses);
    await interceptCalls(page, 'deleteClass', respondWith(500));
    await cardOf(page, cls).getByRole('button', { name: 'Delete' }).click();
    await confirmDialog(page).getByRole('button', { name: 'Delete Class' }).click();
    await expectToast(page, errorToast('Failed to delete class'));
    await expect(cardOf(page, cls)).toBeVisible();
  });
});

test.describe('editing a class', () => {
  test('shows its values in a dialog, saves what is changed, and the list shows it [ADM-18, ADM-22, ADM-31, ERR-44, NTF-05]', async ({
    page,
    signIn,
    admin,
    stack,
  }) => {
    const cls = await addClass(stack);
    await signIn(admin);
    await page.goto(paths.adminClasses);
    const form = await openEdit(page, cardOf(page, cls));
    await expect(form.classType).toHaveValue(cls.class_type);
    await expect(form.venue).toHaveValue(cls.venue);
    await expect(form.coach).toHaveValue(cls.coach_name);
    await expect(form.weeklyRate).toHaveValue('20.00');
    await expect(form.startDate).toHaveValue(cls.start_date);
    await expect(form.endDate).toHaveValue(cls.end_date);
    await expect(form.slot(1).start).toHaveValue('09:00');
    await form.coach.fill('Another Coach');
    await form.slot(1).capacity.fill('12');
    await form.addSlot.click();
    await fillSlot(form.slot(2), ['14:00', '15:00', '6']);
    await form.save.click();
    await expectToast(page, { title: 'Class updated successfully' });
    const card = cardOf(page, cls);
    await expect(card.getByText('Coach: Another Coach', { exact: true })).toBeVisible();
    await expect(card.getByRole('listitem')).toHaveText([
      '9:00 AM - 9:45 AM0/12 participants',
      '2:00 PM - 3:00 PM0/6 participants',
    ]);
    const again = await openEdit(page, card);
    await again.slot(1).remove.click();
    await again.save.click();
    await expectToast(page, { title: 'Class updated successfully' });
    await expect(card.getByRole('listitem')).toHaveText(['2:00 PM - 3:00 PM0/6 participants']);
  });

  test('is refused without dates, rate or names, like a new one [ADM-24, ADM-25, ADM-27, ADM-29]', async ({
    page,
    signIn,
    admin,
    stack,
  }) => {
    const cls = await addClass(stack);
    await signIn(admin);
    await page.goto(paths.adminClasses);
    const { dialog, venue, coach, weeklyRate, startDate, endDate, save } = await openEdit(
      page,
      cardOf(page, cls),
    );
    for (const field of [venue, coach, weeklyRate, startDate, endDate]) await field.fill('');
    await save.click();
    for (const text of [
      'Please enter a venue',
      'Please enter a coach name',
      'Please enter a valid weekly rate',
      'Please select both start and end dates',
    ]) {
      await expect(dialog.getByText(text, { exact: true })).toBeVisible();
    }
  });

  test('keeps a slot that is booked, and its places [ADM-31]', async ({
    page,
    signIn,
    expectProblems,
    admin,
    parent,
    stack,
  }) => {
    const cls = await addClass(stack);
    await bookByApi(stack, parent, cls);
    await bookByApi(stack, parent, cls, { child: 1 });
    expectProblems(httpError(409));
    await signIn(admin);
    await page.clock.install();
    await page.goto(paths.adminClasses);
    const form = await openEdit(page, cardOf(page, cls));
    const { row, capacity, remove } = form.slot(1);
    await expect(row.getByText('2 booked', { exact: true })).toBeVisible();
    await expect(remove).toBeDisabled();
    await capacity.fill('1');
    await form.save.click();
    const text =
      'The time slot 9:00 AM - 9:45 AM has 2 booked already. Please enter a capacity of at least 2.';
    await expectCoveredToast(page, errorToast(text));
    await expect(form.dialog.getByRole('alert').getByText(text, { exact: true })).toBeVisible();
    await expect(row.getByText(text, { exact: true })).toBeVisible();
    await expect(capacity).toHaveValue('1');
    await capacity.fill('2');
    await form.save.click();
    await expectToast(page, { title: 'Class updated successfully' });
  });

  test('warns before dates or times of booked families move', async ({
    page,
    signIn,
    admin,
    parent,
    stack,
  }) => {
    const cls = await addClass(stack);
    await bookByApi(stack, parent, cls);
    await signIn(admin);
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

  test('a wrong click loses nothing that was typed', async ({ page, signIn, admin, stack }) => {
    const cls = await addClass(stack);
    await signIn(admin);
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

  test('tells the second of two admins what the first has changed, and keeps what was typed', async ({
    page,
    signIn,
    expectProblems,
    admin,
    stack,
  }) => {
    const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 10 }] });
    expectProblems(httpError(409));
    await signIn(admin);
    await page.clock.install();
    await page.goto(paths.adminClasses);
    const form = await openEdit(page, cardOf(page, cls));
    await form.coach.fill('Typed Coach');
    const [first, second] = [slotOf(cls), slotOf(cls, 1)];
    const { status } = await stack.call({
      route: 'updateClass',
      token: admin.token,
      params: { classId: cls.id },
      body: {
        class_type: cls.class_type,
        venue: cls.venue,
        coach_name: 'Their Coach',
        weekly_rate: 3000,
        start_date: cls.start_date,
        end_date: cls.end_date,
        image_url: null,
        version: 1,
        time_slots: [first, second].map(({ id, start_time, end_time }) => ({
          id,
          start_time,
          end_time,
          max_capacity: 15,
        })),
      },
    });
    expect(status).toBe(200);
    await form.save.click();
    await expectCoveredToast(
      page,
      errorToast(
        'Someone else changed this class in the meantime. Please compare it with your entries and save again.',
      ),
    );
    const notice = form.dialog.getByRole('alert').filter({ hasText: 'Someone else changed this class' });
    await expect(notice.getByRole('listitem')).toContainText([
      'Coach Name: Sam Okafor → Their Coach',
      'Weekly Rate: $20.00 → $30.00',
      'Time Slots: 9:00 AM - 9:45 AM (10 places)',
    ]);
    await expect(form.coach).toHaveValue('Typed Coach');
    await expect(form.weeklyRate).toHaveValue('30.00');
    await expect(form.slot(2).capacity).toHaveValue('15');
    await form.save.click();
    await expectToast(page, { title: 'Class updated successfully' });
    const card = cardOf(page, cls);
    await expect(card.getByText('Coach: Typed Coach', { exact: true })).toBeVisible();
    await expect(card.getByText('Weekly rate: $30.00', { exact: true })).toBeVisible();
  });

  test('a failure says so and keeps what was typed [ERR-17]', async ({
    page,
    signIn,
    expectProblems,
    admin,
    stack,
  }) => {
    const cls = await addClass(stack);
    expectProblems(httpError(500));
    await signIn(admin);
    await page.goto(paths.adminClasses);
    await interceptCalls(page, 'updateClass', respondWith(500));
    const form = await openEdit(page, cardOf(page, cls));
    await form.venue.fill('Kept Park');
    await form.save.click();
    await expect(toastOf(page, errorToast('Failed to update class'))).toBeVisible();
    await expect(
      form.dialog.getByRole('alert').getByText('Failed to update class', { exact: true }),
    ).toBeVisible();
    await expect(form.venue).toHaveValue('Kept Park');
  });
});
