import { failCall, forFirst, interceptCalls } from '#infra/testing/browser/calls';
import { addClass, bookByApi, cardOf, slotBox, slotOf } from '#infra/testing/browser/classes';
import { authTab, bookFor, bookingForm } from '#infra/testing/browser/forms';
import { errorToast, httpError, networkError, toastOf, toasts } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { paths } from '#shared/paths';
import { advanceClock, advanceUntilVisible, pauseClock, stepMs } from './testing/browser.ts';
import { expect, test } from './testing/test.ts';

/** Longer than the animation that hides a toast. */
const fadingMs = 1_000;

const loginRequired = { title: 'Login Required', description: 'Please log in to book a class' };

test('a closed toast is removed from the page [NTF-02, NTF-03]', async ({ page, stack }) => {
  const cls = await addClass(stack);
  await page.goto(paths.bookCamp);
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await toastOf(page, loginRequired).getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveCount(0);

  await test.step('a toast is shown for five seconds [NTF-04]', async () => {
    await pauseClock(page);
    await page.goto(paths.bookCamp);
    await advanceUntilVisible(page, slotBox(page, cls));
    await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
    await advanceUntilVisible(page, toastOf(page, loginRequired));
    // A pointer over the toast would pause its time.
    await page.mouse.move(640, 700);
    await advanceClock(page, 5_000 - 2 * stepMs);
    await expect(toastOf(page, loginRequired)).toHaveAttribute('data-state', 'open');
    await advanceClock(page, 2 * stepMs + fadingMs);
    await expect(toasts(page)).toHaveCount(0);
  });
});

test('of two toasts one is shown first [NTF-01, NTF-04]', async ({ page, stack }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
  await pauseClock(page);
  await page.goto(paths.bookCamp);
  await advanceUntilVisible(page, cardOf(page, cls));
  await cardOf(page, cls)
    .getByRole('button', { name: 'Book Now' })
    .evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click();
    });
  await advanceUntilVisible(page, toastOf(page, loginRequired).first());
  await expect(toasts(page)).toHaveCount(1);
  const id = (await toasts(page).getAttribute('id')) ?? 'an id';
  await advanceClock(page, 5_000 + fadingMs);
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).not.toHaveAttribute('id', id);
  await advanceClock(page, 5_000 + fadingMs);
  await expect(toasts(page)).toHaveCount(0);
});

test('a second error replaces the text of the toast that is shown [NTF-02]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  expectProblems,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  expectProblems(networkError, httpError(409));
  await signIn(parent);
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await expect(bookingForm(page).child).toBeVisible();
  await interceptCalls(page, 'bookSlot', forFirst(1, failCall));
  await bookFor(page, 'Ana Parent');
  await expect(toastOf(page, errorToast('Failed to create booking'))).toBeVisible();
  await bookByApi(stack, parent, cls);
  await bookingForm(page).confirm.click();
  await expect(toastOf(page, errorToast('Ana Parent is already booked for this time slot'))).toBeVisible();
  await expect(toasts(page)).toHaveCount(1);
});

test('a login removes the requests to log in that are shown and wait, and a logout the greeting [NTF-17]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
  await page.goto(paths.bookCamp);
  await expect(cardOf(page, cls)).toBeVisible();
  await cardOf(page, cls)
    .getByRole('button', { name: 'Book Now' })
    .evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click();
    });
  await expect(toastOf(page, loginRequired)).toBeVisible();
  await authTab(page, 'Login').click();
  await submitLogIn(page, parent.family.profile.email);
  await expect(toasts(page)).toHaveText([/Logged in successfully/]);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(toasts(page)).toHaveText([/Logged out/]);
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveCount(0);
});
