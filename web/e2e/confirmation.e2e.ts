import { expect, onTestFinished } from 'vitest';
import { addDays } from '#shared/domain/calendar';
import { formatDate, formatLongDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import { bookFor, bookingForm, confirmedFact, seeConfirmation } from './testing/booking-form.ts';
import { businessToday } from './testing/business-day.ts';
import { addClass, cardOf, slotOf } from './testing/classes.ts';
import { pathOf } from './testing/page-state.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';

const trialDate = formatLongDate(addDays(businessToday, 4));

it('a full programme is confirmed with all that was booked, and listed so [BOK-38, BOK-39, BOK-40, BOK-41, BOK-42, BOK-43, BOK-44, BOK-45, PAR-15, PAR-16, PAR-17, PAR-19]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({
    as: parent,
    path: paths.bookClass(cls.id, slotOf(cls).id),
  });
  await bookFor(page, 'Ben Parent');
  await seeConfirmation(page);
  await page.getByText('Your spot has been successfully reserved', { exact: true }).waitFor();
  for (const [name, value] of [
    ['Class', 'Juniorballerz'],
    ['Venue', cls.venue],
    ['Coach', 'Sam Okafor'],
    ['Time', '9:00 AM - 9:45 AM'],
    ['Child', 'Ben Parent'],
    ['Duration', '9 weeks program'],
    ['Total cost', '$120.00'],
  ] as const) {
    expect(await confirmedFact(page, name).textContent()).toBe(value);
  }
  expect(await page.getByRole('term').filter({ hasText: 'Trial date' }).count()).toBe(0);
  const steps = page.getByRole('main').getByRole('list').getByRole('listitem');
  expect(await steps.allTextContents()).toEqual([
    expect.stringMatching(/confirmation email soon/i),
    expect.stringMatching(/payment details.*separately/i),
    expect.stringMatching(/arrive 10 minutes before/i),
    expect.stringMatching(/football gear and water/i),
  ]);

  await page.goto(paths.parentBookings);
  await page.getByRole('heading', { name: 'My Bookings', level: 1, exact: true }).waitFor();
  const card = cardOf(page, cls);
  await card.getByRole('heading', { name: 'Juniorballerz', exact: true }).waitFor();
  for (const text of [
    cls.venue,
    'Coach: Sam Okafor',
    '9:00 AM - 9:45 AM',
    'Ben Parent (age 7)',
    `${formatDate(cls.start_date)} - ${formatDate(cls.end_date)}`,
    `Booked on ${formatDate(businessToday)}`,
    'Total cost: $120.00',
  ]) {
    await card.getByText(text, { exact: true }).waitFor();
  }
  expect(await card.getByText('Trial Session').count()).toBe(0);
});

it('a trial is confirmed with its date, and listed so [BOK-39, BOK-41, BOK-42, PAR-18]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({
    as: parent,
    path: paths.bookClass(cls.id, slotOf(cls).id),
  });
  await bookingForm(page).trial.check();
  await bookFor(page, 'Ana Parent');
  await seeConfirmation(page);
  await page.getByText('Your trial session has been successfully reserved', { exact: true }).waitFor();
  expect(await confirmedFact(page, 'Trial date').textContent()).toBe(trialDate);
  expect(await confirmedFact(page, 'Duration').textContent()).toBe('Single trial session');
  expect(await confirmedFact(page, 'Total cost').textContent()).toBe('$20.00');

  await page.goto(paths.parentBookings);
  const card = cardOf(page, cls);
  await card.getByRole('heading', { name: 'Juniorballerz', exact: true }).waitFor();
  await card.getByText('Trial Session', { exact: true }).waitFor();
  await card.getByText(trialDate, { exact: true }).waitFor();
  await card.getByText('Total cost: $20.00', { exact: true }).waitFor();
  expect(await card.getByText(formatDate(cls.end_date)).count()).toBe(0);
});

it.for([
  ['Full Program', '$180.00'],
  ['Trial Session', '$20.00'],
] as const)(
  'a %s that was passed on without its total costs what the class says [BOK-44]',
  async ([type, total], { visit, stack, parent }) => {
    const cls = await addClass(stack);
    const page = await visit({ as: parent, path: paths.bookClass(cls.id, slotOf(cls).id) });
    await page.getByRole('radio', { name: type }).check();
    await bookFor(page, 'Ana Parent');
    await seeConfirmation(page);
    await page.evaluate(() => {
      const { amount: _, ...booking } = history.state.usr;
      history.replaceState({ ...history.state, usr: booking }, '');
    });
    await page.reload();
    await soon(() => confirmedFact(page, 'Total cost').textContent()).toBe(total);
  },
);

it('leads on to more classes and home [BOK-46, BOK-47]', async ({ visit, stack, parent }) => {
  const cls = await addClass(stack);
  const page = await visit({
    as: parent,
    path: paths.bookClass(cls.id, slotOf(cls).id),
  });
  await bookFor(page, 'Ana Parent');
  await page.getByRole('link', { name: 'Browse More Classes', exact: true }).click();
  await soon(() => pathOf(page)).toBe(paths.browseClasses);
  await page.goBack();
  await page.getByRole('link', { name: 'Return Home', exact: true }).click();
  await soon(() => pathOf(page)).toBe(paths.home);
});

it('shows nothing but the way back when opened without a booking [BOK-37, BOK-05]', async ({
  visit,
  parent,
}) => {
  const page = await visit({ as: parent, path: paths.bookingConfirmation });
  const back = page.getByRole('main').getByRole('link', { name: 'Return to Browse Classes' });
  await back.waitFor();
  expect(await page.getByRole('main').textContent()).toBe('Return to Browse Classes');
  await back.click();
  await soon(() => pathOf(page)).toBe(paths.browseClasses);
});

it('confirms at once while no email can be sent [BOK-36]', async ({ visit, stack, parent }) => {
  const cls = await addClass(stack);
  await stack.setMailFault('down');
  onTestFinished(() => stack.setMailFault('none'));
  const page = await visit({ as: parent, path: paths.bookClass(cls.id, slotOf(cls).id) });
  await bookFor(page, 'Ana Parent');
  await seeConfirmation(page);
  expect((await stack.mails()).filter(({ text }) => text.includes(cls.venue))).toEqual([]);
  await page.goto(paths.parentBookings);
  await cardOf(page, cls).getByText('Ana Parent (age 9)').waitFor();
});
