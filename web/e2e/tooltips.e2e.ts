import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { openEdit } from './testing/admin-screens.ts';
import { bookElsewhere } from './testing/bookings.ts';
import { addClass, cardOf } from './testing/classes.ts';
import { passTime, passTimeUntil, stopClock } from './testing/clock.ts';
import { siteTest } from './testing/site-test.ts';

const openDelayMs = 700;
const skipDelayMs = 300;
const blinkMs = 20;

const tooltip = (page: Page) => page.getByRole('tooltip');

/** The texts of the tooltips that show. */
const shown = (page: Page): Promise<string[]> => tooltip(page).allTextContents();

/** The list of bookings, with a booking and a clock that stands still. */
const it = siteTest.extend('bookings', async ({ open, stack, admin, parent }) => {
  await bookElsewhere(stack, parent, await addClass(stack));
  const page = await open({ as: admin });
  await stopClock(page);
  await page.goto(paths.adminBookings);
  const edit = page.getByRole('button', { name: /^Edit / }).first();
  await passTimeUntil(page, () => edit.isVisible());
  return { page, edit, remove: page.getByRole('button', { name: /^Delete / }).first() };
});

const pointNowhere = (page: Page): Promise<void> => page.mouse.move(2, 2);

it('a tooltip opens after 700 ms of hovering, and closes when the pointer leaves [NTF-11]', async ({
  bookings: { page, edit },
}) => {
  await edit.hover();
  await passTime(page, openDelayMs - blinkMs);
  expect(await shown(page)).toEqual([]);
  await passTime(page, blinkMs);
  expect(await shown(page)).toEqual([await edit.getAttribute('aria-label')]);
  expect(await tooltip(page).isVisible()).toBe(true);
  await pointNowhere(page);
  await passTime(page, blinkMs);
  expect(await shown(page)).toEqual([]);
  await passTime(page, 2 * openDelayMs);
  expect(await shown(page)).toEqual([]);
});

it('the next one within 300 ms opens at once, a later one after 700 ms again [NTF-11, NTF-12]', async ({
  bookings: { page, edit, remove },
}) => {
  const removeText = await remove.getAttribute('aria-label');
  await edit.hover();
  await passTime(page, openDelayMs);
  await remove.hover();
  await passTime(page, 0);
  expect(await shown(page)).toEqual([removeText]);

  await pointNowhere(page);
  await passTime(page, skipDelayMs - blinkMs);
  await edit.hover();
  await passTime(page, 0);
  expect(await shown(page)).toEqual([await edit.getAttribute('aria-label')]);

  await pointNowhere(page);
  await passTime(page, skipDelayMs + blinkMs);
  await remove.hover();
  await passTime(page, openDelayMs - blinkMs);
  expect(await shown(page)).toEqual([]);
  await passTime(page, blinkMs);
  expect(await shown(page)).toEqual([removeText]);
});

it('opens at once with the focus of the keyboard, stays under the pointer, and closes with Escape', async ({
  bookings: { page, edit, remove },
}) => {
  await edit.focus();
  await page.keyboard.press('Tab');
  await passTime(page, 0);
  expect(await shown(page)).toEqual([await remove.getAttribute('aria-label')]);
  await tooltip(page).hover();
  await passTime(page, 2 * openDelayMs);
  expect(await shown(page)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await passTime(page, 0);
  expect(await shown(page)).toEqual([]);
  await page.keyboard.press('Shift+Tab');
  await passTime(page, 0);
  expect(await shown(page)).toEqual([await edit.getAttribute('aria-label')]);
});

it('a press ends it', async ({ bookings: { page, edit } }) => {
  await edit.hover();
  await passTime(page, openDelayMs);
  await edit.click();
  await passTime(page, 2 * openDelayMs);
  expect(await shown(page)).toEqual([]);
});

it('a finger opens none', async ({ open, parent }) => {
  const page = await open({ as: parent, hasTouch: true, isMobile: true });
  await stopClock(page);
  await page.goto(paths.parentProfile);
  const remove = page.getByRole('button', { name: 'Remove Ana Parent' });
  await passTimeUntil(page, () => remove.isVisible());
  await remove.tap();
  await passTime(page, 2 * openDelayMs);
  expect(await shown(page)).toEqual([]);
});

it('says why a button cannot be pressed, whole on the screen and on top of a dialog', async ({
  open,
  stack,
  admin,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 9, booked: 1 }] });
  const page = await open({ as: admin, path: paths.adminClasses, viewport: { width: 320, height: 640 } });
  const { slot } = await openEdit(page, cardOf(page, cls));
  const { remove } = slot(1);
  await remove.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await tooltip(page).waitFor();
  expect(await shown(page)).toEqual(['Delete its bookings before you remove it']);
  expect(await remove.isDisabled()).toBe(true);
  const { x, width } = (await tooltip(page).boundingBox()) ?? expect.unreachable('it shows');
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(320);
});
