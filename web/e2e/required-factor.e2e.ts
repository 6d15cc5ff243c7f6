import { generateSync } from 'otplib';
import { makeCoach } from '#functions/accounts/steps';
import { systemClock } from '#functions/lib/clock';
import { resourceNames } from '#infra/local/addresses';
import { requiredSecondFactor } from '#infra/settings/settings-schema';
import { atPath, expectNoSideScroll } from '#infra/testing/browser/page';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

test.use({ stackOptions: { secondFactor: requiredSecondFactor } });

const codeLabel = 'Code from your authenticator app';
const explanation = 'it opens with two-step login only';

test('an administrator sets up a factor before the workspace, and is a coach without one [MFA-01]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, stack }) => {
  const { email } = admin.family.profile;
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(paths.adminBookings);
  await submitLogIn(page, email);
  await expect(page.getByText(explanation)).toBeVisible();
  await expect(page).toHaveURL(atPath(paths.adminBookings));
  await expect(page.getByRole('heading', { name: 'Two-step login', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Admin Dashboard' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Find anything' })).toHaveCount(0);
  await expectNoAxeInThemes(page, 'the set-up in place of the workspace');
  await expectNoSideScroll(page);

  // As after a reload, and on the screens of a coach, until the account is one.
  await page.goto(paths.coach);
  await expect(page.getByText(explanation)).toBeVisible();
  const { id } = admin.family.profile;
  const userPool = { id: resourceNames.userPoolId, client: stack.pool };
  await makeCoach(id, id, { table: stack.table, userPool, clock: systemClock });
  await page.evaluate(() => localStorage.clear());
  await signIn(admin);
  await page.goto(paths.coach);
  await expect(page.getByText('You have no session in the next seven days.')).toBeVisible();
  await page.getByRole('link', { name: 'Two-step login' }).click();
  await expect(page).toHaveURL(atPath(paths.secondFactor));
  await page.goto(paths.adminBookings);
  await page.getByLabel('Your Password').fill(testPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = ((await page.getByLabel('Key', { exact: true }).textContent()) ?? '').replaceAll(' ', '');
  const code = (offBy: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + offBy });
  await page.getByLabel(codeLabel).fill(code(0));
  await page.getByLabel(codeLabel).press('Enter');
  await page.getByLabel('I have kept the codes').check();
  await page.getByRole('button', { name: 'Log in with your app' }).click();
  await submitLogIn(page, email);
  await page.getByLabel(codeLabel).fill(code(30));
  await page.getByLabel(codeLabel).press('Enter');
  await expect(page).toHaveURL(atPath(paths.adminBookings));
  await expect(page.getByRole('navigation', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByText(explanation)).toHaveCount(0);
});
