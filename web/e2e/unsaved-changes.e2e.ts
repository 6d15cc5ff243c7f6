import type { BrowserContext, Page } from '@playwright/test';
import { interceptCalls } from '#infra/testing/browser/calls';
import { childForm, fillAccount, newSignUp } from '#infra/testing/browser/forms';
import { expectToast, httpError } from '#infra/testing/browser/page';
import { testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { expect, familyTest, officeTest, test } from './testing/test.ts';

const restored = 'These are your entries from before.';

/** Reloads the page, and leaves it where the browser asks. @returns whether it asked */
const reloadIsAsked = async (page: Page): Promise<boolean> => {
  let isAsked = false;
  page.once('dialog', (dialog) => {
    isAsked = dialog.type() === 'beforeunload';
    void dialog.accept();
  });
  await page.reload();
  page.removeAllListeners('dialog');
  return isAsked;
};

test('the browser asks before a reload', { tag: '@exhaustive' }, async ({ page, signIn, stack }) => {
  const account = await stack.createAccount();
  await signIn(account);
  await page.goto(paths.parentProfile);
  const name = page.getByLabel('Full Name');
  await name.click();
  await name.fill('Half Typed');
  expect(await reloadIsAsked(page)).toBe(true);
  await name.click();
  await name.fill('Half Typed');
  await name.fill(account.family.profile.full_name);
  expect(await reloadIsAsked(page)).toBe(false);
  await name.click();
  await name.fill('Pat Newname');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, { title: 'Profile updated successfully' });
  expect(await reloadIsAsked(page)).toBe(false);
  await expect(name).toHaveValue('Pat Newname');
  await expect(page.getByText(restored)).toHaveCount(0);
});

test('the medical notes of a sign-up are in no storage', { tag: '@exhaustive' }, async ({ page }) => {
  const [signUp, note] = [newSignUp(), 'Severe nut allergy'];
  const child = childForm(page);
  const stored = () => storedText(page);
  await page.goto(paths.signUp);
  await fillAccount(page, signUp);
  await child.name.fill(signUp.children[0].name);
  await child.dateOfBirth.fill(signUp.children[0].date_of_birth);
  await child.medicalConditions.fill(note);
  await child.add.click();
  await child.name.fill('Dan');
  await child.medicalConditions.fill('Asthma');
  await expect.poll(stored).toContain('Dan');
  expect(await stored()).not.toMatch(/nut|Asthma/);
  // Another screen of the same page.
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(paths.contact);
  expect(await stored()).not.toMatch(/nut|Asthma/);
  await page.goBack();
  await expect(page.getByText(note)).toBeVisible();
  await expect(child.medicalConditions).toHaveValue('Asthma');
  expect(await reloadIsAsked(page)).toBe(true);
  await expect(child.name).toHaveValue('Dan');
  await expect(page.getByText(note)).toHaveCount(0);
  await expect(page.getByText('it keeps no medical notes: please enter them again')).toBeVisible();
});

const storedText = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));

familyTest('drafts and a dialog outlive a reload [REL-03]', async ({ page, expectProblems }) => {
  expectProblems(/UnreadableAnswerError/);
  await page.goto(paths.parentProfile);
  const [name, child] = [page.getByLabel('Full Name'), childForm(page)];
  await name.fill('Half Typed');
  await child.name.fill('Cleo');
  const dialog = page.getByRole('dialog');
  const note = dialog.getByLabel('Medical', { exact: false }).last();
  await page.getByRole('button', { name: 'Edit Ana Parent' }).click();
  await note.fill('Carries an EpiPen');
  // As a newer version answers, without a field that this one needs.
  const calls = await interceptCalls(page, 'updateChild', (call) => call.fulfill({ json: {} }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('There is a new version.', { exact: true })).toBeVisible();
  await expect(note).toHaveValue('Carries an EpiPen');
  await calls.stop();
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.accept();
  });
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).last().click();
  await reloaded;
  expect(questions).toEqual([]);
  await expect(child.name).toHaveValue('Cleo');
  await expect(name).toHaveValue('Half Typed');
  expect(await storedText(page)).not.toMatch(/Half Typed|EpiPen/);
  await page.getByRole('button', { name: 'Edit Ana Parent' }).click();
  await expect(note).toHaveValue('Carries an EpiPen');
});

/** What another tab leaves when the user pool refuses to renew the session. */
const endSession = async (context: BrowserContext): Promise<void> => {
  const other = await context.newPage();
  await other.goto('/robots.txt');
  await other.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('Cognito')))
      localStorage.removeItem(key);
  });
  await other.close();
};

const submitSameLogIn = async (page: Page, email: string): Promise<void> => {
  const login = page.locator('form', { has: page.getByRole('button', { name: 'Log in' }) });
  await login.getByLabel('Email').fill(email);
  await login.getByLabel('Password').fill(testPassword);
  await login.getByRole('button', { name: 'Log in' }).click();
};

const endedHeading = (page: Page) => page.getByRole('heading', { name: 'Your session has ended' });

officeTest(
  'a message outlives its session [PRF-02]',
  { tag: '@exhaustive' },
  async ({ page, admin, expectProblems }) => {
    expectProblems(httpError(401));
    await page.goto(paths.adminMessages);
    const text = page.getByLabel('Message', { exact: true });
    await page.getByLabel('Subject').fill('Rain');
    await text.fill('We meet in the hall. '.repeat(40));
    await page.route('**/api/admin/messages/test', (route) =>
      route.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
    );
    await page.getByRole('button', { name: 'Send a Test to Me' }).click();
    await expect(endedHeading(page)).toBeVisible();
    await expect(text).toBeHidden();
    await submitSameLogIn(page, admin.family.profile.email);
    await expect(text).toHaveValue('We meet in the hall. '.repeat(40));
    await expect(text).toBeVisible();
    await expect(page.getByLabel('Subject')).toHaveValue('Rain');
  },
);

familyTest('a note is its writer’s alone [PRF-02]', async ({ page, context, parent, stack }) => {
  const other = await stack.createAccount();
  await page.goto(paths.parentProfile);
  const note = page.getByRole('dialog').getByLabel('Medical', { exact: false }).last();
  const write = async () => {
    await page.getByRole('button', { name: 'Edit Ana Parent' }).click();
    await note.fill('Carries an EpiPen');
  };
  await write();
  await endSession(context);
  await expect(endedHeading(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await submitSameLogIn(page, parent.family.profile.email);
  await expect(note).toBeVisible();
  await expect(note).toHaveValue('Carries an EpiPen');
  // Another person on this device.
  await endSession(context);
  await submitSameLogIn(page, other.family.profile.email);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByText('Ana Parent')).toHaveCount(0);
  expect(await page.content()).not.toContain('EpiPen');
});
