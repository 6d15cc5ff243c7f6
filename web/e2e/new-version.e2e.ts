import { addChild, childForm, fillAccount, newSignUp, signUpForm } from '#infra/testing/browser/forms';
import { httpError } from '#infra/testing/browser/page';
import { createDeployments, isNextVersion } from '#infra/testing/browser/site-versions';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

const deployments = createDeployments();

test.use({ stackOptions: { site: deployments.site } });
test.afterEach(() => deployments.reset());

test('a sign-up outlives a removed script, with its notes [REL-03]', { tag: '@exhaustive' }, async ({
  page,
  expectProblems,
}) => {
  expectProblems(/dynamically imported module/, httpError(404));
  const [signUp, child] = [newSignUp(), childForm(page)];
  // Another test may have opened the screen whose script is removed.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.goto(paths.signUp);
  await fillAccount(page, signUp);
  await addChild(page, signUp.children[0]);
  await child.name.fill('Dan');
  await child.medicalConditions.fill('Asthma');
  await deployments.deploy();
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByText('There is a new version.', { exact: true })).toBeVisible();
  await expect(page.getByText('This page did not load')).toHaveCount(0);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).last().click();
  await reloaded;
  expect(isNextVersion(await page.content())).toBe(true);
  await page.goBack();
  await expect(child.name).toHaveValue('Dan');
  await expect(child.medicalConditions).toHaveValue('Asthma');
  await expect(page.getByText(signUp.children[0].medical_conditions)).toBeVisible();
  await expect(signUpForm(page).fullName).toHaveValue(signUp.full_name);
  await expect(signUpForm(page).password).toHaveValue('');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toMatch(/Asthma|nut/);
});
