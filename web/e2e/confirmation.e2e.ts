import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookingPath, cardOf, setWeeklyRate } from '#infra/testing/browser/classes';
import { bookFor, bookingForm, confirmedFact, expectConfirmation } from '#infra/testing/browser/forms';
import { addDays } from '#shared/lib/calendar';
import { everyWeekday, formatDate, formatDay, formatLongDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

const trialDate = formatLongDate(addDays(businessToday, 4));

test('a program is confirmed with its facts, dates, cost and next steps, and listed in "My Bookings" [BOK-38, BOK-39, BOK-40, BOK-41, BOK-42, BOK-43, BOK-44, BOK-45, BOK-46, BOK-47, FAM-06, PAR-15, PAR-16, PAR-17, PAR-19]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  await bookFor(page, 'Ben Parent');
  await expectConfirmation(page);
  await expect(page.getByText('Your spot has been successfully reserved', { exact: true })).toBeVisible();
  const dates = [4, 11, 18, 25, 32, 39].map((days) => formatDay(addDays(businessToday, days)));
  for (const [name, value] of [
    ['Class', 'Juniorballerz'],
    ['Venue', cls.venue],
    ['Coach', 'Sam Okafor'],
    ['Time', '9:00 AM - 9:45 AM'],
    ['Child', 'Ben Parent'],
    ['Day', everyWeekday(cls.start_date)],
    ['First date', trialDate],
    ['All 6 dates', dates.join(', ')],
    ['Address', cls.venue_details.address],
    ['Duration', '9 weeks program'],
    ['Total cost', '$120.00'],
  ] as const)
    await expect(confirmedFact(page, name)).toHaveText(value);
  await expect(page.getByRole('term').filter({ hasText: 'Trial date' })).toHaveCount(0);
  const map = page.getByRole('link', { name: `Map of ${cls.venue}` });
  await expect(map).toHaveAttribute('href', cls.venue_details.map_url ?? '');
  await expect(page.getByText('Bring football gear and water.')).toBeVisible();
  const steps = page.getByRole('main').getByRole('list').getByRole('listitem');
  await expect(steps).toHaveText([
    /confirmation email soon/i,
    /payment details.*separately/i,
    /arrive 10 minutes before/i,
    /football gear and water/i,
  ]);
  await page.getByRole('link', { name: 'Browse More Classes', exact: true }).click();
  await expect(page).toHaveURL(paths.browseClasses);
  await page.goBack();
  await page.getByRole('link', { name: 'Return Home', exact: true }).click();
  await expect(page).toHaveURL(paths.home);

  await page.goto(paths.parentBookings);
  await expect(page.getByRole('heading', { name: 'My Bookings', level: 1, exact: true })).toBeVisible();
  const card = cardOf(page, cls);
  for (const text of [
    'Juniorballerz',
    cls.venue,
    'Coach: Sam Okafor',
    '9:00 AM - 9:45 AM',
    'Ben Parent (age 7)',
    // From the next session on: two and a half weeks of the class are over.
    `${formatDate(addDays(businessToday, 4))} - ${formatDate(cls.end_date)}`,
    `Booked on ${formatDate(businessToday)}`,
    'Total cost: $120.00',
  ])
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  await expect(card.getByText('Trial Session')).toHaveCount(0);
});

test('a booking that costs nothing says so [FAM-06]', async ({ page, stack }) => {
  const cls = await addClass(stack);
  await setWeeklyRate(stack, cls, 0);
  await page.goto(bookingPath(cls));
  await expect(page.getByText('There is nothing to pay.').first()).toBeVisible();
  await expect(page.getByText('Payment information is collected separately.')).toHaveCount(0);
  await bookFor(page, 'Ben Parent');
  await expectConfirmation(page);
  await expect(confirmedFact(page, 'Total cost')).toHaveText('$0.00');
  await expect(page.getByText('There is nothing to pay.')).toBeVisible();
  await expect(page.getByText(/payment details/i)).toHaveCount(0);
});

test('a trial is confirmed and listed [BOK-39, BOK-41, BOK-42, PAR-18]', async ({ page, stack }) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
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
  await expect(card.getByText(trialDate, { exact: true }).first()).toBeVisible();
  await expect(card.getByText('Total cost: $20.00', { exact: true })).toBeVisible();
  await expect(card.getByText(formatDate(cls.end_date))).toHaveCount(0);
});

test('shows only a link to the classes when opened without a booking [BOK-37, BOK-05]', async ({ page }) => {
  await page.goto(paths.bookingConfirmation);
  const back = page.getByRole('main').getByRole('link', { name: 'Return to Browse Classes' });
  await expect(back).toBeVisible();
  await expect(page.getByRole('main')).toHaveText('Return to Browse Classes');
  await back.click();
  await expect(page).toHaveURL(paths.browseClasses);
});
