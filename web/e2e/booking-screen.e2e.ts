import { businessToday } from '#infra/testing/browser/business-day';
import {
  type CallHandler,
  forFirst,
  holdCalls,
  interceptCalls,
  loseResponse,
} from '#infra/testing/browser/calls';
import {
  addClass,
  bookByApi,
  bookingPath,
  cardOf,
  slotBox,
  storedBookings,
} from '#infra/testing/browser/classes';
import { bookFor, bookingForm, confirmedFact, expectConfirmation } from '#infra/testing/browser/forms';
import {
  atPath,
  backgroundOf,
  errorToast,
  expectToast,
  httpError,
  keepToast,
  networkError,
  toastOf,
  toasts,
} from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { localSwitch } from '#infra/tools/admin/pause';
import { problems } from '#shared/contract/errors';
import { problemContentType } from '#shared/contract/shown-problems';
import { addDays } from '#shared/lib/calendar';
import { formatLongDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { programmeIds } from '#shared/programmes';
import { discountRulesSchema } from '#shared/school/settings';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, familyTest as test } from './testing/test.ts';

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
  await expect(total).toHaveAttribute('aria-live', 'polite');
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
  const note = page.locator('[aria-live=polite]').getByText('Medical note: Asthma: carries an inhaler');
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

test('who has no children is asked to add some [BOK-03, BOK-09, BOK-10]', async ({ page, signIn, stack }) => {
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

/** Of $120.00: ten per cent. */
const words = 'Sibling discount -$12.00';
const rules = discountRulesSchema.parse({
  sibling: { reduction: { by: 'percent', percent: 10 }, programmes: [...programmeIds] },
  second_class: null,
  early: null,
});
test('two children are booked at once [BSK-01, BSK-03, DIS-01, DIS-02]', async ({ page, stack, parent }) => {
  const [cls, other] = [await addClass(stack), await addClass(stack)];
  await stack.setSettings({ discounts: rules });
  await page.goto(bookingPath(cls));
  const { child, total, confirm, trial, fullProgram } = bookingForm(page);
  const sibling = page.getByRole('group', { name: 'Book siblings too' }).getByRole('checkbox');
  await expect(sibling).toHaveCount(0);
  await child.selectOption({ index: 1 });
  await expect(sibling).toHaveCount(1);
  // A trial takes one child.
  await trial.check();
  await expect(sibling).toHaveCount(0);
  await fullProgram.check();
  await expect(total).toHaveText('Total cost$120.00');
  // By keyboard.
  await page.getByRole('checkbox', { name: 'Ben Parent (age 7)' }).press('Space');
  await expect(page.getByText('Asthma: carries an inhaler').last()).toBeVisible();
  const prices = page.getByRole('list', { name: 'Price of each child' }).getByRole('listitem');
  await expect(prices).toHaveText(['Ana Parent$120.00', `Ben Parent$108.00${words}`]);
  await expect(total).toHaveText('Total cost for 2 children$228.00');
  await expect(page.getByText('You agree to pay $228.00.')).toBeVisible();
  await expectNoAxeInThemes(page, 'two children');
  await confirm.press('Enter');
  await expectConfirmation(page);
  await expect(page.getByText('Your spots have been successfully reserved')).toBeVisible();
  const children = ['Ana Parent: $120.00', `Ben Parent: $108.00 (${words})`];
  await expect(confirmedFact(page, 'Child')).toHaveText(children);
  await expect(confirmedFact(page, 'Total cost')).toHaveText('$228.00');
  // The discount is the same on the ledger, and on the listing of another class.
  await page.goto(paths.parentPayments);
  await expect(page.getByText(words)).toBeVisible();
  await page.goto(paths.browseClasses);
  await expect(cardOf(page, other)).toContainText(`$108.00 (${words})`);
  expect((await storedBookings(stack, parent, cls)).map(({ amount }) => amount).toSorted()).toEqual([
    10_800, 12_000,
  ]);
});

test('a refusal names the child and the reason, and offers the others as a new press [BSK-02]', {
  tag: '@exhaustive',
}, async ({ page, expectProblems, stack, parent }) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  await bookingForm(page).child.selectOption({ index: 1 });
  await page.getByRole('checkbox', { name: 'Ben Parent (age 7)' }).check();
  await bookByApi(stack, parent, cls, { child: 1 });
  expectProblems(httpError(409));
  await bookingForm(page).confirm.click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Nobody was booked.' });
  await expect(refusal).toContainText('Ben Parent is already booked for this time slot');
  await refusal.getByRole('button', { name: 'Book Ana Parent for $120.00' }).click();
  await expectConfirmation(page);
  await expect(confirmedFact(page, 'Child')).toHaveText('Ana Parent');
  expect(await storedBookings(stack, parent, cls)).toHaveLength(2);
});

const otherTimes = 'Another time of the same class still has places';

test('the last place stays open for a retry after the response to a trial was lost [BOK-49]', {
  tag: '@exhaustive',
}, async ({ page, expectProblems, stack, parent }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }, { capacity: 5 }] });
  expectProblems(networkError);
  await page.goto(bookingPath(cls));
  await interceptCalls(page, 'bookSlot', forFirst(1, loseResponse));
  const reread = page.waitForResponse((answer) => answer.url().includes('/api/me/offers/'));
  await bookingForm(page).trial.check();
  await bookFor(page, 'Ana Parent');
  await reread;
  await expect(page.getByText('0 spots remaining')).toBeVisible();
  await expect(page.getByText('Ana Parent has a place here', { exact: true })).toBeVisible();
  await expect(page.getByText(otherTimes)).toHaveCount(0);
  await expect(page.getByText('has already had a trial')).toHaveCount(0);
  await keepToast(page, errorToast('Failed to create booking'));
  await bookingForm(page).confirm.press('Enter');
  await expectConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  // The success ends the error of the same form.
  await expect(toasts(page)).toHaveText([/Booking confirmed successfully!/]);
});

test('choices outlive a reload and a login', { tag: '@exhaustive' }, async ({ page, stack, parent }) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  const { child, trial, confirm } = bookingForm(page);
  await trial.check();
  await child.selectOption({ index: 2 });
  await page.reload();
  await expect(trial).toBeChecked();
  await expect(child.locator('option:checked')).toHaveText(/^Ben Parent/);
  await page.evaluate(() => localStorage.clear());
  await confirm.click();
  await expect(page).toHaveURL(atPath(paths.auth));
  await submitLogIn(page, parent.family.profile.email);
  await expect(page).toHaveURL(bookingPath(cls));
  await expect(trial).toBeChecked();
  await expect(child.locator('option:checked')).toHaveText(/^Ben Parent/);
  await confirm.click();
  await expectConfirmation(page);
  await page.goto(bookingPath(cls));
  await expect(child.locator('option:checked')).toHaveText('Choose a child');
});

const askingAgain = { title: 'Many people are using this now' };

/** As the API answers while its database is busy, or gives it no answer. */
const busy: CallHandler = (call) =>
  call.fulfill({
    status: 503,
    contentType: problemContentType,
    headers: { 'retry-after': '1' },
    json: { type: 'about:blank', status: 503, code: 'busy', detail: 'Many people are using this right now.' },
  });

/** As the gateway answers beyond its limits. */
const crowded: CallHandler = (call) => call.fulfill({ status: 429, json: { message: 'Too Many Requests' } });

/** The table stored the booking, and its answer was lost. */
const storedAndBusy: CallHandler = async (call, number) => {
  await call.fetch();
  await busy(call, number);
};

test('one press books, with one key [API-42, TRM-08]', async ({ page, parent, stack, expectProblems }) => {
  expectProblems(httpError(503), httpError(429));
  const cls = await addClass(stack);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/me/bookings'))
      keys.push(request.headers()['idempotency-key']);
  });
  await interceptCalls(page, 'bookSlot', (call, number) =>
    number > 2 ? call.continue() : (number === 1 ? storedAndBusy : crowded)(call, number),
  );
  await page.goto(bookingPath(cls));
  await bookFor(page, 'Ana Parent');
  await expect(toastOf(page, askingAgain)).toBeVisible();
  await expectConfirmation(page);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  await expect(toastOf(page, askingAgain)).toHaveCount(0);
});

test('who leaves the screen is told the answer [API-42]', async ({ page, parent, stack, expectProblems }) => {
  expectProblems(httpError(503));
  const cls = await addClass(stack);
  let isBusy = true;
  await interceptCalls(page, 'bookSlot', (call, number) => (isBusy ? busy(call, number) : call.continue()));
  await page.goto(bookingPath(cls));
  await bookFor(page, 'Ana Parent');
  await expectToast(page, askingAgain);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(atPath(paths.parent));
  isBusy = false;
  await expectToast(page, { title: 'Success', description: 'Booking confirmed successfully!' });
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

test('a pause is said, and keeps the choice [REL-05]', async ({ page, parent, stack, expectProblems }) => {
  expectProblems(httpError(503));
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  const notice = page.getByRole('status').filter({ hasText: 'Booking is paused for a few minutes.' });
  await expect(bookingForm(page).confirm).toBeVisible();
  await expect(notice).toHaveCount(0);
  const pause = localSwitch(stack.url);
  await pause.set(true);
  try {
    await bookFor(page, 'Ana Parent');
    await expectToast(page, { title: 'Error', description: problems.paused.text });
    await expect(notice).toBeVisible();
    await expect(bookingForm(page).child.getByRole('option', { selected: true })).toContainText('Ana Parent');
    expect(await storedBookings(stack, parent, cls)).toEqual([]);
  } finally {
    await pause.set(false);
  }
  await bookingForm(page).confirm.click();
  await expectConfirmation(page);
  await expect(notice).toHaveCount(0);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});
