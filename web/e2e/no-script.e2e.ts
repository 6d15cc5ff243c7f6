import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

/** How the guard words a script that is not run because scripts are off. */
const scriptBlocked = /^request failed: GET \S+\.js csp$/;

for (const path of [paths.auth, paths.signUp, paths.resetPasswordLink('abc')]) {
  test(`${path} holds no password field before its scripts run: the browser would send it in the address`, async ({
    newPage,
    expectProblems,
  }) => {
    expectProblems(scriptBlocked);
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).or(page.locator('noscript')).first()).toBeAttached();
    await expect(page.locator('input[type=password]')).toHaveCount(0);
  });
}
