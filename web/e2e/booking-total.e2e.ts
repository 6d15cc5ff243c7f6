import type { Locator } from '@playwright/test';
import { addClass, slotOf } from '#infra/testing/browser/classes';
import { bookingForm } from '#infra/testing/browser/forms';
import { expectNoSideScroll, scrollTop } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

/** Two phones, a laptop at 200 % zoom, and a tablet. */
const sizes = [
  { width: 375, height: 667 },
  { width: 320, height: 568 },
  { width: 640, height: 400 },
  { width: 768, height: 1024 },
];

const wholly = { ratio: 1 };

/** Checks that an element is wholly on the screen and that nothing covers its middle. */
const expectInSight = async (element: Locator, state: string): Promise<void> => {
  await expect(element, state).toBeInViewport(wholly);
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

test.beforeEach(async ({ page, signIn, stack, parent }) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await expect(bookingForm(page).confirm).toBeVisible();
});

for (const viewport of sizes) {
  test.describe(`at ${viewport.width} × ${viewport.height} px`, () => {
    test.use({ viewport });

    test('the total and its button are in sight from the top of the booking screen to its end, and never cover the focused element', {
      tag: '@exhaustive',
    }, async ({ page }) => {
      const { total, confirm, child } = bookingForm(page);
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

      await test.step('the bar never covers the focused element, and the form can be sent by keyboard', async () => {
        const { child, confirm, trial, fullProgram } = bookingForm(page);
        await child.selectOption({ index: 1 });
        await page.getByRole('link', { name: '← Back to Classes' }).focus();
        const map = page.getByRole('link', { name: 'Map of' });
        const sibling = page.getByRole('checkbox');
        for (const [name, element] of Object.entries({ map, fullProgram, child, sibling, confirm })) {
          await page.keyboard.press('Tab');
          await expect(element).toBeFocused();
          await expectInSight(element, name);
        }
        await trial.focus();
        await page.keyboard.press('Space');
        await expectInSight(page.locator(':focus'), 'trial');
      });
    });
  });
}

test.describe('at 320 × 256 px', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('the bar scrolls with the page, so that the form has room', { tag: '@exhaustive' }, async ({
    page,
  }) => {
    const { confirm, child } = bookingForm(page);
    await expect(confirm).not.toBeInViewport();
    await child.focus();
    await expectInSight(child, 'the child');
  });
});
