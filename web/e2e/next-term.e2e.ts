import { listClasses } from '#functions/classes/classes';
import { listDrafts } from '#functions/classes/drafts';
import { confirmDialog, fillClass, fillSlot, openNewClass } from '#infra/testing/browser/admin-screens';
import {
  bornYearsAgo,
  businessTimeZone,
  businessToday,
  moveStackClock,
  turningOn,
} from '#infra/testing/browser/business-day';
import { recordCalls } from '#infra/testing/browser/calls';
import {
  addClass,
  bookByApi,
  bookingPath,
  cardOf,
  slotBox,
  storedBookings,
} from '#infra/testing/browser/classes';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { expectToast } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { businessMoment } from '#shared/lib/business-time';
import { addDays, formatDeadline, mondayOf } from '#shared/lib/calendar';
import { dayMs, hourMs, secondMs } from '#shared/lib/durations';
import { formatDate } from '#shared/lib/format';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { mailedLink } from './testing/mails.ts';
import { expect, familyTest, officeTest, test } from './testing/test.ts';

const fromNow = (ms: number) => instantOf(new Date(Date.now() + ms));
const shown = (at: ReturnType<typeof fromNow>) =>
  formatDeadline(at, businessMoment(new Date(), businessTimeZone));

test('a class is saved as a draft, which nobody else sees, and published [TRM-01]', {
  tag: '@exhaustive',
}, async ({ page, newPage, signIn, admin, stack }) => {
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
  await fields.more.click();
  await form.getByLabel('Opens for everybody').fill(`${addDays(businessToday, 3)}T09:00`);
  await form.getByRole('button', { name: 'Save as Draft' }).click();
  await expectToast(page, { title: 'Draft saved. Only administrators see it' });
  const drafts = page.getByRole('region', { name: 'Drafts' });
  await expect(drafts.getByRole('article')).toHaveText([/Miniballerz.*Draft.*Kim Coach.*9:00 AM/s]);
  const visitor = await newPage();
  await visitor.goto(paths.bookCamp);
  await expect(visitor.getByRole('article')).toHaveCount(1);

  await drafts.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Publish Class' }).click();
  await expectToast(page, { title: 'Class published' });
  await expect(drafts).toHaveCount(0);
  expect(await listDrafts(stack.table)).toEqual([]);
  expect((await listClasses(stack.table)).map(({ coach_name }) => coach_name)).toContain('Kim Coach');
  await visitor.reload();
  await expect(visitor.getByRole('article').filter({ hasText: 'Kim Coach' })).toContainText('Opens ');
});

test('the listing has the time of the opening [TRM-06]', { tag: '@exhaustive' }, async ({ page, stack }) => {
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

familyTest('the screen counts down [TRM-06]', { tag: '@exhaustive' }, async ({ page, stack }) => {
  const cls = await addClass(stack, { opens_at: fromNow(hourMs) });
  // The device is a day behind.
  await page.clock.install({ time: Date.now() - dayMs });
  await page.goto(bookingPath(cls));
  await expect(page.getByRole('timer')).toHaveText(/Opens in\d/);
  const calls = recordCalls(page);
  await moveStackClock(stack, new Date(Date.now() + hourMs));
  await page.clock.fastForward(hourMs);
  await expect(bookingForm(page).total).toBeVisible();
  expect(calls).toEqual([]);
  await bookFor(page, 'Ana Parent');
  await expectConfirmation(page);
});

officeTest('the next term is planned, and made once [TRM-02]', async ({ page, stack }) => {
  const [first, other] = [await addClass(stack), await addClass(stack, { slots: [{ capacity: 6 }] })];
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
  const made = planner.getByRole('status').first();
  await expect(made).toHaveText('1 draft was made');
  const drafts = page.getByRole('region', { name: 'Drafts' });
  await expect(drafts.getByRole('article')).toHaveText([/\$21\.00/]);

  await planner.getByRole('checkbox', { name: other.venue }).check();
  await expect(ofClass(first).filter({ hasText: 'Left out' })).toContainText('Planned before');
  await planner.getByRole('button', { name: 'Make 2 Drafts' }).click();
  await expect(made).toContainText('1 draft was made');
  await expect(made).toContainText('Planned before');
  await expect(drafts.getByRole('article')).toHaveCount(2);
  await drafts.getByRole('button', { name: 'Delete' }).first().click();
  await confirmDialog(page).getByRole('button', { name: 'Delete Draft' }).click();
  await expectToast(page, { title: 'Draft deleted' });
  await expect(drafts.getByRole('article')).toHaveCount(1);
});

test('a term is published, and a family of three keeps a place, takes another time and says no [TRM-03] [TRM-04] [TRM-07] [TRM-08] [TRM-10]', {
  tag: '@exhaustive',
}, async ({ page, newPage, signIn, admin, stack, expectProblems }) => {
  expectProblems(/status of 429/);
  const cls = await addClass(stack, { startsIn: -50, slots: [{ capacity: 3 }] });
  const other = await addClass(stack, { startsIn: 14, slots: [{ capacity: 2 }], venue: 'Other Meadow' });
  const [ana, ben, cleo] = ['Ana Three', 'Ben Three', 'Cleo Three'].map((name, index) => ({
    name,
    date_of_birth: bornYearsAgo(7 + index),
  }));
  // Twelve by the first session of the next term.
  const family = sampleFamily({
    children: [ana ?? {}, ben ?? {}, { ...cleo, date_of_birth: turningOn(addDays(cls.end_date, 1), 12) }],
  });
  const parent = await stack.createAccount(family);
  for (const child of [0, 1, 2]) await bookByApi(stack, parent, cls, { child });

  await signIn(admin);
  await page.goto(paths.adminClasses);
  await page.getByRole('button', { name: 'Plan Next Term' }).click();
  const planner = page.getByRole('region', { name: 'Plan next term' });
  await planner.getByRole('checkbox', { name: 'Other Meadow' }).setChecked(false);
  await planner.getByRole('button', { name: 'Make 1 Draft' }).click();
  await expect(planner.getByText('3 places are kept.')).toBeVisible();
  await planner.getByLabel('Keep places until').fill(businessToday.replace(/^\d{4}/, '2020'));
  await expect(planner.getByText('Choose a later date')).toBeVisible();
  await planner.getByLabel('Keep places until').fill(addDays(businessToday, 14));
  await planner.getByRole('button', { name: 'Publish 1 Class' }).click();
  await expect(planner.getByText('1 class is published')).toBeVisible();

  const link = await mailedLink(stack, parent.family.profile.email, /\/offer#\S+/);

  const phone = await newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(link);
  const card = (name: string) => phone.getByRole('article').filter({ hasText: name });
  await expect(phone.getByRole('article')).toHaveCount(3);
  await expect(card('Cleo Three')).toContainText('Juniorballerz is for ages 6-11');
  await expectNoAxeInThemes(phone, 'the places of the next term');

  await card('Ana Three').getByRole('button', { name: 'Keep for $180.00' }).click();
  await expect(card('Ana Three').getByRole('status')).toContainText('You keep this place');
  await card('Ana Three').getByRole('button', { name: 'Give This Place Back' }).click();
  await expect(card('Ana Three').getByRole('status')).toContainText('You said no');
  await card('Ana Three').getByRole('button', { name: 'Keep it after all' }).click();
  // The gateway has too many requests at first.
  const keys: (string | undefined)[] = [];
  await phone.route('**/api/offers/taking', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    return route.fulfill({ status: 429, json: { message: 'Too Many Requests' } });
  });
  await card('Ana Three').getByRole('button', { name: 'Keep for $180.00' }).click();
  await expectToast(phone, { title: 'Many people are using this now' });
  await expect(card('Ana Three').getByRole('status')).toContainText('You keep this place');
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);

  await card('Ben Three').getByRole('button', { name: 'Another Time' }).click();
  const times = phone.getByRole('list', { name: 'Other times' });
  await expect(times.getByRole('listitem')).toHaveText([/Other Meadow.*2 spots remaining/s]);
  await times.getByRole('button', { name: 'Keep This Time' }).click();
  await expect(card('Ben Three')).toContainText('Other Meadow');
  await card('Ben Three')
    .getByRole('button', { name: /^Keep for/ })
    .click();
  await expect(card('Ben Three').getByRole('status')).toContainText('You keep this place');

  await card('Cleo Three').getByRole('button', { name: 'No, thank you' }).click();
  await expect(card('Cleo Three').getByRole('status')).toContainText('You said no');
  await phone.reload();
  await expect(card('Cleo Three').getByRole('status')).toContainText('You said no');
  await page.goto(paths.adminClass(cls.id));
  await page.getByRole('button', { name: 'Who Stays Next Term' }).click();
  const stays = page.getByRole('region', { name: 'Who stays' });
  await expect(stays.getByText('Kept: 2')).toBeVisible();
  await expect(stays.getByRole('group').filter({ hasText: 'Aged out: 1' })).toContainText('Cleo Three');
  expect((await storedBookings(stack, parent, other)).map(({ child_name }) => child_name)).toEqual([
    'Ben Three',
  ]);
});
