import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { bookFor, bookingForm } from './testing/booking-form.ts';
import { bookElsewhere } from './testing/bookings.ts';
import { atFirst, cutOff, interceptCalls } from './testing/calls.ts';
import { addClass, cardOf, slotBox, slotOf } from './testing/classes.ts';
import { passTime, passTimeUntil, stepMs, stopClock } from './testing/clock.ts';
import { answered, noAnswer } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { errorToast, toastOf, toasts } from './testing/toasts.ts';

/** After its time a toast fades out for a moment. */
const fadingMs = 1_000;

const loginRequired = { title: 'Login Required', description: 'Please log in to book a class' };

it('a toast stays for five seconds [NTF-04]', async ({ open, stack }) => {
  const cls = await addClass(stack);
  const page = await open();
  await stopClock(page);
  await page.goto(paths.bookCamp);
  await passTimeUntil(page, () => slotBox(page, cls).isVisible());
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await passTimeUntil(page, () => toastOf(page, loginRequired).isVisible());
  // The pointer is not over it, which would keep it.
  await page.mouse.move(640, 700);
  await passTime(page, 5_000 - 2 * stepMs);
  expect(await toastOf(page, loginRequired).getAttribute('data-state')).toBe('open');
  await passTime(page, 2 * stepMs + fadingMs);
  await toasts(page).waitFor({ state: 'detached' });
});

it('a toast can be closed before its time, and is gone from the page then [NTF-02, NTF-03]', async ({
  open,
  stack,
}) => {
  const cls = await addClass(stack);
  const page = await open({ path: paths.bookCamp });
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await toastOf(page, loginRequired).getByRole('button', { name: 'Close' }).click();
  await toasts(page).waitFor({ state: 'detached' });
});

it('of two toasts raised at once one shows; the other follows it [NTF-01, NTF-04]', async ({
  open,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
  const page = await open();
  await stopClock(page);
  await page.goto(paths.bookCamp);
  await passTimeUntil(page, () => cardOf(page, cls).isVisible());
  await cardOf(page, cls)
    .getByRole('button', { name: 'Book Now' })
    .evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click();
    });
  await passTimeUntil(page, () => toastOf(page, loginRequired).first().isVisible());
  expect(await toasts(page).count()).toBe(1);
  const first = await toasts(page).getAttribute('id');
  await passTime(page, 5_000 + fadingMs);
  expect(await toasts(page).count()).toBe(1);
  expect(await toasts(page).getAttribute('id')).not.toBe(first);
  await passTime(page, 5_000 + fadingMs);
  await toasts(page).waitFor({ state: 'detached' });
});

it('the same failure again updates the toast that shows [NTF-02]', async ({ open, stack, parent }) => {
  const cls = await addClass(stack);
  expect((await bookElsewhere(stack, parent, cls)).status).toBe(201);
  const page = await open({
    as: parent,
    path: paths.bookClass(cls.id, slotOf(cls).id),
    expects: [noAnswer, answered(409)],
  });
  await interceptCalls(page, 'bookSlot', atFirst(1, cutOff));
  await bookFor(page, 'Ana Parent');
  await toastOf(page, errorToast('Failed to create booking')).waitFor();
  await bookingForm(page).confirm.click();
  await toastOf(page, errorToast('Ana Parent is already booked for this time slot')).waitFor();
  expect(await toasts(page).count()).toBe(1);
});
