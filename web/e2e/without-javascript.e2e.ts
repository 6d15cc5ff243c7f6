import { httpError, scriptBlocked } from '#infra/testing/browser/page';
import { brand, sampleFacts } from '#shared/brand';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

test.use({ javaScriptEnabled: false });

test.beforeEach(({ expectProblems }) => {
  expectProblems(scriptBlocked);
});

test('a public page shows its content', { tag: '@exhaustive' }, async ({ page }) => {
  for (const [path, heading, text] of [
    [paths.home, brand.tagline, sampleFacts.coach.bio],
    [paths.contact, 'Get in Touch', sampleFacts.phone],
    [paths.bookCamp, 'Book A Class', 'Pick a class and a time.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  }
});

test('an unknown path is a 404 [PUB-04, PUB-05]', async ({ page, expectProblems }) => {
  expectProblems(httpError(404));
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: brand.tagline })).toBeVisible();
});

// Without its scripts a form of another method is submitted by GET, with the password in the address.
test('a form sends no password before its scripts run', async ({ page }) => {
  for (const path of [paths.auth, paths.signUp, paths.resetPasswordLink('abc')]) {
    await page.goto(path);
    const address = page.url();
    await page.getByLabel(/Password/).fill('football1');
    await page.getByLabel(/Password/).press('Enter');
    for (const form of await page.getByRole('main').locator('form').all())
      await expect(form).toHaveAttribute('method', 'dialog');
    await expect(page.getByLabel(/Password/)).toHaveValue('football1');
    expect(page.url()).toBe(address);
  }
});
