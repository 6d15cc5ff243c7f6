import { businessToday } from '#infra/testing/browser/business-day';
import {
  disconnect,
  forFirst,
  holdCalls,
  interceptCalls,
  passOn,
  reconnect,
  recordCalls,
  respondWith,
} from '#infra/testing/browser/calls';
import {
  addClass,
  bookByApi,
  bookingPath,
  cancelByApi,
  cardOf,
  setWeeklyRate,
  slotBox,
  storedBookings,
} from '#infra/testing/browser/classes';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { errorToast, expectToast, httpError, networkError, scrollTop } from '#infra/testing/browser/page';
import { problems } from '#shared/contract/errors';
import { addDays } from '#shared/lib/calendar';
import { formatLongDate } from '#shared/lib/format';
import { paths } from '#shared/paths';
import { expect, familyTest, test } from './testing/test.ts';

test('a slot that has filled up since the screen was opened offers other times and its list, with the child chosen [BOK-08, BOK-28, ERR-02, FAM-03, WAI-01]', {
  tag: '@exhaustive',
}, async ({ page, signIn, expectProblems, stack, parent }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }, { capacity: 5 }] });
  expectProblems(httpError(409));
  await signIn(parent);
  await page.goto(bookingPath(cls));
  await expect(bookingForm(page).child).toBeVisible();
  await bookByApi(stack, await stack.createAccount(), cls);
  await bookFor(page, 'Ana Parent');
  await expect(page.locator(':focus')).toContainText('This time slot is now full');
  expect(await scrollTop(page)).toBe(0);
  await expectToast(page, errorToast('This time slot is now full'));
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
  await expect(page.getByText('Another time of the same class still has places:')).toBeVisible();
  await page.getByRole('link', { name: '10:00 AM - 10:45 AM 5 spots remaining' }).click();
  await expect(page).toHaveURL(bookingPath(cls, 1));
  await page.goBack();
  await page.getByRole('link', { name: 'Join waiting list' }).click();
  await expect(page.getByRole('checkbox', { name: 'Ana Parent' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Ben Parent' })).not.toBeChecked();
});

test('shows a changed price, or another date of a trial, and asks again before it books [BOK-24, BOK-50, PRC-17]', {
  tag: '@exhaustive',
}, async ({ page, signIn, expectProblems, stack, parent, admin }) => {
  const cls = await addClass(stack);
  expectProblems(httpError(409));
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const { total, trial, confirm } = bookingForm(page);
  await expect(total).toHaveText('Total cost$120.00');
  await setWeeklyRate(stack, cls, 2_500);
  await bookFor(page, 'Ana Parent');
  await expectToast(page, errorToast('The price has changed. Please check the new total and confirm again.'));
  await expect(total).toHaveText('Total cost$150.00');
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
  await confirm.click();
  await expectConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toMatchObject([{ amount: 15_000 }]);

  await page.goto(bookingPath(cls));
  await trial.check();
  const [shown, next] = [4, 11].map((days) => addDays(businessToday, days));
  await expect(page.getByText(`First session: ${formatLongDate(shown ?? businessToday)}`)).toBeVisible();
  await cancelByApi(stack, admin, { kind: 'class-day', class_id: cls.id, date: shown ?? businessToday });
  await bookFor(page, 'Ben Parent');
  await expectToast(page, errorToast(problems.trialDateChanged.text));
  await expect(page.getByText(`First session: ${formatLongDate(next ?? businessToday)}`)).toBeVisible();
  await confirm.click();
  await expectConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toMatchObject([{ trial_date: next }, {}]);
});

test('says that a child is missing, and that the server failed, and can be confirmed again [BOK-25]', async ({
  page,
  signIn,
  stack,
  parent,
  expectProblems,
}) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const calls = await interceptCalls(page, 'bookSlot', passOn);
  await expect(bookingForm(page).child).toBeVisible();
  // The button is disabled; assistive tools and extensions can submit the form without it.
  await page
    .getByRole('main')
    .locator('form')
    .evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expectToast(page, errorToast('Please select a child'));
  expect(calls.count()).toBe(0);

  await test.step('shows "Failed to create booking" when the server fails, and can be confirmed again [BOK-24, ERR-01, ERR-02, ERR-26]', async () => {
    expectProblems(httpError(500));
    await page.goto(bookingPath(cls));
    await interceptCalls(page, 'bookSlot', forFirst(1, respondWith(500)));
    await bookFor(page, 'Ana Parent');
    await expectToast(page, errorToast('Failed to create booking'));
    await expect(bookingForm(page).confirm).toBeEnabled();
    await bookingForm(page).confirm.click();
    await expectConfirmation(page);
  });
});

test.describe('with an empty HTTP cache', () => {
  test.use({ needsNewContext: true });

  familyTest(
    'shows that the network is lost, keeps the selection, and books when the network is back',
    {
      tag: '@exhaustive',
    },
    async ({ page, expectProblems, stack, parent }) => {
      const cls = await addClass(stack);
      expectProblems(networkError);
      await page.goto(bookingPath(cls));
      await expect(bookingForm(page).child).toBeVisible();
      // The script that shows toasts loads with the first click, so the toast waits for the network.
      await disconnect(page);
      await bookFor(page, 'Ben Parent');
      await expect(
        page.getByRole('alert').filter({ hasText: 'The connection was lost before an answer came.' }),
      ).toBeVisible();
      await reconnect(page);
      await expectToast(page, errorToast('Failed to create booking'));
      await expect(bookingForm(page).child.locator('option:checked')).toHaveText(/^Ben Parent/);
      await bookingForm(page).confirm.click();
      await expectConfirmation(page);
      expect(await storedBookings(stack, parent, cls)).toMatchObject([{ child_name: 'Ben Parent' }]);
    },
  );
});

familyTest('two clicks in one task book once [BOK-21]', async ({ page, stack, parent }) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  const counted = recordCalls(page);
  const calls = await holdCalls(page, 'bookSlot');
  const { child, confirm } = bookingForm(page);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  await confirm.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  const processing = page.getByRole('button', { name: 'Processing...', exact: true });
  await expect(processing).toBeVisible();
  await expect(processing).toBeDisabled();
  await expect(confirm).toHaveCount(0);
  calls.release();
  await expectConfirmation(page);
  expect(counted.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

familyTest(
  'every list shows a new booking without a reload, and one step back from its confirmation skips the form',
  {
    tag: '@exhaustive',
  },
  async ({ page, stack, parent }) => {
    const cls = await addClass(stack);
    await page.goto(paths.parentBookings);
    await expect(page.getByRole('heading', { name: 'My Bookings' })).toBeVisible();
    await page.getByRole('link', { name: 'Classes', exact: true }).click();
    await expect(slotBox(page, cls).getByText('10 spots remaining')).toBeVisible();
    await slotBox(page, cls).getByRole('button', { name: 'Book' }).click();
    await bookFor(page, 'Ana Parent');
    await expectConfirmation(page);
    await page.goBack();
    await expect(page).toHaveURL(paths.parentClasses);
    await expect(slotBox(page, cls).getByText('9 spots remaining')).toBeVisible();
    await page.goForward();
    await expectConfirmation(page);
    await page.reload();
    await expectConfirmation(page);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await expect(cardOf(page, cls).getByText('Ana Parent (age 9)')).toBeVisible();
    expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  },
);
