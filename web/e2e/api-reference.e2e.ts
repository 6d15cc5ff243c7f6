import { expect } from 'vitest';
import { localPaths } from '#infra/local/addresses';
import { routes } from '#shared/contract/routes';
import { axeFindings } from './testing/axe.ts';
import { fitsTheWidth } from './testing/page-state.ts';
import { siteTest as it } from './testing/site-test.ts';

it.for([
  [360, 'light'],
  [1280, 'dark'],
] as const)(
  'the reference of the API can be read by everyone at %i px, %s, under the policy of the site',
  async ([width, colorScheme], { visit }) => {
    const page = await visit({ viewport: { width, height: 800 } });
    await page.emulateMedia({ colorScheme });
    await page.goto(localPaths.apiReference);
    await page.locator('summary', { hasText: routes.bookSlot.summary }).click();
    await page.locator('[open]').getByText('alreadyBooked', { exact: true }).waitFor();
    await page.locator('[open]').getByText('is_trial', { exact: true }).waitFor();
    // The sheet is there: the margin that a browser gives is gone.
    expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
    expect(await fitsTheWidth(page)).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  },
);
