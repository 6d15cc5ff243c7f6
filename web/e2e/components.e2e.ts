import type { Page } from '@playwright/test';
import { localPaths } from '#infra/local/addresses';
import { expectNoAxeViolations } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

/** Browsers draw the edges of one shape a little otherwise where another tile begins. */
const tolerance = 12;

/** The states in which the two pictures differ, with the largest difference of a colour (0 to 255). */
const differingStates = async (page: Page): Promise<string[]> => {
  const png = (await page.screenshot({ fullPage: true })).toString('base64');
  return page.evaluate(
    async ([data, allowed]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
        willReadFrequently: true,
      });
      canvas?.drawImage(bitmap, 0, 0);
      return [...document.querySelectorAll('section')].flatMap((section) => {
        const [own, chakra] = [...section.getElementsByClassName('sample')].map((sample) => {
          const { x, y, width, height } = sample.getBoundingClientRect();
          return canvas?.getImageData(x, Math.floor(y), width, Math.ceil(height)).data;
        });
        if (!own || own.length !== chakra?.length) return [`${section.ariaLabel}: sizes`];
        const largest = own.reduce(
          (most, value, index) => Math.max(most, Math.abs(value - (chakra[index] ?? 0))),
          0,
        );
        return largest > allowed ? [`${section.ariaLabel}: ${largest}`] : [];
      });
    },
    [png, tolerance] as const,
  );
};

for (const theme of ['light', 'dark'])
  test(`every component looks as Chakra's of the same recipe, in each state, in ${theme} [SCR-04]`, {
    ...(theme === 'dark' && { tag: '@exhaustive' }),
  }, async ({ page }) => {
    await page.goto(`${localPaths.components}/${theme}/list`);
    await expect(page.getByRole('region', { name: 'Skeleton' })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await differingStates(page)).toEqual([]);
    await expectNoAxeViolations(page, theme);
  });
