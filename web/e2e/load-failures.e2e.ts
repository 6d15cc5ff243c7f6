import { forFirst, interceptCalls, passOn, respondWith } from '#infra/testing/browser/calls';
import { addClass, bookingPath, slotBox } from '#infra/testing/browser/classes';
import { bookingForm } from '#infra/testing/browser/forms';
import { atPath, errorToast, expectToast, httpError, keepToast, toasts } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

test('a failed read is said [ERR-01, ERR-02, ERR-03, ERR-09, ERR-15]', async ({ page, expectProblems }) => {
  // The server refuses the reads: a failed read would be repeated before the screen shows an error.
  expectProblems(httpError(400));
  for (const [route, path, text] of [
    ['listClasses', paths.bookCamp, 'Failed to load classes'],
    ['listClasses', paths.parentClasses, 'Failed to load classes'],
    ['listMyBookings', paths.parentBookings, 'Failed to load bookings'],
    ['getMyFamily', paths.parentProfile, 'Failed to load profile'],
  ] as const)
    await test.step(path, async () => {
      const calls = await interceptCalls(page, route, forFirst(1, respondWith(400)));
      await page.goto(path);
      await keepToast(page, errorToast(text));
      await expect(page.getByRole('article')).toHaveCount(0);
      const retry = page.getByRole('button', { name: 'Try again' });
      await retry.press('Enter');
      await expect(retry).toHaveCount(0);
      await expect(toasts(page)).toHaveCount(0);
      await calls.stop();
    });
});

test('a failed booking screen leads on, and is repeated where it came from the listing [ERR-04, ERR-07, ERR-08, ERR-14]', async ({
  page,
  expectProblems,
  stack,
}) => {
  const cls = await addClass(stack);
  expectProblems(httpError(400));
  await interceptCalls(page, 'getBookableSlot', forFirst(2, respondWith(400)));
  await page.goto(bookingPath(cls));
  await expect(page).toHaveURL(paths.browseClasses);
  await expectToast(page, errorToast('Failed to load class details'));
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await expectToast(page, errorToast('Failed to load your children'));
  await expect(page.getByText(cls.venue, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(bookingForm(page).child).toBeVisible();
});

test('a wrong address leads to the classes without a request [ERR-04, ERR-06, ERR-07]', async ({ page }) => {
  const calls = await interceptCalls(page, 'getBookableSlot', passOn);
  for (const [path, text] of [
    ['/book-class/cls_1/slt_1', 'Failed to load class details'],
    ['/book-class/..%2f..%2fapi/x', 'Failed to load class details'],
    ['/book-class/%00/%F0%9F%8F%90', 'Failed to load class details'],
    ['/book-class/cls_01J00000000000000000000001/slt_1', 'Failed to load time slot details'],
  ] as const) {
    await page.goto(path);
    await expect(page, path).toHaveURL(paths.browseClasses);
    await expectToast(page, errorToast(text));
  }
  expect(calls.count()).toBe(0);
});

test('a response 401 leads to the login [ERR-36]', async ({ page, expectProblems }) => {
  expectProblems(httpError(401));
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
