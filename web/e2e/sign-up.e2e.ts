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

test('a visitor signs up: what is missing or half typed is asked for, and the result is what is seen', async ({
  page,
  expectProblems,
}) => {
  const signUp = newSignUp();
  const [cleo, dan] = signUp.children;
  const { fullName, email, password, create } = signUpForm(page);
  const child = childForm(page);
  const names = page.getByRole('listitem').getByText(/\(age/);
  const sent: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/account/sign-up')) sent.push(request.postData());
  });
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(paths.signUp);
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('autocomplete', 'new-password');

  await test.step('an empty or half-filled form leads to its first wrong field', async () => {
    await create.click();
    await expect(fullName).toBeFocused();
    await expect(fullName).toBeInViewport();
    await fullName.fill('Pat Parent');
    await child.name.fill('Cleo');
    await create.click();
    await expect(email).toBeFocused();
    await expect(email).toBeInViewport();
    await expect(child.dateOfBirth).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('children are added and removed, and none twice [AUT-17, ERR-38]', async () => {
    for (const one of [cleo, dan]) {
      await addChild(page, one);
      await expectToast(page, { title: 'Child added to signup form' });
    }
    await expect(child.name).toHaveValue('');
    await expect(names).toHaveText(['Cleo Novak (age 6)', 'Dan Novak (age 9)']);
    await addChild(page, { ...dan, name: ' Dan  Novak' });
    await expect(page.getByText('This child is on the list already', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Remove Dan Novak' }).click();
    await expect(names).toHaveText(['Cleo Novak (age 6)']);
  });

  await fillAccount(page, signUp);
  await test.step('a child with a name alone is asked about, and can be cleared [FAM-05]', async () => {
    await child.name.fill('Dan');
    await child.dateOfBirth.fill('');
    await create.click();
    const missing = "Please enter child's name and date of birth";
    await expect(page.getByText(missing, { exact: true })).toBeVisible();
    await expect(page.locator(':focus')).toBeInViewport();
    await expect(page.locator(':focus')).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: 'Clear these fields' }).click();
    await expect(child.name).toBeFocused();
  });
  expect(sent).toEqual([]);

  await test.step('a failed network keeps the input [ERR-28, NTF-17]', async () => {
    expectProblems(networkError);
    const calls = await interceptCalls(page, 'signUp', failCall);
    await addChild(page, dan);
    await keepToast(page, { title: 'Child added to signup form' });
    await create.press('Enter');
    await expectToast(page, errorToast('Failed to create account'));
    await expect(password).toHaveValue(signUp.password);
    await page.getByRole('button', { name: 'Remove Dan Novak' }).click();
    await calls.stop();
  });

  await test.step('a child that was typed but not added counts as added [FAM-05]', async () => {
    await child.name.fill(dan.name);
    await child.dateOfBirth.fill(dan.date_of_birth);
    await create.click();
    await expect.poll(() => sent.length).toBe(2);
    const { children } = JSON.parse(sent[1] ?? '');
    expect(children.map(({ name }: { name: string }) => name)).toEqual([cleo.name, dan.name]);
  });

  await test.step('the page is at its top, with the focus on what to do [FAM-03]', async () => {
    const result = page.locator(':focus');
    await expect(result).toContainText(`We have sent a link to ${signUp.email}`);
    await expect(result).toContainText('Has none come');
    await expect(result).toBeInViewport({ ratio: 1 });
    expect(await scrollTop(page)).toBe(0);
  });
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
