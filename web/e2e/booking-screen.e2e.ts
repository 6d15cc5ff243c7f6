import { expect } from 'vitest';
import { sampleFamily } from '#infra/testing/samples/samples';
import { addDays } from '#shared/domain/calendar';
import { formatLongDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import type { FootballClass } from '#shared/schemas/class';
import { bookingForm } from './testing/booking-form.ts';
import { bookElsewhere } from './testing/bookings.ts';
import { bornYearsAgo, businessToday } from './testing/business-day.ts';
import { holdCalls } from './testing/calls.ts';
import { addClass, slotBox, slotOf } from './testing/classes.ts';
import { pathOf } from './testing/page-state.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';

const bookingPath = (cls: FootballClass, at = 0) => paths.bookClass(cls.id, slotOf(cls, at).id);

it('says that it loads while it does [BOK-01]', async ({ visit, stack, parent }) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent });
  const calls = await holdCalls(page, 'getBookingOffer');
  await page.goto(bookingPath(cls));
  const loading = page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ });
  await loading.waitFor();
  calls.letGo();
  await bookingForm(page).child.waitFor();
  expect(await loading.count()).toBe(0);
});

it('shows the class, its prices, and the chosen slot with its places [BOK-06, BOK-07]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 8, booked: 7 }] });
  const page = await visit({ as: parent, path: bookingPath(cls, 1) });
  for (const text of [
    cls.venue,
    'Coach: Sam Okafor',
    'Full program: $120.00 (6 weeks remaining)',
    'Trial: $20.00 (1 session)',
    '10:00 AM - 10:45 AM',
    '1 spot remaining',
  ]) {
    await page.getByText(text, { exact: true }).waitFor();
  }
});

it('leads back to the classes [BOK-04, BOK-05]', async ({ visit, stack, parent }) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls) });
  await page.getByRole('link', { name: '← Back to Classes', exact: true }).click();
  await soon(() => pathOf(page)).toBe(paths.browseClasses);
});

it('offers the full programme, chosen already, or a trial, and shows what each costs [BOK-11, BOK-12, BOK-13, BOK-14, BOK-18]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls) });
  const { fullProgram, trial, total } = bookingForm(page);
  await fullProgram.waitFor();
  expect([await fullProgram.isChecked(), await trial.isChecked()]).toEqual([true, false]);
  expect(await total.textContent()).toBe('Total cost$120.00');
  await page.getByText('$120.00 · 6 weeks remaining', { exact: true }).waitFor();
  // The class began 17 days ago: its next session is in four.
  await page
    .getByText(`$20.00 · One session${formatLongDate(addDays(businessToday, 4))}`, { exact: true })
    .waitFor();
  await trial.check();
  expect(await fullProgram.isChecked()).toBe(false);
  await soon(() => total.textContent()).toBe('Total cost$20.00');
  await fullProgram.check();
  await soon(() => total.textContent()).toBe('Total cost$120.00');
});

it('lists the children with age and medical conditions, and notes the conditions of the chosen one in amber [BOK-15, BOK-16, BOK-17]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls) });
  const { child } = bookingForm(page);
  await soon(() => child.getByRole('option').allTextContents()).toEqual([
    'Choose a child',
    'Ana Parent (age 9)',
    'Ben Parent (age 7) - Asthma: carries an inhaler',
  ]);
  expect(await child.locator('option:checked').textContent()).toBe('Choose a child');
  const note = page.getByText('Medical note: Asthma: carries an inhaler', { exact: true });
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  expect(await note.count()).toBe(0);
  await child.selectOption({ label: 'Ben Parent (age 7) - Asthma: carries an inhaler' });
  await note.waitFor();
  const background = await note.evaluate(
    (text) => getComputedStyle(text.parentElement ?? text).backgroundColor,
  );
  const [red = 0, green = 0, blue = 0] = (background.match(/[\d.]+/g) ?? []).map(Number);
  expect(red).toBeGreaterThan(green);
  expect(green).toBeGreaterThan(blue);
});

it('is ready for a press once a child is chosen, and takes no payment [BOK-19, BOK-20, BOK-21, BOK-22]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls) });
  const { child, confirm } = bookingForm(page);
  await confirm.waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  expect(await confirm.isEnabled()).toBe(true);
  await child.selectOption({ label: 'Choose a child' });
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByText('Payment information is collected separately.', { exact: true }).waitFor();
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
});

it('notes that the chosen child has a place in the slot, and of the other one nothing [BOK-30]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  expect((await bookElsewhere(stack, parent, cls)).status).toBe(201);
  const page = await visit({ as: parent, path: bookingPath(cls) });
  const { child } = bookingForm(page);
  const note = page.getByText(/ has a place in this time slot/);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  expect(await note.textContent()).toBe('Ana Parent has a place in this time slot.');
  await child.selectOption({ index: 2 });
  await note.waitFor({ state: 'detached' });
});

it('shows at once what the listing knew of the class, before the answer is there', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent });
  const calls = await holdCalls(page, 'getBookingOffer');
  await page.goto(paths.browseClasses);
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  // The listing, which says the same of other classes, is gone when the form is being loaded.
  for (const text of ['Loading...', cls.venue, '9:00 AM - 9:45 AM', '10 spots remaining']) {
    await page.getByText(text, { exact: true }).waitFor();
  }
  calls.letGo();
  await bookingForm(page).child.waitFor();
});

it('notes an age that the programme is not made for, and takes the booking all the same [PUB-20]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack, { class_type: 'miniballerz' });
  const page = await visit({ as: parent, path: bookingPath(cls) });
  const { child, confirm } = bookingForm(page);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  await page.getByText('Miniballerz is for ages 3-5', { exact: true }).waitFor();
  expect(await confirm.isEnabled()).toBe(true);
});

it('notes no age where the child suits the programme [PUB-20]', async ({ visit, stack, parent }) => {
  const cls = await addClass(stack, { class_type: 'juniorballerz' });
  const page = await visit({ as: parent, path: bookingPath(cls) });
  await bookingForm(page).child.selectOption({ label: 'Ana Parent (age 9)' });
  expect(await page.getByText(/ is for ages /).count()).toBe(0);
});

it('offers no booking of a full slot, but the other times of the class that have places [BOK-05, BOK-08]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack, {
    slots: [
      { capacity: 8, booked: 8 },
      { capacity: 8, booked: 8 },
      { capacity: 8, booked: 6 },
    ],
  });
  const page = await visit({ as: parent, path: bookingPath(cls) });
  await page.getByText('This time slot is now full', { exact: true }).waitFor();
  expect(await page.getByRole('main').getByRole('link').allTextContents()).toEqual([
    '← Back to Classes',
    '11:00 AM - 11:45 AM2 spots remaining',
    'Browse Other Classes',
  ]);
  expect(await page.getByRole('radio').count()).toBe(0);
  await page.getByRole('link', { name: '11:00 AM - 11:45 AM' }).click();
  await bookingForm(page).child.waitFor();
  expect(pathOf(page)).toBe(bookingPath(cls, 2));
  await page.goBack();
  await page.getByRole('link', { name: 'Browse Other Classes' }).click();
  await soon(() => pathOf(page)).toBe(paths.browseClasses);
});

it.for([
  ['a parent without children', { isAdmin: false }],
  ['an admin, who has none', { isAdmin: true }],
] as const)('%s can book for nobody yet [BOK-03, BOK-09, BOK-10]', async ([, role], { visit, stack }) => {
  const cls = await addClass(stack);
  const account = await stack.createAccount(sampleFamily({ children: [] }), role);
  const page = await visit({ as: account, path: bookingPath(cls) });
  await page
    .getByText('You need to add children to your account before booking a class.', { exact: true })
    .waitFor();
  await page.getByText('10 spots remaining', { exact: true }).waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  const link = page.getByRole('link', { name: 'Add Children to Your Profile', exact: true });
  expect(await link.getAttribute('href')).toBe(paths.parentProfile);
});

it('offers neither trial nor programme once the programme has ended [BOK-14, BOK-23, BOK-32]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack, { startsIn: -60 });
  const page = await visit({ as: parent, path: bookingPath(cls) });
  const { child, trial, confirm } = bookingForm(page);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  expect(await confirm.isDisabled()).toBe(true);
  await trial.check();
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByText('(Program ended - trial not available)').waitFor();
  await page.getByRole('main').getByText('Program ended', { exact: true }).waitFor();
});

it('offers no trial once the last session is over, but the programme until its last day [BOK-23]', async ({
  visit,
  stack,
  parent,
}) => {
  // Sessions every seven days from 17 days ago, until tomorrow: the last one was three days ago.
  const cls = await addClass(stack, { startsIn: -17, lasts: 18 });
  const page = await visit({ as: parent, path: bookingPath(cls) });
  const { child, fullProgram, trial, confirm } = bookingForm(page);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  await trial.check();
  await page.getByText('(Program ended - trial not available)').waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await fullProgram.check();
  expect(await confirm.isEnabled()).toBe(true);
});

it('shows the whole of a long medical note beside the short entry of the list', async ({ visit, stack }) => {
  const cls = await addClass(stack);
  const conditions = `${'Carries an inhaler. '.repeat(9)}Call the number on file.`;
  const account = await stack.createAccount(
    sampleFamily({
      children: [{ name: 'Kim', date_of_birth: bornYearsAgo(8), medical_conditions: conditions }],
    }),
  );
  const page = await visit({ as: account, path: bookingPath(cls) });
  const { child } = bookingForm(page);
  await child.selectOption({ index: 1 });
  await page.getByText(`Medical note: ${conditions}`, { exact: true }).waitFor();
  expect((await child.locator('option:checked').textContent())?.length).toBeLessThan(90);
});
