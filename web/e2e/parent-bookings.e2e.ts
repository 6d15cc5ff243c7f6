import type { Page } from '@playwright/test';
import ICAL from 'ical.js';
import { downloadFile, payByApi } from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import {
  addClass,
  bookByApi,
  bookingPath,
  cardOf,
  setWeeklyRate,
  slotBox,
  storedBookings,
} from '#infra/testing/browser/classes';
import { bookFor, bookingForm, confirmedFact, expectConfirmation } from '#infra/testing/browser/forms';
import { errorToast, expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { cancellationPolicy } from '#shared/booking/endings';
import { addDays } from '#shared/lib/calendar';
import { everyWeekday, formatDate, formatDay, formatLongDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

const entries = [
  ['Dashboard', '/parent'],
  ['Classes', '/parent/classes'],
  ['Bookings', '/parent/bookings'],
  ['Payments', '/parent/payments'],
  ['Profile', '/parent/profile'],
] as const;

test('the parent area has sidebar, header and footer, and a dashboard with links [PAR-01, PAR-02, PAR-05, PAR-06]', async ({
  page,
}) => {
  await page.goto(paths.parent);
  await expect(
    page.getByRole('heading', { name: 'Welcome to Your Dashboard', level: 1, exact: true }),
  ).toBeVisible();
  const cards = page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.getByRole('heading') });
  await expect(cards).toHaveCount(3);
  for (const [at, href] of ['/parent/classes', '/parent/bookings', '/parent/profile'].entries())
    await expect(cards.nth(at)).toHaveAttribute('href', href);

  const sidebar = page.getByRole('navigation', { name: 'Parent Dashboard' });
  await expect(sidebar.getByText('Parent Dashboard', { exact: true })).toBeVisible();
  await expect(sidebar.getByRole('link')).toHaveText(entries.map(([name]) => name));
  for (const [name, target] of entries) {
    await sidebar.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(target);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }

  await page.goto(paths.parent);
  await test.step('the dashboard of a family without sessions to come leads to the classes', async () => {
    const week = page.getByRole('region', { name: 'Your week' });
    await expect(week.getByRole('heading', { name: 'No sessions to come' })).toBeVisible();
    await week.getByRole('link', { name: 'Find a class' }).click();
    await expect(page).toHaveURL(paths.parentClasses);
  });
});

const trialDate = formatLongDate(addDays(businessToday, 4));

test('a program that is booked from the listing is confirmed with its facts, dates, cost and next steps, emailed once, and listed in "My Bookings" [BOK-34, BOK-35, ERR-53, PRC-17, PRM-02, BOK-38, BOK-39, BOK-40, BOK-41, BOK-42, BOK-43, BOK-44, BOK-45, BOK-46, BOK-47, FAM-06, PAR-15, PAR-16, PAR-17, PAR-19]', async ({
  page,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await page.goto(paths.parentClasses);
  await expect(cardOf(page, cls).getByText('$120.00')).toBeVisible();
  await slotBox(page, cls).getByRole('button', { name: 'Book' }).click();
  await expect(bookingForm(page).total).toHaveText(/\$120\.00$/);
  await expect(page).toHaveURL(bookingPath(cls));
  await expect(page.getByText(cancellationPolicy(false), { exact: true })).toBeVisible();
  await bookFor(page, 'Ben Parent');
  await expectConfirmation(page);
  await expect(page).toHaveURL(paths.bookingConfirmation);
  await expect(page).toHaveTitle(/^Booking Confirmed!/);
  await expect(page.getByRole('main')).toBeFocused();
  await expectToast(page, { title: 'Success', description: 'Booking confirmed successfully!' });
  const { email } = parent.family.profile;
  const mails = async () => (await stack.mails()).filter(({ to }) => to.includes(email));
  await expect.poll(async () => (await mails()).length).toBe(1);
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

  await test.step('the card saves its sessions as a calendar file [ICS-01]', async () => {
    const { name, text } = await downloadFile(page, card.getByRole('button', { name: 'Add to calendar' }));
    expect(name).toMatch(/-sessions\.ics$/);
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    expect(events.map((event) => event.getFirstPropertyValue('summary'))).toEqual(
      Array.from({ length: 6 }, () => 'Juniorballerz: Ben'),
    );
  });
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

test('shows balance, entries, how to pay [PAY-03, PAY-04, PAY-10]', async ({
  page,
  stack,
  admin,
  parent,
}) => {
  const lines = ['Bank transfer to Ballerz, sort code 00-00-00, account 00000000.', 'Cash at the pitch.'];
  await stack.setSettings({ instructions: lines });
  await page.setViewportSize({ width: 375, height: 900 });
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await payByApi(stack, admin, parent, 5_000);
  await page.goto(paths.parent);
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(page).toHaveURL(paths.parentPayments);
  const main = page.getByRole('main');
  await expect(main.getByText('You owe $70.00', { exact: true })).toBeVisible();
  for (const line of lines) await expect(main.getByText(line)).toBeVisible();
  await expect(main.getByText(/Your reference: F-[2-9A-HJ-NP-Z]{5}/)).toBeVisible();
  await expect(main.getByRole('list', { name: 'Account' }).getByRole('listitem')).toHaveText([
    `${formatDate(businessToday)}Payment, bank transferTransfer 4711-$50.00`,
    `${formatDate(businessToday)}Full program: Ana Parent, Juniorballerz, ${cls.venue}Open, $70.00 left$120.00`,
  ]);
  await expectNoSideScroll(page);
  // The line would break within the sort code at some of these widths.
  for (let narrow = 320; narrow <= 640; narrow += 20) {
    await page.setViewportSize({ width: narrow, height: 900 });
    const rows = await main.getByText(/^\d\d-\d\d-\d\d$/).evaluate((code) => code.getClientRects().length);
    expect(rows, `lines of the sort code at ${narrow} px`).toBe(1);
  }
  await page.goto(paths.parentBookings);
  await expect(cardOf(page, cls).getByText('Open, $70.00 left', { exact: true })).toBeVisible();
  await payByApi(stack, admin, parent, 7_000);
  await page.reload();
  await expect(cardOf(page, cls).getByText('Paid', { exact: true })).toBeVisible();
  await page.goto(paths.parentPayments);
  await expect(main.getByText('Nothing is open', { exact: true })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'How to pay' })).toHaveCount(0);
  await expect(main.getByText(/Your reference/)).toHaveCount(0);
});

/** The next session of a class as `addClass` makes it. */
const nextSession = formatLongDate(addDays(businessToday, 4));

test('a parent changes the time, not the money [MOV-01, MOV-03]', async ({ page, stack, parent }) => {
  const cls = await addClass(stack, {
    slots: [{ capacity: 5 }, { capacity: 5, booked: 4 }, { capacity: 1, booked: 1 }],
  });
  // Newer, with an earlier session, and first by its name.
  const other = await addClass(stack, { startsIn: 1, venue: 'A Meadow' });
  await bookByApi(stack, parent, cls);
  await page.goto(paths.parentBookings);
  await page.getByRole('link', { name: 'Change time or class' }).click();
  const groups = page.getByRole('main').getByRole('group');
  await expect(groups).toHaveText([
    /^Another time of this class/,
    new RegExp(`^Juniorballerz, ${other.venue}`),
  ]);
  const group = page.getByRole('group', { name: 'Another time of this class' });
  // Neither the own slot nor the full one is offered.
  await expect(group.getByRole('radio')).toHaveCount(1);
  await group.getByRole('radio', { name: /10:00 AM - 10:45 AM/ }).check();
  await expect(
    page.getByText(
      `Ana Parent moves to 10:00 AM - 10:45 AM, from ${nextSession} on. The price stays the same.`,
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expectToast(page, { title: 'Booking changed successfully' });
  await expect(page).toHaveURL(new RegExp(`${paths.parentBookings}#bkg_`));
  await expect(page.getByRole('article')).toContainText('10:00 AM - 10:45 AM');
});

test('a parent changes the class and sees the money and the place before, after a time that filled up meanwhile [MOV-01, MOV-03, MOV-04]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent, expectProblems }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 1 }] });
  const other = await addClass(stack, { lasts: 63, class_type: 'eliteballerz' });
  await bookByApi(stack, parent, cls);
  const [booking] = await storedBookings(stack, parent, cls);
  if (!booking) throw new Error('The parent has a booking');
  await page.goto(paths.changeBooking(booking.id));
  await page.getByRole('radio', { name: /10:00 AM - 10:45 AM/ }).check();
  await bookByApi(stack, await stack.createAccount(), cls, { at: 1 });
  expectProblems(httpError(409));
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expectToast(page, errorToast('This time slot is now full'));
  expect(await storedBookings(stack, parent, cls)).toMatchObject([{ time_slot_id: booking.time_slot_id }]);
  const group = page.getByRole('group', { name: new RegExp(`Eliteballerz, ${other.venue}`) });
  await group.getByRole('radio', { name: /\$20\.00 more/ }).check();
  await expect(
    page.getByText('$120.00 is credited for the sessions left, and $140.00 is charged.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Change and pay $20.00' }).click();
  await expectToast(page, { title: 'Booking changed successfully' });
  const [moved] = await storedBookings(stack, parent, other);
  expect(moved).toMatchObject({ amount: 14_000 });
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
});

test('a trial is kept [TRI-02, TRI-03]', { tag: '@exhaustive' }, async ({ page, stack, parent }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }] });
  await bookByApi(stack, parent, cls, { isTrial: true });
  await page.goto(paths.parentBookings);
  await page.getByRole('link', { name: 'Keep the place for $100.00' }).click();
  await expect(page.getByText('You agree to pay $100.00.')).toBeVisible();
  await expect(page.getByText('Ana Parent gets all 5 sessions to come')).toBeVisible();
  await page.getByRole('button', { name: 'Keep the place for $100.00' }).click();
  await expectToast(page, { title: 'The place is kept' });
  expect(await storedBookings(stack, parent, cls)).toMatchObject([{ is_trial: false, amount: 10_000 }]);
});

const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Cancel this booking?' });
const past = (page: Page) => page.getByRole('region', { name: 'Past and cancelled' });
const upcoming = (page: Page) => page.getByRole('region', { name: 'Upcoming' });

test('a cancellation says the money [END-03, END-04, END-06, FAM-08]', async ({ page, stack, parent }) => {
  const cls = await addClass(stack, { startsIn: 4 });
  await bookByApi(stack, parent, cls);
  await page.goto(paths.parentBookings);
  await upcoming(page).getByRole('button', { name: 'Cancel booking' }).click();
  await expect(dialog(page)).toContainText(
    /Ana Parent gives up the place in Juniorballerz\. \$180\.00 \(all of it\) is credited to you\. It is free of charge until .+ 9 sessions are to come, the first on .+\./,
  );
  await expect(dialog(page)).toContainText('choose “Change time or class” instead');
  await expect(dialog(page)).toContainText(cancellationPolicy(false));
  const terms = dialog(page).getByText('There is no 14-day right to cancel');
  await expect(terms).toBeHidden();
  await dialog(page).getByText('Details', { exact: true }).click();
  await expect(terms).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Keep booking' }).click();
  await expect(dialog(page)).toBeHidden();
  await upcoming(page).getByRole('button', { name: 'Cancel booking' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel booking' }).click();
  await expectToast(page, { title: 'Your booking is cancelled' });
  await expect(past(page)).toContainText('You cancelled this booking');
  await expect(past(page)).toContainText('Credited: $180.00');
  await expect(page.getByText('No bookings yet. Browse classes to book your first session.')).toBeVisible();
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
  await page.goto(paths.parentClasses);
  await expect(cardOf(page, cls).getByText('10 spots remaining')).toBeVisible();
});

test('a new link ends the old one [ICS-02]', {
  tag: '@exhaustive',
}, async ({ page, expectProblems, stack, parent }) => {
  expectProblems(httpError(409));
  await bookByApi(stack, parent, await addClass(stack));
  await page.goto(paths.parentBookings);
  const section = page.getByRole('region', { name: 'All sessions in your calendar' });
  await section.getByRole('button', { name: 'Subscribe' }).click();
  const address = section.getByRole('textbox', { name: 'Calendar link' });
  await expect(address).toHaveValue(/\/api\/calendars\//);
  const first = await address.inputValue();
  await page.reload();
  await section.getByRole('button', { name: 'Subscribe' }).click();
  await expect(section).toContainText('You have a calendar link already.');
  await section.getByRole('button', { name: 'New link' }).click();
  await expect(address).toHaveValue(/\/api\/calendars\//);
  await expect(address).not.toHaveValue(first);
  expect((await page.request.get(first)).status()).toBe(404);
  expect((await page.request.get(await address.inputValue())).status()).toBe(200);
});
