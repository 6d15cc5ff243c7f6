import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
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
      return [...document.querySelectorAll('section:has(.sample + .sample)')].flatMap((section) => {
        const [own, chakra] = [...section.getElementsByClassName('sample')].map((sample) => {
          const { x, y, width, height } = sample.getBoundingClientRect();
          return canvas?.getImageData(x, Math.floor(y + window.scrollY), width, Math.ceil(height)).data;
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

/** Components by their files: `RadioCard` of `radio-card.tsx`. */
const componentNames = async (): Promise<string[]> =>
  (await readdir(join(import.meta.dirname, '../src/components/ui')))
    .filter((file) => /^(?!style-props)[\w-]+\.tsx$/.test(file))
    .map((file) =>
      file.slice(0, -'.tsx'.length).replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase()),
    );

const machines = ['Combobox', 'Dialog', 'Drawer', 'Toast', 'Tooltip'];

for (const theme of ['light', 'dark'])
  test(`every component looks as Chakra's of the same recipe, in each state, in ${theme} [SCR-04]`, {
    ...(theme === 'dark' && { tag: '@exhaustive' }),
  }, async ({ page }) => {
    await page.goto(`${localPaths.components}/${theme}/list`);
    await page.getByRole('region', { name: 'Toast error' }).getByRole('button').click();
    await expect(page.getByText('3 of 12 are left')).toBeVisible();
    const shown = await page.locator('section').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel));
    for (const name of [...(await componentNames()), ...machines])
      expect
        .soft(
          shown.some((state) => state?.split(' ')[0] === name),
          name,
        )
        .toBe(true);
    await page.evaluate(() => document.fonts.ready);
    expect(await differingStates(page)).toEqual([]);
    await expectNoAxeViolations(page, theme);
  });
