import { paths } from '#shared/paths';
import { bookFor, bookingForm } from './testing/booking-form.ts';
import { bookByApi } from './testing/bookings.ts';
import { failCall, forFirst, interceptCalls } from './testing/calls.ts';
import { addClass, cardOf, slotBox, slotOf } from './testing/classes.ts';
import { advanceClock, advanceUntil, pauseClock, stepMs } from './testing/clock.ts';
import { httpError, networkError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';
import { errorToast, toastOf, toasts } from './testing/toasts.ts';

/** After its time a toast fades out for a moment. */
const fadingMs = 1_000;

const loginRequired = { title: 'Login Required', description: 'Please log in to book a class' };

test('a toast stays for five seconds [NTF-04]', async ({ page, stack }) => {
  const cls = await addClass(stack);

  await pauseClock(page);
  await page.goto(paths.bookCamp);
  await advanceUntil(page, () => slotBox(page, cls).isVisible());
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await advanceUntil(page, () => toastOf(page, loginRequired).isVisible());
  // The pointer is not over it, which would keep it.
  await page.mouse.move(640, 700);
  await advanceClock(page, 5_000 - 2 * stepMs);
  await expect(toastOf(page, loginRequired)).toHaveAttribute('data-state', 'open');
  await advanceClock(page, 2 * stepMs + fadingMs);
  await expect(toasts(page)).toHaveCount(0);
});

test('a toast can be closed before its time, and is gone from the page then [NTF-02, NTF-03]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack);
  await page.goto(paths.bookCamp);
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await toastOf(page, loginRequired).getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveCount(0);
});

test('of two toasts raised at once one shows; the other follows it [NTF-01, NTF-04]', async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });

  await pauseClock(page);
  await page.goto(paths.bookCamp);
  await advanceUntil(page, () => cardOf(page, cls).isVisible());
  await cardOf(page, cls)
    .getByRole('button', { name: 'Book Now' })
    .evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click();
    });
  await advanceUntil(page, () => toastOf(page, loginRequired).first().isVisible());
  await expect(toasts(page)).toHaveCount(1);
  const first = await toasts(page).getAttribute('id');
  await advanceClock(page, 5_000 + fadingMs);
  await expect(toasts(page)).toHaveCount(1);
  expect(await toasts(page).getAttribute('id')).not.toBe(first);
  await advanceClock(page, 5_000 + fadingMs);
  await expect(toasts(page)).toHaveCount(0);
});

test('the same failure again updates the toast that shows [NTF-02]', async ({
  page,
  signIn,
  expectProblems,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  expectProblems(networkError, httpError(409));
  await signIn(parent);
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await interceptCalls(page, 'bookSlot', forFirst(1, failCall));
  await bookFor(page, 'Ana Parent');
  await expect(toastOf(page, errorToast('Failed to create booking'))).toBeVisible();
  await bookingForm(page).confirm.click();
  await expect(toastOf(page, errorToast('Ana Parent is already booked for this time slot'))).toBeVisible();
  await expect(toasts(page)).toHaveCount(1);
});
