import { addClass, bookingPath, storedBookings } from '#infra/testing/browser/classes';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { expectToast, httpError } from '#infra/testing/browser/page';
import { localSwitch } from '#infra/tools/admin/pause';
import { problems } from '#shared/contract/errors';
import { expect, test } from './testing/test.ts';

test('while booking is paused a page says so and keeps what was chosen, and the press is repeated afterwards [REL-05]', async ({
  page,
  signIn,
  parent,
  stack,
  expectProblems,
}) => {
  expectProblems(httpError(503));
  const cls = await addClass(stack);
  await signIn(parent);
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
