import { httpError, scriptBlocked } from '#infra/testing/browser/page';
import { brand, sampleFacts } from '#shared/brand';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

test.use({ javaScriptEnabled: false });

test.beforeEach(({ expectProblems }) => {
  expectProblems(scriptBlocked);
});

for (const [path, heading, text] of [
  [paths.home, brand.tagline, sampleFacts.coach.bio],
  [paths.contact, 'Get in Touch', sampleFacts.phone],
  [paths.bookCamp, 'Book A Class', 'Pick a class and a time.'],
] as const) {
  test(`${path} shows its content`, { tag: '@exhaustive' }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  });
}

test('an unknown path has the status 404 and a page that leads home [PUB-04, PUB-05]', async ({
  page,
  expectProblems,
}) => {
  expectProblems(httpError(404));
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: brand.tagline })).toBeVisible();
});

// Without its scripts a form is submitted by GET, so that a password would be in the URL.
for (const path of [paths.auth, paths.signUp, paths.resetPasswordLink('abc'), paths.verifyEmailLink('abc')]) {
  test(`${path} has no password field before its scripts run`, { tag: '@exhaustive' }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).or(page.locator('noscript')).first()).toBeAttached();
    await expect(page.locator('input[type=password]')).toHaveCount(0);
  });
}
