import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect } from 'vitest';
import { fitsTheWidth } from './testing/page-state.ts';
import { prepareScreens, type ScreenState, screenStates } from './testing/screens.ts';
import { siteTest } from './testing/site-test.ts';

const it = siteTest.extend('scene', { scope: 'file' }, ({ stack }) => prepareScreens(stack));

// A place can be taken once: of the screens that take one, one look has to do.
const takesAPlace = ({ name }: ScreenState) => name === 'confirmation';

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [375, 1280].map((width) => ({ colorScheme, width })),
);

/** Narrow phones; and 1280 px at 200 % zoom, which is 640 px wide with as little height. */
const narrowWidths = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
];

describe.each(screenStates)('$name', (state) => {
  const { path, as, before, until, expects = [] } = state;

  it('can be used by everyone (axe), on phones and laptops, light and dark, and never scrolls sideways', async ({
    open,
    scene,
  }) => {
    for (const { colorScheme, width } of takesAPlace(state) ? looks.slice(0, 1) : looks) {
      const page = await open({
        colorScheme,
        viewport: { width, height: 900 },
        expects,
        ...(as && { as: as(scene) }),
      });
      await before?.(page);
      await page.goto(typeof path === 'string' ? path : path(scene));
      await until?.(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect(found, `${colorScheme}, ${width} px`).toEqual([]);
      for (const size of narrowWidths) {
        await page.setViewportSize(size);
        expect(await fitsTheWidth(page), `${size.width} px`).toBe(true);
      }
      await page.context().close();
    }
  });
});
