import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { classKey } from '#functions/lib/dynamo/keys-of-classes';
import { newClassId, newSlotId } from '#functions/lib/ids';
import { forFirst, interceptCalls, passOn, respondWith } from '#infra/testing/browser/calls';
import { addClass, bookByApi, slotBox, slotOf } from '#infra/testing/browser/classes';
import { bookingForm } from '#infra/testing/browser/forms';
import {
  atPath,
  errorToast,
  expectToast,
  httpError,
  keepToast,
  toastOf,
  toasts,
} from '#infra/testing/browser/page';
import type { RouteName } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { advanceClock, advanceUntilVisible, pauseClock } from './testing/browser.ts';
import { expect, test } from './testing/test.ts';

interface LoadFailure {
  readonly route: RouteName;
  readonly path: string;
  readonly text: string;
  readonly items: string;
  readonly tag?: string;
}

// The server refuses the reads: a failed read would be repeated before the screen shows an error.

for (const { route, path, text, items, tag = [] } of [
  {
    route: 'listClasses',
    path: paths.bookCamp,
    text: 'Failed to load classes',
    items: '[ERR-01, ERR-02, ERR-03]',
  },
  {
    route: 'listClasses',
    path: paths.browseClasses,
    text: 'Failed to load classes',
    items: '[ERR-01, ERR-02, ERR-03]',
    tag: '@exhaustive',
  },
  {
    route: 'listClasses',
    path: paths.parentClasses,
    text: 'Failed to load classes',
    items: '[ERR-01, ERR-02, ERR-03]',
  },
  {
    route: 'listMyBookings',
    path: paths.parentBookings,
    text: 'Failed to load bookings',
    items: '[ERR-01, ERR-02, ERR-09]',
  },
  {
    route: 'getMyFamily',
    path: paths.parentProfile,
    text: 'Failed to load profile',
    items: '[ERR-01, ERR-02, ERR-15]',
  },
] satisfies readonly LoadFailure[]) {
  test(`${path} shows "${text}", and a button repeats the read ${items}`, { tag }, async ({
    page,
    signIn,
    expectProblems,
    parent,
  }) => {
    expectProblems(httpError(400));
    await signIn(parent);
    await interceptCalls(page, route, forFirst(1, respondWith(400)));
    await page.goto(path);
    await keepToast(page, errorToast(text));
    await expect(page.getByRole('article')).toHaveCount(0);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.press('Enter');
    await expect(retry).toHaveCount(0);
    await expect(toasts(page)).toHaveCount(0);
  });
}

test('bookings stay on the screen when reading them again fails', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  expectProblems,
  stack,
  parent,
}) => {
  await bookByApi(stack, parent, await addClass(stack));
  expectProblems(httpError(400));
  await signIn(parent);
  await pauseClock(page);
  const waiting = await interceptCalls(page, 'getMyWaiting', passOn);
  await page.goto(paths.parentBookings);
  const booking = page.getByRole('article');
  await advanceUntilVisible(page, booking);
  // A call that is pending when the clock moves by a minute reaches its timeout.
  await expect.poll(waiting.ended).toBe(1);
  await interceptCalls(page, 'listMyBookings', respondWith(400));
  // What was just read is not read again.
  await advanceClock(page, 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await advanceUntilVisible(page, toastOf(page, errorToast('Failed to load bookings')));
  await expect(booking).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('a booking screen opened from the listing shows "Failed to load your children", and a button repeats the read [ERR-14]', async ({
  page,
  signIn,
  expectProblems,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  expectProblems(httpError(400));
  await signIn(parent);
  await interceptCalls(page, 'getBookableSlot', forFirst(1, respondWith(400)));
  await page.goto(paths.browseClasses);
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await expectToast(page, errorToast('Failed to load your children'));
  await expect(page.getByText(cls.venue, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(bookingForm(page).child).toBeVisible();
});

test('a booking screen opened by its URL shows "Failed to load class details" and leads to the classes [ERR-04, ERR-07, ERR-08]', async ({
  page,
  signIn,
  expectProblems,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  expectProblems(httpError(400));
  await signIn(parent);
  await interceptCalls(page, 'getBookableSlot', respondWith(400));
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await expect(page).toHaveURL(paths.browseClasses);
  await expectToast(page, errorToast('Failed to load class details'));
});

test('an unknown class shows the server’s error and leads to the classes [ERR-02, ERR-07]', {
  tag: '@exhaustive',
}, async ({ page, signIn, expectProblems, parent }) => {
  const now = new Date();
  const path = paths.bookClass(newClassId(now), newSlotId(now));
  expectProblems(httpError(404));
  await signIn(parent);
  await page.goto(path);
  await expect(page).toHaveURL(paths.browseClasses);
  await expectToast(page, errorToast('Class not found'));
});

test('a class that was deleted after the listing was loaded shows the server’s error and leads to the classes [ERR-02, ERR-07]', {
  tag: '@exhaustive',
}, async ({ page, signIn, expectProblems, stack, parent }) => {
  const cls = await addClass(stack);
  expectProblems(httpError(404));
  await signIn(parent);
  await page.goto(paths.browseClasses);
  const book = slotBox(page, cls).getByRole('button', { name: 'Book Now' });
  await expect(book).toBeVisible();
  await stack.table.client.send(
    new DeleteCommand({ TableName: stack.table.name, Key: { ...classKey(cls.id) } }),
  );
  await book.click();
  await expectToast(page, errorToast('Class not found'));
  await expect(page).toHaveURL(paths.browseClasses);
});

test('a slot of another class shows the server’s error and leads to the classes [ERR-07]', {
  tag: '@exhaustive',
}, async ({ page, signIn, expectProblems, stack, parent }) => {
  const [cls, other] = [await addClass(stack), await addClass(stack)];
  expectProblems(httpError(404));
  await signIn(parent);
  await page.goto(paths.bookClass(cls.id, slotOf(other).id));
  await expect(page).toHaveURL(paths.browseClasses);
  await expectToast(page, errorToast('This time slot is no longer available. Please choose another one.'));
});

for (const [text, wrong, items] of [
  [
    'Failed to load class details',
    ['/book-class/cls_1/slt_1', '/book-class/..%2f..%2fapi/x', '/book-class/%00/%F0%9F%8F%90'],
    '[ERR-04, ERR-07]',
  ],
  [
    'Failed to load time slot details',
    ['/book-class/cls_01J00000000000000000000001/slt_1'],
    '[ERR-06, ERR-07]',
  ],
] as const) {
  test(`a wrong address shows "${text}" and leads to the classes without a request ${items}`, async ({
    page,
    signIn,
    parent,
  }) => {
    await signIn(parent);
    const calls = await interceptCalls(page, 'getBookableSlot', passOn);
    for (const path of wrong) {
      await page.goto(path);
      await expect(page, path).toHaveURL(paths.browseClasses);
      await expectToast(page, errorToast(text));
    }
    expect(calls.count()).toBe(0);
  });
}

test('a response 401 leads to the login [ERR-36]', async ({ page, signIn, expectProblems, parent }) => {
  expectProblems(httpError(401));
  await signIn(parent);
  // As the gateway refuses a token.
  await interceptCalls(page, 'listMyBookings', (call) =>
    call.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
  );
  await page.goto(paths.parentBookings);
  await expect(page).toHaveURL(atPath(paths.auth));
  await expectToast(page, errorToast('Not authenticated'));
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(['site-config']);
});
