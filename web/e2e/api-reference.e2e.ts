import { localPaths } from '#infra/local/addresses';
import { routes } from '#shared/contract/routes';
import { expectNoAxeViolations } from './testing/axe.ts';
import { expectNoSideScroll } from './testing/layout.ts';
import { expect, test } from './testing/test.ts';

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'dark'],
] as const) {
  test(`the reference of the API can be read by everyone at ${width} px, ${colorScheme}, under the policy of the site`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(localPaths.apiReference);
    await page.locator('summary', { hasText: routes.bookSlot.summary }).click();
    await expect(page.locator('[open]').getByText('alreadyBooked', { exact: true })).toBeVisible();
    await expect(page.locator('[open]').getByText('is_trial', { exact: true })).toBeVisible();
    // The sheet is there: the margin that a browser gives is gone.
    expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
    await expectNoSideScroll(page);
    await expectNoAxeViolations(page, `${colorScheme}, ${width} px`);
  });
}
