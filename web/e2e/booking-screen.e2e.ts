import { businessToday } from '#infra/testing/browser/business-day';
import { holdCalls } from '#infra/testing/browser/calls';
import {
  addClass,
  bookByApi,
  bookingPath,
  cardOf,
  slotBox,
  storedBookings,
} from '#infra/testing/browser/classes';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { backgroundOf } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { dayMs } from '#shared/lib/durations';
import { formatLongDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, test as siteTest, familyTest as test } from './testing/test.ts';

test('the screen says that it loads, and leads back [BOK-01, BOK-04, BOK-05]', async ({ page, stack }) => {
  const cls = await addClass(stack);
  const calls = await holdCalls(page, 'getBookableSlot');
  await page.goto(paths.browseClasses);
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  const loading = page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ });
  await expect(loading).toBeVisible();
  // From then on the texts are those of the booking screen, not of the listing.
  for (const text of [cls.venue, '9:00 AM - 9:45 AM', '10 spots remaining'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  calls.release();
  await expect(bookingForm(page).child).toBeVisible();
  await expect(loading).toHaveCount(0);
  await page.getByRole('link', { name: '← Back to Classes', exact: true }).click();
  await expect(page).toHaveURL(paths.browseClasses);
});

test('the booking screen has the class, both types with their prices, the children, and what is agreed to [BOK-06, BOK-07, BOK-11, BOK-12, BOK-13, BOK-14, BOK-15, BOK-16, BOK-17, BOK-18, BOK-19, BOK-20, BOK-21, BOK-22, BOK-54]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 8, booked: 7 }] });
  const nextSession = formatLongDate(addDays(businessToday, 4));
  await page.goto(bookingPath(cls, 1));
  for (const text of [
    cls.venue,
    'Coach: Sam Okafor',
    'Full program: $120.00 (6 weeks remaining)',
    'Trial: $20.00 (1 session)',
    '10:00 AM - 10:45 AM',
    '1 spot remaining',
    '$120.00 · 6 weeks remaining',
    // The class began 17 days ago, so its next session is in 4 days.
    `$20.00 · One session${nextSession}`,
    `First session: ${nextSession}`,
    'Payment information is collected separately.',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);

  const { fullProgram, trial, total, child, confirm } = bookingForm(page);
  await expect(fullProgram).toBeChecked();
  await expect(trial).not.toBeChecked();
  await expect(total).toHaveText('Total cost$120.00');
  await expect(confirm).toHaveAccessibleDescription('You agree to pay $120.00.');
  await trial.check();
  await expect(fullProgram).not.toBeChecked();
  await expect(total).toHaveText('Total cost$20.00');
  await expect(confirm).toHaveAccessibleDescription('You agree to pay $20.00.');
  const agreement = page.getByText('You agree to pay $20.00.', { exact: true });
  const gap = async () => {
    const [above, below] = [await agreement.boundingBox(), await confirm.boundingBox()];
    return Number(below?.y) - (Number(above?.y) + Number(above?.height));
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  await expect.poll(gap).toBeLessThan(12);

  const options = ['Choose a child', 'Ana Parent (age 9)', 'Ben Parent (age 7) - Asthma: carries an inhaler'];
  await expect(child.getByRole('option')).toHaveText(options);
  await expect(child.locator('option:checked')).toHaveText('Choose a child');
  await expect(confirm).toBeDisabled();
  await child.selectOption({ index: 1 });
  await expect(confirm).toBeEnabled();
  await expect(page.getByText('Medical note:')).toHaveCount(0);
  await child.selectOption({ index: 2 });
  const note = page.getByText('Medical note: Asthma: carries an inhaler', { exact: true });
  await expect(note).toBeVisible();
  const isAmber = async () => {
    const [red, green, blue] = await backgroundOf(note.locator('..'));
    return red > green && green - blue > red - green;
  };
  await expect.poll(isAmber).toBe(true);
  await child.selectOption({ index: 0 });
  await expect(confirm).toBeDisabled();
});

test('a full slot links to those with places [BOK-05, BOK-08]', async ({ page, stack }) => {
  const cls = await addClass(stack, {
    slots: [
      { capacity: 8, booked: 8 },
      { capacity: 8, booked: 8 },
      { capacity: 8, booked: 6 },
    ],
  });
  await page.goto(bookingPath(cls));
  await expect(page.getByText('This time slot is now full', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveText([
    '← Back to Classes',
    'Map',
    '11:00 AM - 11:45 AM2 spots remaining',
    'Join waiting list',
    'Browse Other Classes',
  ]);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.getByRole('link', { name: '11:00 AM - 11:45 AM' }).click();
  await expect(bookingForm(page).child).toBeVisible();
  await expect(page).toHaveURL(bookingPath(cls, 2));
  await page.goBack();
  await page.getByRole('link', { name: 'Browse Other Classes' }).click();
  await expect(page).toHaveURL(paths.browseClasses);
});

test('a parent without children is asked to add children [BOK-03, BOK-09, BOK-10]', async ({
  page,
  signIn,
  stack,
}) => {
  const cls = await addClass(stack);
  const account = await stack.createAccount(sampleFamily({ children: [] }));
  await signIn(account);
  await page.goto(bookingPath(cls));
  await expect(
    page.getByText('You need to add children to your account before booking a class.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('10 spots remaining', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  const link = page.getByRole('link', { name: 'Add Children to Your Profile', exact: true });
  await expect(link).toHaveAttribute('href', paths.parentProfile);
});

test('an ended programme cannot be booked [BOK-14, BOK-23, BOK-32, BOK-48]', async ({ page, stack }) => {
  const { child, fullProgram, trial, confirm } = bookingForm(page);
  // The second has weekly sessions since 17 days ago, until tomorrow: the last one was 3 days ago.
  for (const dates of [{ startsIn: -60 }, { startsIn: -17, lasts: 18 }]) {
    await page.goto(bookingPath(await addClass(stack, dates)));
    await child.selectOption({ label: 'Ana Parent (age 9)' });
    await expect(confirm).toBeDisabled();
    await trial.check();
    await expect(confirm).toBeDisabled();
    await expect(page.getByText('(Program ended - trial not available)')).toBeVisible();
    await fullProgram.check();
    await expect(page.getByRole('main').getByText('Program ended', { exact: true })).toBeVisible();
  }
});

test('a child cannot be in two places; a sibling is warned of [BSK-04]', async ({ page, stack, parent }) => {
  const other = await addClass(stack, { class_type: 'eliteballerz' });
  const cls = await addClass(stack);
  await bookByApi(stack, parent, other);
  await page.goto(bookingPath(cls));
  const { child, confirm } = bookingForm(page);
  await child.selectOption({ index: 1 });
  const refusal = page.getByText(/cannot be in two places at once: .* Eliteballerz at Meadow/);
  await expect(refusal).toBeVisible();
  await expect(confirm).toBeDisabled();
  await child.selectOption({ index: 2 });
  await expect(refusal).toBeHidden();
  await expect(
    page.getByText(/^Ana Parent is somewhere else at the same time: .*Eliteballerz/),
  ).toBeVisible();
  await confirm.click();
  await expectConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

siteTest(
  'a device whose clock is nine days behind shows and books today’s price and date [BOK-51]',
  {
    tag: '@exhaustive',
  },
  async ({ page, signIn, stack, parent }) => {
    const cls = await addClass(stack);
    await signIn(parent);
    await page.clock.install({ time: Date.now() - 9 * dayMs });
    await page.goto(paths.browseClasses);
    await expect(cardOf(page, cls).getByText('6 weeks remaining')).toBeVisible();
    await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
    await expect(bookingForm(page).total).toHaveText('Total cost$120.00');
    await bookingForm(page).trial.check();
    const nextSession = formatLongDate(addDays(businessToday, 4));
    await expect(page.getByText(`First session: ${nextSession}`, { exact: true })).toBeVisible();
    await bookingForm(page).fullProgram.check();
    await bookFor(page, 'Ana Parent');
    await expectConfirmation(page);
    expect(await storedBookings(stack, parent, cls)).toMatchObject([{ amount: 12_000 }]);
  },
);
