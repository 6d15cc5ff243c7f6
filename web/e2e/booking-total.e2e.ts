import type { Locator } from '@playwright/test';
import { addClass, bookingPath } from '#infra/testing/browser/classes';
import { bookingForm } from '#infra/testing/browser/forms';
import { expectNoSideScroll, scrollTop } from '#infra/testing/browser/page';
import { expect, familyTest as test } from './testing/test.ts';

/** Two phones, a laptop at 200 % zoom, and a tablet. */
const sizes = [
  { width: 375, height: 667 },
  { width: 320, height: 568 },
  { width: 640, height: 400 },
  { width: 768, height: 1024 },
];

/** Checks that an element is wholly on the screen and that nothing covers its middle. */
const expectInSight = async (element: Locator, state: string): Promise<void> => {
  await expect(element, state).toBeInViewport({ ratio: 1 });
  const isOnTop = () =>
    element.evaluate((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return node.contains(found) || Boolean(found?.contains(node));
    });
  await expect.poll(isOnTop, `${state}: not covered`).toBe(true);
};

const scrollToMiddle = (element: Locator): Promise<void> =>
  element.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));

test('the total and its button are in sight at every size of the booking screen, and never cover the focused element', {
  tag: '@exhaustive',
}, async ({ page, stack }) => {
  const path = bookingPath(await addClass(stack));
  const { total, confirm, child, trial, fullProgram } = bookingForm(page);
  for (const viewport of sizes)
    await test.step(`${viewport.width} × ${viewport.height} px`, async () => {
      await page.setViewportSize(viewport);
      await page.goto(path);
      await expect(confirm).toBeVisible();
      const expectBarInSight = async (where: string) => {
        await expectInSight(total, `the total, ${where}`);
        await expectInSight(confirm, `the button, ${where}`);
      };
      await expect.poll(() => scrollTop(page)).toBe(0);
      await expectBarInSight('at the top');
      await scrollToMiddle(child);
      await expectBarInSight('at the last question');
      const note = page.getByText('Payment information is collected separately.');
      await scrollToMiddle(note);
      await expectBarInSight('at the end of the form');
      await expectInSight(note, 'the note');
      await expectNoSideScroll(page);

      await child.selectOption({ index: 1 });
      await page.getByRole('link', { name: '← Back to Classes' }).focus();
      const [map, sibling] = [page.getByRole('link', { name: 'Map of' }), page.getByRole('checkbox')];
      for (const [name, element] of Object.entries({ map, fullProgram, child, sibling, confirm })) {
        await page.keyboard.press('Tab');
        await expect(element).toBeFocused();
        await expectInSight(element, name);
      }
      await trial.focus();
      await page.keyboard.press('Space');
      await expectInSight(page.locator(':focus'), 'trial');
      // The next visit would have this choice.
      await fullProgram.check();
    });

  // In the smallest window the bar scrolls with the page, so that the form has room.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(path);
  await expect(confirm).toBeVisible();
  await expect(confirm).not.toBeInViewport();
  await child.focus();
  await expectInSight(child, 'the child');
});
