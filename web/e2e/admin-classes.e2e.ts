import { describe, expect } from 'vitest';
import { addDays } from '#shared/domain/calendar';
import { everyWeekday, formatDate } from '#shared/domain/format';
import { defaultEndDate } from '#shared/domain/schedule';
import { paths } from '#shared/paths';
import {
  fillClass,
  fillSlot,
  openEdit,
  openNewClass,
  question,
  rowOf,
  savedFile,
} from './testing/admin-screens.ts';
import { bookElsewhere } from './testing/bookings.ts';
import { businessToday } from './testing/business-day.ts';
import { answerWith, cutOff, interceptCalls } from './testing/calls.ts';
import { addClass, cardOf, slotOf } from './testing/classes.ts';
import { pathOf } from './testing/page-state.ts';
import { answered, noAnswer } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, outlastToast, seeToast, toastOf } from './testing/toasts.ts';

const start = addDays(businessToday, 7);
const typed = {
  class_type: 'miniballerz',
  venue: 'Typed Park',
  coach_name: 'Kim Coach',
  weekly_rate: '20',
  start_date: start,
};

// The first test of the file: the table is still empty.
it('without classes offers to create the first one [ADM-20, ADM-11]', async ({ visit, admin }) => {
  const page = await visit({ as: admin, path: paths.adminClasses });
  await page.getByRole('heading', { name: 'Manage Classes', level: 1, exact: true }).waitFor();
  await page.getByText('No classes created yet', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create Your First Class' }).click();
  await page.getByRole('form', { name: 'Create Class' }).waitFor();
});

it('lists classes newest first with all that a card shows [ADM-11, ADM-12, ADM-13, ADM-14, ADM-15, DAT-11]', async ({
  visit,
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
  const page = await visit({ as: admin, path: paths.adminClasses });
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
    await card.getByText(text, { exact: true }).waitFor();
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

it('"View Details" leads to the page of the class [ADM-17]', async ({ visit, admin, stack }) => {
  const cls = await addClass(stack);
  const page = await visit({ as: admin, path: paths.adminClasses });
  await cardOf(page, cls).getByRole('link', { name: 'View Details' }).click();
  await page.getByRole('heading', { name: cls.venue, level: 1 }).waitFor();
  expect(pathOf(page)).toBe(`/admin/classes/${cls.id}`);
});

it('finds classes by type, venue and coach, and saves what is found as CSV', async ({
  visit,
  admin,
  stack,
}) => {
  const cls = await addClass(stack, { venue: 'Findable Ground', coach_name: '=HYPERLINK("x")' });
  const other = await addClass(stack);
  const page = await visit({ as: admin, path: paths.adminClasses });
  await page.getByRole('searchbox').fill('findable');
  await page.getByText('1 class', { exact: true }).waitFor();
  await soon(() => cardOf(page, other).count()).toBe(0);
  await cardOf(page, cls).waitFor();
  const { name, text } = await savedFile(page, page.getByRole('button', { name: 'Export CSV' }));
  expect(name).toBe(`ballerz-classes-${businessToday}.csv`);
  expect(text).toContain(`Juniorballerz,Findable Ground,"'=HYPERLINK(""x"")",`);
  expect(text).not.toContain(other.venue);
});

describe('creating a class', () => {
  it('"Create Class" opens and closes the form [ADM-16, ADM-21, ADM-28]', async ({ visit, admin, stack }) => {
    await addClass(stack);
    const page = await visit({ as: admin });
    const { form, weeklyRate } = await openNewClass(page);
    await form.getByText('Price reduces weekly until week 7 (min 3 weeks)', { exact: true }).waitFor();
    expect(await weeklyRate.getAttribute('step')).toBe('0.01');
    expect(await weeklyRate.getAttribute('min')).toBe('0');
    await page.getByRole('button', { name: 'Create Class' }).click();
    await soon(() => form.count()).toBe(0);
  });

  it('offers exactly the three class types [DAT-02]', async ({ visit, admin }) => {
    const { classType } = await openNewClass(await visit({ as: admin }));
    expect(await classType.getByRole('option').allTextContents()).toEqual([
      'Choose a class type',
      'Miniballerz',
      'Juniorballerz',
      'Eliteballerz',
    ]);
  });

  it('sends nothing while anything is missing, and says what beside it [ADM-24, ADM-27, ADM-29, ADM-31]', async ({
    visit,
    admin,
  }) => {
    const page = await visit({ as: admin });
    const calls = await interceptCalls(page, 'createClass', cutOff);
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
      await form.getByText(text, { exact: true }).waitFor();
    }
    expect(await form.getByText('Please enter a start and an end time').count()).toBeGreaterThan(0);
    expect(await classType.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(calls.count()).toBe(0);
  });

  it.for(['0', '-5', '1.234', ''])(
    'refuses the weekly rate "%s" [ADM-27]',
    async (rate, { visit, admin }) => {
      const page = await visit({ as: admin });
      const form = await openNewClass(page);
      await fillClass(form, { ...typed, weekly_rate: rate });
      await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
      await form.save.click();
      await form.form.getByText('Please enter a valid weekly rate', { exact: true }).waitFor();
    },
  );

  it.for([
    [['10:00', '10:00', '8'], 'End time must be after start time'],
    [['09:00', '10:00', '0'], 'Use a whole number of at least 1'],
    [['09:00', '10:00', '2.5'], 'Use a whole number of at least 1'],
  ] as const)('refuses the time slot %j [ADM-31]', async ([slot, text], { visit, admin }) => {
    const form = await openNewClass(await visit({ as: admin }));
    await fillClass(form, typed);
    await fillSlot(form.slot(1), slot);
    await form.save.click();
    await form.slot(1).row.getByText(text, { exact: true }).waitFor();
  });

  it('needs at least one time slot [ADM-31]', async ({ visit, admin }) => {
    const form = await openNewClass(await visit({ as: admin }));
    await fillClass(form, typed);
    await form.slot(1).remove.click();
    await form.save.click();
    await form.form.getByText('Please add at least one time slot', { exact: true }).waitFor();
  });

  it('lets the end date follow the start, shows the price while it is typed, and saves another end [ADM-22, ADM-23, ADM-25, ADM-26, ERR-43, NTF-05, PRM-06, PRC-16]', async ({
    visit,
    admin,
  }) => {
    const page = await visit({ as: admin });
    const form = await openNewClass(page);
    await fillClass(form, { ...typed, venue: 'Created Park' });
    expect(await form.endDate.inputValue()).toBe(defaultEndDate(start));
    await form.price.getByText('$180.00').waitFor();
    await form.weeklyRate.fill('25.50');
    await form.price.getByText('$229.50').waitFor();
    expect(await form.endDate.getAttribute('min')).toBe(start);
    await form.endDate.fill(addDays(start, -1));
    await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
    await form.addSlot.click();
    expect(await form.slot(2).start.inputValue()).toBe('10:00');
    await fillSlot(form.slot(2), ['10:00', '11:00', '2']);
    await form.save.click();
    await form.form.getByText('End date cannot be before start date', { exact: true }).waitFor();
    await form.endDate.fill(start);
    await form.save.click();
    await seeToast(page, { title: 'Class created successfully' });
    const card = page.getByRole('article').filter({ hasText: 'Created Park' });
    await card.getByText(`${formatDate(start)} - ${formatDate(start)}`, { exact: true }).waitFor();
    expect(await card.getByRole('listitem').allTextContents()).toEqual([
      '9:00 AM - 10:00 AM0/8 participants',
      '10:00 AM - 11:00 AM0/2 participants',
    ]);
    await soon(() => form.form.count()).toBe(0);
    await page.getByRole('button', { name: 'Create Class' }).click();
    expect(await form.venue.inputValue()).toBe('');
  });

  it('an answer that is lost on the way creates one class only, however often it is sent again', async ({
    visit,
    admin,
  }) => {
    const page = await visit({ as: admin, expects: [noAnswer] });
    await interceptCalls(page, 'createClass', async (call, number) => {
      if (number > 1) return call.continue();
      await call.fetch();
      await call.abort('failed');
    });
    const form = await openNewClass(page);
    await fillClass(form, { ...typed, venue: 'Once Park' });
    await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
    await form.save.click();
    await seeToast(page, errorToast('Failed to create class'));
    await form.save.click();
    await seeToast(page, { title: 'Class created successfully' });
    await soon(() => page.getByRole('article').filter({ hasText: 'Once Park' }).count()).toBe(1);
  });

  it('a failure says so and keeps what was typed, also when the screen is left [ERR-16]', async ({
    visit,
    admin,
  }) => {
    const page = await visit({ as: admin, expects: [answered(500)] });
    await interceptCalls(page, 'createClass', answerWith(500));
    const form = await openNewClass(page);
    await fillClass(form, typed);
    await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
    await form.save.click();
    await seeToast(page, errorToast('Failed to create class'));
    expect(await form.venue.inputValue()).toBe('Typed Park');
    await page.getByRole('link', { name: 'Admins', exact: true }).click();
    await page.getByRole('link', { name: 'Classes', exact: true }).click();
    await page.getByRole('button', { name: 'Create Class' }).click();
    expect(await form.venue.inputValue()).toBe('Typed Park');
    await form.form.getByText('These are your entries from before.').waitFor();
  });

  it('without a session is refused with "Not authenticated" [ADM-30]', async ({ visit, admin }) => {
    const page = await visit({ as: admin });
    const form = await openNewClass(page);
    await fillClass(form, typed);
    await fillSlot(form.slot(1), ['09:00', '10:00', '8']);
    await page.evaluate(() => localStorage.clear());
    await form.save.click();
    await seeToast(page, errorToast('Not authenticated'));
    await soon(() => pathOf(page)).toBe(paths.auth);
  });
});

describe('deleting a class', () => {
  it('asks first, names what goes, and only then deletes [ADM-19, ERR-45, NTF-05, PRM-07]', async ({
    visit,
    admin,
    parent,
    stack,
  }) => {
    const cls = await addClass(stack);
    await bookElsewhere(stack, parent, cls);
    await bookElsewhere(stack, parent, cls, { child: 1 });
    const page = await visit({ as: admin, path: paths.adminClasses });
    const card = cardOf(page, cls);
    await card.getByRole('button', { name: 'Delete' }).click();
    await question(page)
      .getByText(
        'This will permanently delete this class and all its time slots and bookings. This action cannot be undone.',
        { exact: true },
      )
      .waitFor();
    await question(page).getByText('2 bookings of 1 family will be deleted.', { exact: true }).waitFor();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Delete' }).click();
    await question(page).getByRole('button', { name: 'Delete Class' }).click();
    await seeToast(page, { title: 'Class deleted successfully' });
    await soon(() => card.count()).toBe(0);
    await page.goto(paths.adminBookings);
    await page.getByRole('heading', { name: 'Manage Bookings' }).waitFor();
    await page.getByRole('searchbox').fill(cls.venue);
    await page.getByText('0 bookings', { exact: true }).waitFor();
    await soon(() => rowOf(page, cls.venue).count()).toBe(0);
  });

  it('a failure says so, and the class stays [ERR-18]', async ({ visit, admin, stack }) => {
    const cls = await addClass(stack);
    const page = await visit({ as: admin, path: paths.adminClasses, expects: [answered(500)] });
    await interceptCalls(page, 'deleteClass', answerWith(500));
    await cardOf(page, cls).getByRole('button', { name: 'Delete' }).click();
    await question(page).getByRole('button', { name: 'Delete Class' }).click();
    await seeToast(page, errorToast('Failed to delete class'));
    await cardOf(page, cls).waitFor();
  });
});

describe('editing a class', () => {
  it('shows its values in a dialog, saves what is changed, and the list shows it [ADM-18, ADM-22, ADM-31, ERR-44, NTF-05]', async ({
    visit,
    admin,
    stack,
  }) => {
    const cls = await addClass(stack);
    const page = await visit({ as: admin, path: paths.adminClasses });
    const form = await openEdit(page, cardOf(page, cls));
    expect(await form.classType.inputValue()).toBe(cls.class_type);
    expect(await form.venue.inputValue()).toBe(cls.venue);
    expect(await form.coach.inputValue()).toBe(cls.coach_name);
    expect(await form.weeklyRate.inputValue()).toBe('20.00');
    expect(await form.startDate.inputValue()).toBe(cls.start_date);
    expect(await form.endDate.inputValue()).toBe(cls.end_date);
    expect(await form.slot(1).start.inputValue()).toBe('09:00');
    await form.coach.fill('Another Coach');
    await form.slot(1).capacity.fill('12');
    await form.addSlot.click();
    await fillSlot(form.slot(2), ['14:00', '15:00', '6']);
    await form.save.click();
    await seeToast(page, { title: 'Class updated successfully' });
    const card = cardOf(page, cls);
    await card.getByText('Coach: Another Coach', { exact: true }).waitFor();
    expect(await card.getByRole('listitem').allTextContents()).toEqual([
      '9:00 AM - 9:45 AM0/12 participants',
      '2:00 PM - 3:00 PM0/6 participants',
    ]);
    const again = await openEdit(page, card);
    await again.slot(1).remove.click();
    await again.save.click();
    await seeToast(page, { title: 'Class updated successfully' });
    await soon(() => card.getByRole('listitem').allTextContents()).toEqual([
      '2:00 PM - 3:00 PM0/6 participants',
    ]);
  });

  it('is refused without dates, rate or names, like a new one [ADM-24, ADM-25, ADM-27, ADM-29]', async ({
    visit,
    admin,
    stack,
  }) => {
    const cls = await addClass(stack);
    const page = await visit({ as: admin, path: paths.adminClasses });
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
      await dialog.getByText(text, { exact: true }).waitFor();
    }
  });

  it('keeps a slot that is booked, and its places [ADM-31]', async ({ open, admin, parent, stack }) => {
    const cls = await addClass(stack);
    await bookElsewhere(stack, parent, cls);
    await bookElsewhere(stack, parent, cls, { child: 1 });
    const page = await open({ as: admin, expects: [answered(409)] });
    await page.clock.install();
    await page.goto(paths.adminClasses);
    const form = await openEdit(page, cardOf(page, cls));
    const { row, capacity, remove } = form.slot(1);
    await row.getByText('2 booked', { exact: true }).waitFor();
    expect(await remove.isDisabled()).toBe(true);
    await capacity.fill('1');
    await form.save.click();
    const text =
      'The time slot 9:00 AM - 9:45 AM has 2 booked already. Please enter a capacity of at least 2.';
    await outlastToast(page, errorToast(text));
    await form.dialog.getByRole('alert').getByText(text, { exact: true }).waitFor();
    await row.getByText(text, { exact: true }).waitFor();
    expect(await capacity.inputValue()).toBe('1');
    await capacity.fill('2');
    await form.save.click();
    await seeToast(page, { title: 'Class updated successfully' });
  });

  it('warns before dates or times of booked families move', async ({ visit, admin, parent, stack }) => {
    const cls = await addClass(stack);
    await bookElsewhere(stack, parent, cls);
    const page = await visit({ as: admin, path: paths.adminClasses });
    const form = await openEdit(page, cardOf(page, cls));
    const warning = form.dialog.getByRole('alert');
    await soon(() => warning.count()).toBe(0);
    await form.startDate.fill(addDays(cls.start_date, 1));
    await warning.getByText('This class has 1 booking of 1 family').waitFor();
    await warning.getByText('The sessions move from').waitFor();
    await form.startDate.fill(cls.start_date);
    await form.endDate.fill(cls.end_date);
    await soon(() => warning.count()).toBe(0);
    await form.slot(1).start.fill('08:30');
    await warning.getByText('9:00 AM - 9:45 AM moves for 1 booked.').waitFor();
  });

  it('a wrong click loses nothing that was typed', async ({ visit, admin, stack }) => {
    const cls = await addClass(stack);
    const page = await visit({ as: admin, path: paths.adminClasses });
    const form = await openEdit(page, cardOf(page, cls));
    await form.venue.press('Escape');
    await form.dialog.waitFor({ state: 'hidden' });
    const untouched = await openEdit(page, cardOf(page, cls));
    expect(await untouched.dialog.getByText('These are your entries from before.').count()).toBe(0);
    await untouched.coach.fill('Half typed');
    await untouched.coach.press('Escape');
    await untouched.dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await page.getByRole('heading', { name: 'Manage Bookings' }).waitFor();
    await page.getByRole('link', { name: 'Classes', exact: true }).click();
    const again = await openEdit(page, cardOf(page, cls));
    expect(await again.coach.inputValue()).toBe('Half typed');
    await again.dialog.getByText('These are your entries from before.').waitFor();
    await again.dialog.getByRole('button', { name: 'Start over' }).click();
    expect(await again.coach.inputValue()).toBe(cls.coach_name);
    await again.dialog.getByRole('button', { name: 'Cancel' }).click();
    const fresh = await openEdit(page, cardOf(page, cls));
    expect(await fresh.dialog.getByText('These are your entries from before.').count()).toBe(0);
  });

  it('tells the second of two admins what the first has changed, and keeps what was typed', async ({
    open,
    admin,
    stack,
  }) => {
    const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 10 }] });
    const page = await open({ as: admin, expects: [answered(409)] });
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
    await outlastToast(
      page,
      errorToast(
        'Someone else changed this class in the meantime. Please compare it with your entries and save again.',
      ),
    );
    const notice = form.dialog.getByRole('alert').filter({ hasText: 'Someone else changed this class' });
    await soon(() => notice.getByRole('listitem').allTextContents()).toEqual([
      'Coach Name: Sam Okafor → Their Coach',
      'Weekly Rate: $20.00 → $30.00',
      expect.stringContaining('Time Slots: 9:00 AM - 9:45 AM (10 places)'),
    ]);
    expect(await form.coach.inputValue()).toBe('Typed Coach');
    expect(await form.weeklyRate.inputValue()).toBe('30.00');
    expect(await form.slot(2).capacity.inputValue()).toBe('15');
    await form.save.click();
    await seeToast(page, { title: 'Class updated successfully' });
    const card = cardOf(page, cls);
    await card.getByText('Coach: Typed Coach', { exact: true }).waitFor();
    await card.getByText('Weekly rate: $30.00', { exact: true }).waitFor();
  });

  it('a failure says so and keeps what was typed [ERR-17]', async ({ visit, admin, stack }) => {
    const cls = await addClass(stack);
    const page = await visit({ as: admin, path: paths.adminClasses, expects: [answered(500)] });
    await interceptCalls(page, 'updateClass', answerWith(500));
    const form = await openEdit(page, cardOf(page, cls));
    await form.venue.fill('Kept Park');
    await form.save.click();
    await toastOf(page, errorToast('Failed to update class')).waitFor();
    await form.dialog.getByRole('alert').getByText('Failed to update class', { exact: true }).waitFor();
    expect(await form.venue.inputValue()).toBe('Kept Park');
  });
});
