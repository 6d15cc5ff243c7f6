import { describe, expect } from 'vitest';
import { axeFindings } from './testing/axe.ts';
import { fitsTheWidth } from './testing/page-state.ts';
import { prepareScreens, screenStates } from './testing/screens.ts';
import { siteTest } from './testing/site-test.ts';

const it = siteTest.extend('scene', { scope: 'file' }, ({ stack }) => prepareScreens(stack));

const widths = [375, 1280];
const themes = ['light', 'dark'] as const;

/** Narrow phones; and 1280 px at 200 % zoom, which is 640 px wide with as little height. */
const narrowSizes = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
];

describe.each(screenStates)('$name', ({ path, as, before, until, expects = [] }) => {
  it('can be used by everyone (axe), on phones and laptops, light and dark, and never scrolls sideways', async ({
    visit,
    scene,
  }) => {
    const page = await visit({
      viewport: { width: 375, height: 900 },
      expects,
      ...(as && { as: as(scene) }),
    });
    await before?.(page);
    await page.goto(typeof path === 'string' ? path : path(scene));
    await until?.(page);
    // Theme and width are styles: the screen stays in its state while they change.
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        expect(await axeFindings(page), `${colorScheme}, ${width} px`).toEqual([]);
      }
      expect(await fitsTheWidth(page), `${width} px`).toBe(true);
    }
    for (const size of narrowSizes) {
      await page.setViewportSize(size);
      expect(await fitsTheWidth(page), `${size.width} px`).toBe(true);
    }
  });
});
