import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { paths } from '#shared/paths';
import { bookingForm } from './testing/booking-form.ts';
import { addClass, slotOf } from './testing/classes.ts';
import { fitsTheWidth } from './testing/page-state.ts';
import { siteTest } from './testing/site-test.ts';

const it = siteTest.extend('cls', { scope: 'file' }, ({ stack }) => addClass(stack));

/** Phones; a laptop at 200 % zoom; and a tablet. */
const sizes = [
  { width: 375, height: 667 },
  { width: 320, height: 568 },
  { width: 640, height: 400 },
  { width: 768, height: 1024 },
];

const boxOf = async (element: Locator) => (await element.boundingBox()) ?? expect.unreachable('it is shown');

/** Whether an element is wholly on the screen, with nothing over its middle. */
const isInSight = async (page: Page, element: Locator): Promise<boolean> => {
  const { y, height } = await boxOf(element);
  const isOnTop = await element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return node.contains(found) || found?.contains(node);
  });
  return y >= 0 && y + height <= (page.viewportSize()?.height ?? 0) && isOnTop === true;
};

describe.each(sizes)('at $width × $height px', (viewport) => {
  it('the total and its button are in sight from the top of the booking screen to its end [BOK-18, BOK-21]', async ({
    visit,
    parent,
    cls,
  }) => {
    const page = await visit({ as: parent, viewport, path: paths.bookClass(cls.id, slotOf(cls).id) });
    const { total, confirm, child } = bookingForm(page);
    await confirm.waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const lookedAt = async (where: string) => {
      expect(await isInSight(page, total), `the total, ${where}`).toBe(true);
      expect(await isInSight(page, confirm), `the button, ${where}`).toBe(true);
    };
    await lookedAt('at the top');
    await child.evaluate((list) => list.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await lookedAt('at the last question');
    const note = page.getByText('Payment information is collected separately.');
    await note.evaluate((line) => line.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await lookedAt('at the end of the form');
    expect(await isInSight(page, note)).toBe(true);
    expect(await fitsTheWidth(page)).toBe(true);
  });

  it('nothing that takes the focus hides behind the bar, and the form can be sent by keyboard', async ({
    visit,
    parent,
    cls,
  }) => {
    const page = await visit({ as: parent, viewport, path: paths.bookClass(cls.id, slotOf(cls).id) });
    const { child, confirm, trial } = bookingForm(page);
    await child.selectOption({ index: 1 });
    await page.getByRole('link', { name: '← Back to Classes' }).focus();
    const focused = page.locator(':focus');
    const seen: string[] = [];
    do {
      await page.keyboard.press('Tab');
      seen.push(await focused.evaluate((element) => element.tagName));
      expect(await isInSight(page, focused), `stop ${seen.length}, ${seen.at(-1)}`).toBe(true);
    } while (!(await confirm.evaluate((button) => button === document.activeElement)));
    expect(seen).toEqual(['INPUT', 'SELECT', 'BUTTON']);
    await trial.focus();
    await page.keyboard.press('Space');
    expect(await isInSight(page, focused)).toBe(true);
  });
});

it('on a screen of a few lines the bar scrolls with the page, so that the form has room', async ({
  visit,
  parent,
  cls,
}) => {
  const page = await visit({
    as: parent,
    viewport: { width: 320, height: 256 },
    path: paths.bookClass(cls.id, slotOf(cls).id),
  });
  const { confirm, child } = bookingForm(page);
  await confirm.waitFor();
  expect((await boxOf(confirm)).y).toBeGreaterThan(256);
  await child.focus();
  expect(await isInSight(page, child)).toBe(true);
});
