import {
  forFirst,
  holdCalls,
  interceptCalls,
  passOn,
  recordCalls,
  respondWith,
} from '#infra/testing/browser/calls';
import {
  addClass,
  bookByApi,
  bookingPath,
  setWeeklyRate,
  storedBookings,
} from '#infra/testing/browser/classes';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { errorToast, expectToast, httpError, scrollTop } from '#infra/testing/browser/page';
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
  await page.getByRole('link', { name: 'Join waiting list' }).click();
  await expect(page.getByRole('checkbox', { name: 'Ana Parent' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Ben Parent' })).not.toBeChecked();
});

familyTest('says that a child is missing [BOK-25]', async ({ page, stack, parent, expectProblems }) => {
  const cls = await addClass(stack);
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
  });

  await test.step('shows a changed price, and asks again before it books [BOK-24, PRC-17]', async () => {
    expectProblems(httpError(409));
    const { total, confirm } = bookingForm(page);
    await expect(total).toHaveText('Total cost$120.00');
    await setWeeklyRate(stack, cls, 2_500);
    await confirm.click();
    await expectToast(
      page,
      errorToast('The price has changed. Please check the new total and confirm again.'),
    );
    await expect(total).toHaveText('Total cost$150.00');
    expect(await storedBookings(stack, parent, cls)).toEqual([]);
    await confirm.click();
    await expectConfirmation(page);
    expect(await storedBookings(stack, parent, cls)).toMatchObject([{ amount: 15_000 }]);
  });
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
