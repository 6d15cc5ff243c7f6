import { failCall, interceptCalls } from '#infra/testing/browser/calls';
import {
  addChild,
  childForm,
  expectAuthTab,
  fillAccount,
  newSignUp,
  signUpByApi,
  signUpForm,
} from '#infra/testing/browser/forms';
import { errorToast, expectToast, keepToast, networkError, scrollTop } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

const noNameOrDate = "Please enter child's name and date of birth";

test('the address chooses the tab [AUT-01, AUT-02, AUT-03]', async ({ page }) => {
  for (const [path, tab] of [
    [paths.auth, 'Login'],
    [paths.login, 'Login'],
    [paths.signUp, 'Sign Up'],
    [`${paths.auth}#type=signup`, 'Login'],
  ] as const) {
    await page.goto(path);
    await expectAuthTab(page, tab);
    await expect(page.getByRole('navigation', { name: 'Login or sign-up' }).getByRole('link')).toHaveText([
      'Login',
      'Sign Up',
    ]);
  }
});

test('adds and removes children, and no child twice [AUT-17, ERR-38]', async ({ page }) => {
  const [cleo, dan] = newSignUp().children;
  await page.goto(paths.signUp);
  for (const child of [cleo, dan]) {
    await addChild(page, child);
    await expectToast(page, { title: 'Child added to signup form' });
  }
  await expect(childForm(page).name).toHaveValue('');
  const names = page.getByRole('listitem').getByText(/\(age/);
  await expect(names).toHaveText(['Cleo Novak (age 6)', 'Dan Novak (age 9)']);
  await addChild(page, { ...dan, name: ' Dan  Novak' });
  await expect(page.getByText('This child is on the list already', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Cleo Novak' }).click();
  await expect(names).toHaveText(['Dan Novak (age 9)']);
});

/** The names in the body of a sign-up. */
const namesIn = (body: string | null): string[] =>
  JSON.parse(body ?? '').children.map(({ name }: { name: string }) => name);

test('a child that was typed but not added counts as added [FAM-05]', async ({ page }) => {
  const signUp = newSignUp();
  const [cleo, dan] = signUp.children;
  await page.goto(paths.signUp);
  await fillAccount(page, signUp);
  await addChild(page, cleo);
  await childForm(page).name.fill(dan.name);
  await childForm(page).dateOfBirth.fill(dan.date_of_birth);
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/account/sign-up'));
  await signUpForm(page).create.click();
  expect(namesIn((await sent).postData())).toEqual([cleo.name, dan.name]);
  await expectToast(page, { title: 'Account Created!' });
});

test('a child with a name alone is asked about, and can be cleared [FAM-05]', async ({ page }) => {
  const signUp = newSignUp();
  await page.goto(paths.signUp);
  await fillAccount(page, signUp);
  await addChild(page, signUp.children[0]);
  await expect(page.getByText('Cleo Novak (age')).toBeVisible();
  await childForm(page).name.fill('Dan');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await signUpForm(page).create.click();
  await expect(page.getByText(noNameOrDate, { exact: true })).toBeVisible();
  await expect(page.locator(':focus')).toBeInViewport();
  await expect(page.locator(':focus')).toHaveAttribute('aria-invalid', 'true');
  expect(sent.filter((url) => url.endsWith('/api/account/sign-up'))).toEqual([]);
  await page.getByRole('button', { name: 'Clear these fields' }).click();
  await expect(childForm(page).name).toBeFocused();
  await signUpForm(page).create.click();
  await expectToast(page, { title: 'Account Created!' });
});

test('an empty or half-filled sign-up leads to its first wrong field', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(paths.signUp);
  const form = signUpForm(page);
  const name = page.getByLabel('Full Name');
  await form.create.click();
  await expect(name).toBeFocused();
  await expect(name).toBeInViewport();
  await name.fill('Pat Parent');
  await childForm(page).name.fill('Cleo');
  await form.create.click();
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toBeFocused();
  await expect(email).toBeInViewport();
  await expect(childForm(page).dateOfBirth).toHaveAttribute('aria-invalid', 'true');
});

test('after a sign-up the page is at its top, with the focus on what to do [FAM-03]', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const signUp = newSignUp();
  await page.goto(paths.signUp);
  await fillAccount(page, signUp);
  await addChild(page, signUp.children[0]);
  await expectToast(page, { title: 'Child added to signup form' });
  await signUpForm(page).create.click();
  const result = page.locator(':focus');
  await expect(result).toContainText(`We have sent a link to ${signUp.email}`);
  await expect(result).toContainText('Has none come');
  await expect(result).toBeInViewport({ ratio: 1 });
  expect(await scrollTop(page)).toBe(0);
});

test('a failed network keeps the input [ERR-28, NTF-17]', async ({ page, expectProblems }) => {
  const signUp = newSignUp();
  expectProblems(networkError);
  await page.goto(paths.signUp);
  await interceptCalls(page, 'signUp', failCall);
  await fillAccount(page, signUp);
  await addChild(page, signUp.children[0]);
  await keepToast(page, { title: 'Child added to signup form' });
  await signUpForm(page).create.press('Enter');
  await expectToast(page, errorToast('Failed to create account'));
  await expect(signUpForm(page).password).toHaveValue(signUp.password);
  await expect(page.getByText('Cleo Novak (age')).toBeVisible();
});

test('a known email gets the same response, and a mail [AUT-19, ERR-39]', async ({ page, stack }) => {
  const known = await signUpByApi(stack);
  await page.goto(paths.signUp);
  await fillAccount(page, { ...known, password: 'another one' });
  await addChild(page, known.children[0]);
  await expectToast(page, { title: 'Child added to signup form' });
  await signUpForm(page).create.click();
  await expectToast(page, {
    title: 'Account Created!',
    description: 'You can now log in to your account and start booking classes.',
  });
  await expect(page).toHaveURL(paths.login);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(known.email);
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  const [child] = known.children;
  for (const entered of [known.email, known.full_name, known.phone_number, child?.name, 'another one'])
    expect(await kept()).not.toContain(entered);
  const subjects = async () =>
    (await stack.mails()).filter(({ to }) => to.includes(known.email)).map(({ subject }) => subject);
  await expect.poll(subjects).toContainEqual(expect.stringContaining('already have an account'));
});
