import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, storedBookings } from '#infra/testing/browser/classes';
import { errorToast, expectToast, httpError } from '#infra/testing/browser/page';
import { addDays } from '#shared/lib/calendar';
import { formatLongDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

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

test('a trial is kept in one step, at the price that its card shows [TRI-02, TRI-03]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
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
