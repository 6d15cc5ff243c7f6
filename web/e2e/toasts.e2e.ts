import type { Locator, Page } from '@playwright/test';
import { addClass, bookByApi, cardOf, slotBox } from '#infra/testing/browser/classes';
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

const openDelayMs = 700;
const skipDelayMs = 300;
/** Longer than the page takes to open or close a tooltip. */
const marginMs = 20;

const tooltips = (page: Page): Locator => page.getByRole('tooltip');
const editOf = (page: Page): Locator => page.getByRole('button', { name: /^Edit / });
const deleteOf = (page: Page): Locator => page.getByRole('button', { name: /^Delete / });

/** Waits for the tooltip of a button, with the button's label as its text, and no other tooltip. */
const expectTooltipOf = async (page: Page, button: Locator): Promise<void> => {
  const label = await button.getAttribute('aria-label');
  await expect(tooltips(page)).toHaveText([label ?? 'a label']);
};

const leave = (page: Page): Promise<void> => page.mouse.move(2, 2);

/** Opens a tooltip and lets it close: tooltips are loaded at the first use of a page, which takes time of its own. */
const loadTooltips = async (page: Page): Promise<void> => {
  await editOf(page).hover();
  await advanceUntilVisible(page, tooltips(page));
  await leave(page);
  await advanceClock(page, skipDelayMs + marginMs);
  await expect(tooltips(page)).toHaveCount(0);
};

test('a tooltip opens after 700 ms, and closes when the pointer leaves [NTF-11]', async ({
  page,
  signIn,
  stack,
  admin,
  parent,
}) => {
  await bookByApi(stack, parent, await addClass(stack));
  await signIn(admin);
  await pauseClock(page);
  await page.goto(paths.adminBookings);
  await advanceUntilVisible(page, editOf(page));
  await loadTooltips(page);
  await editOf(page).hover();
  await advanceClock(page, openDelayMs - marginMs);
  await expect(tooltips(page)).toHaveCount(0);
  await advanceClock(page, marginMs);
  await expectTooltipOf(page, editOf(page));
  await expect(tooltips(page)).toBeVisible();
  await leave(page);
  await advanceClock(page, marginMs);
  await expect(tooltips(page)).toHaveCount(0);
  await advanceClock(page, 2 * openDelayMs);
  await expect(tooltips(page)).toHaveCount(0);

  await test.step('the next tooltip within 300 ms opens at once [NTF-12]', async () => {
    await editOf(page).hover();
    await advanceClock(page, openDelayMs);
    await deleteOf(page).hover();
    await advanceClock(page, 0);
    await expectTooltipOf(page, deleteOf(page));

    await leave(page);
    await advanceClock(page, skipDelayMs - marginMs);
    await editOf(page).hover();
    await advanceClock(page, 0);
    await expectTooltipOf(page, editOf(page));
  });
});
