import { expect } from 'vitest';
import { paths } from '#shared/paths';
import { siteTest as it } from './testing/site-test.ts';

/** How the guard words a script that is not run because scripts are off. */
const scriptsBlocked = /^request failed: GET \S+\.js csp$/;

it.for([paths.auth, paths.signUp, paths.resetPasswordLink('abc')])(
  '%s holds no password field before its scripts run: the browser would send it in the address',
  async (path, { open }) => {
    const page = await open({ path, javaScriptEnabled: false, expects: [scriptsBlocked] });
    await page
      .getByRole('heading', { level: 1 })
      .or(page.locator('noscript'))
      .first()
      .waitFor({ state: 'attached' });
    expect(await page.locator('input[type=password]').count()).toBe(0);
  },
);
