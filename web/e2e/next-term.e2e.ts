import { listClasses } from '#functions/data/classes/classes';
import { listDrafts } from '#functions/data/classes/drafts';
import { formatDate } from '#shared/domain/text/format';
import { businessMoment } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { formatDeadline } from '#shared/domain/time/deadline';
import { instantOf } from '#shared/domain/time/instant-of';
import { dayMs, secondMs } from '#shared/domain/time/milliseconds';
import { mondayOf } from '#shared/domain/time/week';
import { paths } from '#shared/paths';
import { confirmDialog, fillClass, fillSlot, openNewClass } from './testing/admin-screens.ts';
import { bookFor, bookingForm, expectConfirmation } from './testing/booking-form.ts';
import { bookByApi } from './testing/bookings.ts';
import { businessTimeZone, businessToday } from './testing/business-day.ts';
import { recordCalls } from './testing/calls.ts';
import { addClass, cardOf, slotBox, slotOf } from './testing/classes.ts';
import { expect, test } from './testing/test.ts';
import { expectToast } from './testing/toasts.ts';

const fromNow = (ms: number) => instantOf(new Date(Date.now() + ms));
const shown = (at: ReturnType<typeof fromNow>) =>
  formatDeadline(at, businessMoment(new Date(), businessTimeZone));

test('a class is saved as a draft, which nobody else sees, changed and published [TRM-01]', async ({
  page,
  newPage,
  signIn,
  admin,
  stack,
}) => {
  await addClass(stack);
  await signIn(admin);
  const { form, slot, ...fields } = await openNewClass(page);
  await fillClass(
    { slot, ...fields },
    {
      class_type: 'miniballerz',
      venue: 'Draft Park',
      coach_name: 'Kim Coach',
      weekly_rate: '20',
      start_date: addDays(businessToday, 7),
    },
  );
  await fillSlot(slot(1), ['09:00', '09:45', '8']);
  await form.getByLabel('Opens for everybody').fill(`${addDays(businessToday, 3)}T09:00`);
  await form.getByRole('button', { name: 'Save as Draft' }).click();
  await expectToast(page, { title: 'Draft saved. Only administrators see it' });
  const drafts = page.getByRole('region', { name: 'Drafts' });
  await expect(drafts.getByRole('article')).toHaveText([/Miniballerz.*Draft.*Kim Coach.*9:00 AM/s]);
  const visitor = await newPage();
  await visitor.goto(paths.bookCamp);
  await expect(visitor.getByRole('article')).toHaveCount(1);

  await drafts.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Draft' });
  await expect(dialog.getByLabel('Opens for everybody')).toHaveValue(`${addDays(businessToday, 3)}T09:00`);
  await dialog.getByLabel('Opens for current families').fill(`${addDays(businessToday, 4)}T09:00`);
  await dialog.getByRole('button', { name: 'Save Draft' }).click();
  await expect(dialog.getByText('Everybody books after current families')).toBeVisible();
  await dialog.getByLabel('Opens for current families').fill(`${addDays(businessToday, 2)}T09:00`);
  await dialog.getByLabel('Coach Name').fill('Lee Coach');
  await dialog.getByRole('button', { name: 'Save Draft' }).click();
  await expectToast(page, { title: 'Draft updated' });
  await expect(drafts.getByRole('article')).toHaveText([/Lee Coach/]);

  await drafts.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Publish Class' }).click();
  await expectToast(page, { title: 'Class published' });
  await expect(drafts).toHaveCount(0);
  expect(await listDrafts(stack.table)).toEqual([]);
  expect((await listClasses(stack.table)).map(({ coach_name }) => coach_name)).toContain('Lee Coach');
  await visitor.reload();
  await expect(visitor.getByRole('article').filter({ hasText: 'Lee Coach' })).toContainText(
    'Opens for everybody',
  );
});

test('a draft is deleted [TRM-01]', async ({ page, signIn, admin }) => {
  await signIn(admin);
  const { form, slot, ...fields } = await openNewClass(page);
  await fillClass(
    { slot, ...fields },
    {
      class_type: 'miniballerz',
      venue: 'Draft Park',
      coach_name: 'Kim Coach',
      weekly_rate: '20',
      start_date: addDays(businessToday, 7),
    },
  );
  await fillSlot(slot(1), ['09:00', '09:45', '8']);
  await form.getByRole('button', { name: 'Save as Draft' }).click();
  const drafts = page.getByRole('region', { name: 'Drafts' });
  await drafts.getByRole('button', { name: 'Delete' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Delete Draft' }).click();
  await expectToast(page, { title: 'Draft deleted' });
  await expect(drafts).toHaveCount(0);
});

test('the listing has the time in place of "Book Now", until the class opens [TRM-06]', async ({
  page,
  stack,
}) => {
  const [friday, saturday] = [fromNow(dayMs), fromNow(2 * dayMs)];
  const later = await addClass(stack, { opens_for_current_at: friday, opens_at: saturday });
  const between = await addClass(stack, { opens_for_current_at: fromNow(-dayMs), opens_at: saturday });
  const soon = await addClass(stack, { opens_at: fromNow(6 * secondMs) });
  await page.goto(paths.bookCamp);
  const box = (cls: typeof later) => slotBox(page, cls);
  const opens = `Opens for everybody ${shown(saturday)}`;
  await expect(box(later).getByText(`Opens for current families ${shown(friday)}`)).toBeVisible();
  await expect(box(later).getByText(opens)).toBeVisible();
  await expect(box(later).getByRole('button')).toHaveCount(0);
  await expect(box(between).getByText(opens)).toBeVisible();
  await expect(box(between).getByRole('button')).toHaveText(['Current families: Book Now']);
  const calls = recordCalls(page);
  await expect(box(soon).getByRole('button')).toHaveText(['Book Now']);
  expect(calls).toEqual([]);
  await expect(cardOf(page, soon)).not.toContainText('Opens');
});

test('the booking screen counts down by the server’s clock and shows the form then, without a request [TRM-06]', async ({
  page,
  signIn,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { opens_at: fromNow(8 * secondMs) });
  await signIn(parent);
  // The device is a day behind.
  await page.clock.install({ time: Date.now() - dayMs });
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await expect(page.getByRole('timer')).toHaveText(/Opens in0:0\d/);
  const calls = recordCalls(page);
  await expect(bookingForm(page).total).toBeVisible();
  expect(calls).toEqual([]);
  await bookFor(page, 'Ana Parent');
  await expectConfirmation(page);
});

test('a current family books before everybody [TRM-06]', async ({ page, signIn, newPage, parent, stack }) => {
  await bookByApi(stack, parent, await addClass(stack));
  const next = await addClass(stack, { opens_for_current_at: fromNow(-dayMs), opens_at: fromNow(dayMs) });
  await signIn(parent);
  await page.goto(paths.browseClasses);
  await slotBox(page, next).getByRole('button', { name: 'Current families: Book Now' }).click();
  await bookFor(page, 'Ben Parent');
  await expectConfirmation(page);
  const other = await newPage({ as: await stack.createAccount() });
  await other.goto(paths.bookClass(next.id, slotOf(next).id));
  await expect(other.getByRole('timer')).toHaveText(/Opens in2[34] hours/);
});

test('the next term is planned in three steps, which nothing makes twice [TRM-02]', async ({
  page,
  signIn,
  admin,
  stack,
}) => {
  const [first, other] = [await addClass(stack), await addClass(stack, { slots: [{ capacity: 6 }] })];
  await signIn(admin);
  await page.goto(paths.adminClasses);
  await page.getByRole('button', { name: 'Plan Next Term' }).click();
  const planner = page.getByRole('region', { name: 'Plan next term' });
  const ofClass = (cls: typeof first) => planner.getByRole('listitem').filter({ hasText: cls.venue });
  const monday = addDays(mondayOf(first.end_date), 7);
  await expect(planner.getByLabel('First week')).toHaveValue(monday);
  await expect(planner.getByLabel('Number of weeks')).toHaveValue('9');
  await expect(planner.getByRole('checkbox', { name: first.venue })).toBeChecked();

  await planner.getByLabel('Number of weeks').fill('0');
  await expect(planner.getByText('Use a whole number from 1 to 52')).toBeVisible();
  await planner.getByLabel('Number of weeks').fill('6');
  await planner.getByRole('button', { name: formatDate(addDays(monday, 7)) }).click();
  await planner.getByLabel('Prices').selectOption({ label: 'Raise by per cent' });
  await planner.getByLabel('Per cent').fill('5');
  const preview = ofClass(first).filter({ hasText: 'a week' });
  await expect(preview).toContainText('5 sessions');
  await expect(preview).toContainText('$21.00 a week, before $20.00');
  await planner.getByRole('checkbox', { name: other.venue }).uncheck();
  await planner.getByRole('button', { name: 'Make 1 Draft' }).click();
  await expect(planner.getByRole('status')).toHaveText('1 draft was made');
  const drafts = page.getByRole('region', { name: 'Drafts' });
  await expect(drafts.getByRole('article')).toHaveText([/\$21\.00/]);

  await planner.getByRole('checkbox', { name: other.venue }).check();
  await expect(ofClass(first).filter({ hasText: 'Left out' })).toContainText('Planned before');
  await planner.getByRole('button', { name: 'Make 2 Drafts' }).click();
  await expect(planner.getByRole('status')).toContainText('1 draft was made');
  await expect(planner.getByRole('status')).toContainText('Planned before');
  await expect(drafts.getByRole('article')).toHaveCount(2);
});
