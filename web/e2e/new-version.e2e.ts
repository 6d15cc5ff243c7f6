import type { Page } from '@playwright/test';
import { type CallHandler, interceptCalls } from '#infra/testing/browser/calls';
import { addChild, childForm, fillAccount, newSignUp, signUpForm } from '#infra/testing/browser/forms';
import { httpError } from '#infra/testing/browser/page';
import { createDeployments, isNextVersion } from '#infra/testing/browser/site-versions';
import { paths } from '#shared/paths';
import { expect, familyTest, test } from './testing/test.ts';

const deployments = createDeployments();

test.use({ stackOptions: { site: deployments.site } });
test.afterEach(() => deployments.reset());

/** As a newer version answers, without a field that this one needs. */
const withoutFields: CallHandler = (call) => call.fulfill({ status: 200, json: {} });

const unreadable = /UnreadableAnswerError/;

const expectNotice = async (page: Page): Promise<void> => {
  await expect(page.getByText('There is a new version.', { exact: true })).toBeVisible();
  await expect(page.getByText('This page did not load')).toHaveCount(0);
};

/** Presses the button, which asks nothing. */
const reload = async (page: Page): Promise<void> => {
  let isAsked = false;
  page.on('dialog', (dialog) => {
    isAsked = true;
    void dialog.accept();
  });
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).last().click();
  await reloaded;
  expect(isAsked).toBe(false);
};

const storedText = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));

familyTest('drafts and a dialog outlive a reload [REL-03]', async ({ page, expectProblems }) => {
  expectProblems(unreadable);
  await page.goto(paths.parentProfile);
  const [name, child] = [page.getByLabel('Full Name'), childForm(page)];
  await name.fill('Half Typed');
  await child.name.fill('Cleo');
  const dialog = page.getByRole('dialog');
  const note = dialog.getByLabel('Medical', { exact: false }).last();
  await page.getByRole('button', { name: 'Edit Ana Parent' }).click();
  await note.fill('Carries an EpiPen');
  const calls = await interceptCalls(page, 'updateChild', withoutFields);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('There is a new version.', { exact: true })).toBeVisible();
  await expect(note).toHaveValue('Carries an EpiPen');
  await calls.stop();
  await reload(page);
  await expect(child.name).toHaveValue('Cleo');
  await expect(name).toHaveValue('Half Typed');
  expect(await storedText(page)).not.toMatch(/Half Typed|EpiPen/);
  await page.getByRole('button', { name: 'Edit Ana Parent' }).click();
  await expect(note).toHaveValue('Carries an EpiPen');
});

test('a sign-up outlives a removed script, with its notes [REL-03]', async ({ page, expectProblems }) => {
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
  await expectNotice(page);
  await reload(page);
  expect(isNextVersion(await page.content())).toBe(true);
  await page.goBack();
  await expect(child.name).toHaveValue('Dan');
  await expect(child.medicalConditions).toHaveValue('Asthma');
  await expect(page.getByText(signUp.children[0].medical_conditions)).toBeVisible();
  await expect(signUpForm(page).fullName).toHaveValue(signUp.full_name);
  await expect(signUpForm(page).password).toHaveValue('');
  expect(await storedText(page)).not.toMatch(/Asthma|nut/);
});
