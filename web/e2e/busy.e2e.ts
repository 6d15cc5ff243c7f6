import { type CallHandler, interceptCalls } from '#infra/testing/browser/calls';
import { addClass, bookingPath, storedBookings } from '#infra/testing/browser/classes';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { atPath, expectToast, httpError, toastOf } from '#infra/testing/browser/page';
import { localSwitch } from '#infra/tools/admin/pause';
import { problems } from '#shared/contract/errors';
import { problemContentType } from '#shared/contract/shown-problems';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

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

test('a family that leaves the screen while it asks again is told the answer all the same [API-42]', async ({
  page,
  parent,
  stack,
  expectProblems,
}) => {
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
