import { addDays } from '#shared/domain/calendar';
import { formatDate, formatLongDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { bookFor, bookingForm, confirmedFact, expectConfirmation } from './testing/booking-form.ts';
import { businessToday } from './testing/business-day.ts';
import { addClass, cardOf, slotOf } from './testing/classes.ts';
import { expect, test } from './testing/test.ts';

const trialDate = formatLongDate(addDays(businessToday, 4));

test('a full programme is confirmed with all that was booked, and listed so [BOK-38, BOK-39, BOK-40, BOK-41, BOK-42, BOK-43, BOK-44, BOK-45, PAR-15, PAR-16, PAR-17, PAR-19]', async ({
  page,
  signIn,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await bookFor(page, 'Ben Parent');
  await expectConfirmation(page);
  await expect(page.getByText('Your spot has been successfully reserved', { exact: true })).toBeVisible();
  for (const [name, value] of [
    ['Class', 'Juniorballerz'],
    ['Venue', cls.venue],
    ['Coach', 'Sam Okafor'],
    ['Time', '9:00 AM - 9:45 AM'],
    ['Child', 'Ben Parent'],
    ['Duration', '9 weeks program'],
    ['Total cost', '$120.00'],
  ] as const) {
    await expect(confirmedFact(page, name)).toHaveText(value);
  }
  await expect(page.getByRole('term').filter({ hasText: 'Trial date' })).toHaveCount(0);
  const steps = page.getByRole('main').getByRole('list').getByRole('listitem');
  await expect(steps).toHaveText([
    /confirmation email soon/i,
    /payment details.*separately/i,
    /arrive 10 minutes before/i,
    /football gear and water/i,
  ]);

  await page.goto(paths.parentBookings);
  await expect(page.getByRole('heading', { name: 'My Bookings', level: 1, exact: true })).toBeVisible();
  const card = cardOf(page, cls);
  await expect(card.getByRole('heading', { name: 'Juniorballerz', exact: true })).toBeVisible();
  for (const text of [
    cls.venue,
    'Coach: Sam Okafor',
    '9:00 AM - 9:45 AM',
    'Ben Parent (age 7)',
    `${formatDate(cls.start_date)} - ${formatDate(cls.end_date)}`,
    `Booked on ${formatDate(businessToday)}`,
    'Total cost: $120.00',
  ]) {
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(card.getByText('Trial Session')).toHaveCount(0);
});

test('a trial is confirmed with its date, and listed so [BOK-39, BOK-41, BOK-42, PAR-18]', async ({
  page,
  signIn,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await bookingForm(page).trial.check();
  await bookFor(page, 'Ana Parent');
  await expectConfirmation(page);
  await expect(
    page.getByText('Your trial session has been successfully reserved', { exact: true }),
  ).toBeVisible();
  await expect(confirmedFact(page, 'Trial date')).toHaveText(trialDate);
  await expect(confirmedFact(page, 'Duration')).toHaveText('Single trial session');
  await expect(confirmedFact(page, 'Total cost')).toHaveText('$20.00');

  await page.goto(paths.parentBookings);
  const card = cardOf(page, cls);
  await expect(card.getByRole('heading', { name: 'Juniorballerz', exact: true })).toBeVisible();
  await expect(card.getByText('Trial Session', { exact: true })).toBeVisible();
  await expect(card.getByText(trialDate, { exact: true })).toBeVisible();
  await expect(card.getByText('Total cost: $20.00', { exact: true })).toBeVisible();
  await expect(card.getByText(formatDate(cls.end_date))).toHaveCount(0);
});

for (const [type, total] of [
  ['Full Program', '$180.00'],
  ['Trial Session', '$20.00'],
] as const) {
  test(`a ${type} that was passed on without its total costs what the class says [BOK-44]`, async ({
    page,
    signIn,
    stack,
    parent,
  }) => {
    const cls = await addClass(stack);
    await signIn(parent);
    await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
    await page.getByRole('radio', { name: type }).check();
    await bookFor(page, 'Ana Parent');
    await expectConfirmation(page);
    await page.evaluate(() => {
      const { amount: _, ...booking } = history.state.usr;
      history.replaceState({ ...history.state, usr: booking }, '');
    });
    await page.reload();
    await expect(confirmedFact(page, 'Total cost')).toHaveText(total);
  });
}

test('leads on to more classes and home [BOK-46, BOK-47]', async ({ page, signIn, stack, parent }) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await bookFor(page, 'Ana Parent');
  await page.getByRole('link', { name: 'Browse More Classes', exact: true }).click();
  await expect(page).toHaveURL(paths.browseClasses);
  await page.goBack();
  await page.getByRole('link', { name: 'Return Home', exact: true }).click();
  await expect(page).toHaveURL(paths.home);
});

test('shows nothing but the way back when opened without a booking [BOK-37, BOK-05]', async ({
  page,
  signIn,
  parent,
}) => {
  await signIn(parent);
  await page.goto(paths.bookingConfirmation);
  const back = page.getByRole('main').getByRole('link', { name: 'Return to Browse Classes' });
  await expect(back).toBeVisible();
  await expect(page.getByRole('main')).toHaveText('Return to Browse Classes');
  await back.click();
  await expect(page).toHaveURL(paths.browseClasses);
});

test('confirms at once while no email can be sent [BOK-36]', async ({ page, signIn, stack, parent }) => {
  const cls = await addClass(stack);
  await stack.setMailFault('down');
  await signIn(parent);
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await bookFor(page, 'Ana Parent');
  await expectConfirmation(page);
  expect((await stack.mails()).filter(({ text }) => text.includes(cls.venue))).toEqual([]);
  await page.goto(paths.parentBookings);
  await expect(cardOf(page, cls).getByText('Ana Parent (age 9)')).toBeVisible();
});
