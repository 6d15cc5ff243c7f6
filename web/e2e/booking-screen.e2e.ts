import { bornYearsAgo, businessToday } from '#infra/testing/browser/business-day';
import { holdCalls } from '#infra/testing/browser/calls';
import { addClass, bookingPath, slotBox } from '#infra/testing/browser/classes';
import { bookingForm } from '#infra/testing/browser/forms';
import { backgroundOf } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { formatLongDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

test('shows a message while the class is loaded [BOK-01]', async ({ page, stack }) => {
  const cls = await addClass(stack);
  const calls = await holdCalls(page, 'getBookableSlot');
  await page.goto(bookingPath(cls));
  const loading = page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ });
  await expect(loading).toBeVisible();
  calls.release();
  await expect(bookingForm(page).child).toBeVisible();
  await expect(loading).toHaveCount(0);

  await test.step('shows what the listing has loaded of the class while the rest is loaded', async () => {
    const calls = await holdCalls(page, 'getBookableSlot');
    await page.goto(paths.browseClasses);
    await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
    // "Loading..." comes first: from then on the texts are those of the booking screen, not of the listing.
    for (const text of ['Loading...', cls.venue, '9:00 AM - 9:45 AM', '10 spots remaining']) {
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    }
    calls.release();
    await expect(bookingForm(page).child).toBeVisible();
  });
});

test('shows the class, its prices, and the selected slot with its places [BOK-06, BOK-07]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 8, booked: 7 }] });
  await page.goto(bookingPath(cls, 1));
  for (const text of [
    cls.venue,
    'Coach: Sam Okafor',
    'Full program: $120.00 (6 weeks remaining)',
    'Trial: $20.00 (1 session)',
    '10:00 AM - 10:45 AM',
    '1 spot remaining',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
});

test('a link leads back to the classes [BOK-04, BOK-05]', async ({ page, stack }) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  await page.getByRole('link', { name: '← Back to Classes', exact: true }).click();
  await expect(page).toHaveURL(paths.browseClasses);
});

test('offers the full programme, which is selected, and a trial, each with its price [BOK-11, BOK-12, BOK-13, BOK-14, BOK-18]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  const { fullProgram, trial, total } = bookingForm(page);
  await expect(fullProgram).toBeVisible();
  await expect(fullProgram).toBeChecked();
  await expect(trial).not.toBeChecked();
  await expect(total).toHaveText('Total cost$120.00');
  await expect(page.getByText('$120.00 · 6 weeks remaining', { exact: true })).toBeVisible();
  // The class began 17 days ago, so its next session is in 4 days.
  await expect(
    page.getByText(`$20.00 · One session${formatLongDate(addDays(businessToday, 4))}`, { exact: true }),
  ).toBeVisible();
  await trial.check();
  await expect(fullProgram).not.toBeChecked();
  await expect(total).toHaveText('Total cost$20.00');
  await fullProgram.check();
  await expect(total).toHaveText('Total cost$120.00');
});

test('lists the children with age and medical conditions, and shows those of the selected child in amber [BOK-15, BOK-16, BOK-17]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  const { child } = bookingForm(page);
  await expect(child.getByRole('option')).toHaveText([
    'Choose a child',
    'Ana Parent (age 9)',
    'Ben Parent (age 7) - Asthma: carries an inhaler',
  ]);
  await expect(child.locator('option:checked')).toHaveText('Choose a child');
  const note = page.getByText('Medical note: Asthma: carries an inhaler', { exact: true });
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  await expect(page.getByText('Medical note:')).toHaveCount(0);
  await child.selectOption({ label: 'Ben Parent (age 7) - Asthma: carries an inhaler' });
  await expect(note).toBeVisible();
  const isAmber = async () => {
    const [red, green, blue] = await backgroundOf(note.locator('..'));
    return red > green && green - blue > red - green;
  };
  await expect.poll(isAmber).toBe(true);
});

test('can be confirmed once a child is selected, and asks for no payment [BOK-19, BOK-20, BOK-21, BOK-22]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  const { child, confirm } = bookingForm(page);
  await expect(confirm).toBeVisible();
  await expect(confirm).toBeDisabled();
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  await expect(confirm).toBeEnabled();
  await child.selectOption({ label: 'Choose a child' });
  await expect(confirm).toBeDisabled();
  await expect(page.getByText('Payment information is collected separately.', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
});

test('states the first session, and directly above the button what the parent agrees to pay [BOK-54]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  const { trial, confirm } = bookingForm(page);
  const nextSession = formatLongDate(addDays(businessToday, 4));
  await expect(page.getByText(`First session: ${nextSession}`, { exact: true })).toBeVisible();
  await expect(confirm).toHaveAccessibleDescription('You agree to pay $120.00.');
  await trial.check();
  await expect(confirm).toHaveAccessibleDescription('You agree to pay $20.00.');
  const agreement = page.getByText('You agree to pay $20.00.', { exact: true });
  const gap = async () => {
    const [above, below] = [await agreement.boundingBox(), await confirm.boundingBox()];
    return Number(below?.y) - (Number(above?.y) + Number(above?.height));
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  await expect.poll(gap).toBeLessThan(12);
});

test('a full slot cannot be booked; the screen links to the slots that have places [BOK-05, BOK-08]', async ({
  page,
  stack,
}) => {
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

test('an ended programme can be booked neither as a whole nor as a trial [BOK-14, BOK-23, BOK-32]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack, { startsIn: -60 });
  await page.goto(bookingPath(cls));
  const { child, trial, confirm } = bookingForm(page);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  await expect(confirm).toBeDisabled();
  await trial.check();
  await expect(confirm).toBeDisabled();
  await expect(page.getByText('(Program ended - trial not available)')).toBeVisible();
  await expect(page.getByRole('main').getByText('Program ended', { exact: true })).toBeVisible();

  await test.step('after its last session a programme can be booked neither as a whole nor as a trial [BOK-23, BOK-48]', async () => {
    // Weekly sessions since 17 days ago, until tomorrow: the last session was 3 days ago.
    const cls = await addClass(stack, { startsIn: -17, lasts: 18 });
    await page.goto(bookingPath(cls));
    const { child, fullProgram, trial, confirm } = bookingForm(page);
    await child.selectOption({ label: 'Ana Parent (age 9)' });
    await trial.check();
    await expect(page.getByText('(Program ended - trial not available)')).toBeVisible();
    await expect(confirm).toBeDisabled();
    await fullProgram.check();
    await expect(confirm).toBeDisabled();
    await expect(page.getByRole('main').getByText('Program ended', { exact: true })).toBeVisible();
  });
});

test('shows a long medical note in full, and shortened in the list', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  stack,
}) => {
  const cls = await addClass(stack);
  const conditions = `${'Carries an inhaler. '.repeat(9)}Call the number on file.`;
  const account = await stack.createAccount(
    sampleFamily({
      children: [{ name: 'Kim', date_of_birth: bornYearsAgo(8), medical_conditions: conditions }],
    }),
  );
  await signIn(account);
  await page.goto(bookingPath(cls));
  const { child } = bookingForm(page);
  await child.selectOption({ index: 1 });
  await expect(page.getByText(`Medical note: ${conditions}`, { exact: true })).toBeVisible();
  await expect(child.locator('option:checked')).toHaveText(/^.{1,89}$/);
});
