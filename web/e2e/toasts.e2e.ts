import { addClass, cardOf, slotBox } from '#infra/testing/browser/classes';
import { toastOf, toasts } from '#infra/testing/browser/page';
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
