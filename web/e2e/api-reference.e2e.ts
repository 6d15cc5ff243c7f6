import { localPaths } from '#infra/local/addresses';
import { routes } from '#shared/contract/routes';
import { expectNoAxeViolations } from './testing/axe.ts';
import { expectNoSideScroll } from './testing/layout.ts';
import { expect, test } from './testing/test.ts';

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'dark'],
] as const) {
  test(`the API reference is accessible at ${width} px, ${colorScheme}, under the site’s Content-Security-Policy`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(localPaths.apiReference);
    await page.locator('summary', { hasText: routes.bookSlot.summary }).click();
    await expect(page.locator('[open]').getByText('alreadyBooked', { exact: true })).toBeVisible();
    await expect(page.locator('[open]').getByText('is_trial', { exact: true })).toBeVisible();
    // The style sheet has replaced the browser's default margin.
    await expect(page.locator('body')).toHaveCSS('margin', '0px');
    await expectNoSideScroll(page);
    await expectNoAxeViolations(page, `${colorScheme}, ${width} px`);
  });
}
