import { forFirst, interceptCalls, passOn, respondWith } from '#infra/testing/browser/calls';
import {
  addClass,
  bookByApi,
  bookingPath,
  setWeeklyRate,
  storedBookings,
} from '#infra/testing/browser/classes';
import { familyOfTwo } from '#infra/testing/browser/families';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { errorToast, expectToast, httpError, scrollTop } from '#infra/testing/browser/page';
import { expect, test } from './testing/test.ts';

const conflict = [httpError(409)];

test('gives the last place to one of two browsers, and offers the other one the other times [BOK-08, BOK-28]', {
  tag: '@exhaustive',
}, async ({ newPage, expectProblems, stack }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }, { capacity: 5 }] });
  expectProblems(httpError(409));
  const rivals = await Promise.all(
    ['first', 'second'].map(async () => {
      const account = await stack.createAccount(familyOfTwo());
      const page = await newPage({ as: account });
      await page.goto(bookingPath(cls));
      await bookingForm(page).child.selectOption({ label: 'Ana Parent (age 9)' });
      return { account, page };
    }),
  );
  await Promise.all(rivals.map(({ page }) => bookingForm(page).confirm.click()));

  const refused = () => rivals.filter(({ page }) => page.url().endsWith(bookingPath(cls)));
  await expect.poll(() => refused().length).toBe(1);
  const [loser] = refused();
  if (!loser) throw new Error('Both bookings were accepted');
  await expectToast(loser.page, errorToast('This time slot is now full'));
  await expect(loser.page.getByText('Another time of the same class still has places:')).toBeVisible();
  for (const rival of rivals) {
    expect(await storedBookings(stack, rival.account, cls)).toHaveLength(rival === loser ? 0 : 1);
    if (rival !== loser) await expectConfirmation(rival.page);
  }

  await loser.page.getByRole('link', { name: '10:00 AM - 10:45 AM 5 spots remaining' }).click();
  await expect(loser.page).toHaveURL(bookingPath(cls, 1));
  await bookFor(loser.page, 'Ana Parent');
  await expectConfirmation(loser.page);
});

test('shows that the slot has filled up since the screen was opened, and leads to its list with the child chosen [BOK-28, ERR-02, FAM-03, WAI-01]', {
  tag: '@exhaustive',
}, async ({ page, signIn, expectProblems, stack, parent }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }] });
  expectProblems(...conflict);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  await expect(bookingForm(page).child).toBeVisible();
  await bookByApi(stack, await stack.createAccount(), cls);
  await bookFor(page, 'Ana Parent');
  await expect(page.locator(':focus')).toContainText('This time slot is now full');
  expect(await scrollTop(page)).toBe(0);
  await expectToast(page, errorToast('This time slot is now full'));
  await expect(page.getByRole('link', { name: 'Browse Other Classes' })).toBeVisible();
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
  await page.getByRole('link', { name: 'Join waiting list' }).click();
  await expect(page.getByRole('checkbox', { name: 'Ana Parent' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Ben Parent' })).not.toBeChecked();
});

test('shows a changed price and asks again before it books [BOK-24, PRC-17]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  expectProblems,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  expectProblems(...conflict);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const { total } = bookingForm(page);
  await expect(total).toHaveText('Total cost$120.00');
  await setWeeklyRate(stack, cls, 2_500);
  await bookFor(page, 'Ana Parent');
  await expectToast(page, errorToast('The price has changed. Please check the new total and confirm again.'));
  await expect(total).toHaveText('Total cost$150.00');
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
  await bookingForm(page).confirm.click();
  await expectConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toMatchObject([{ amount: 15_000 }]);
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
