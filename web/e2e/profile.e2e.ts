import type { Page } from '@playwright/test';
import {
  type CallHandler,
  failCall,
  interceptCalls,
  recordCalls,
  respondWith,
} from '#infra/testing/browser/calls';
import { addClass, bookByApi, joinByApi } from '#infra/testing/browser/classes';
import { familyOfTwo } from '#infra/testing/browser/families';
import { addChild, childForm } from '#infra/testing/browser/forms';
import {
  errorToast,
  expectNoSideScroll,
  expectToast,
  httpError,
  networkError,
} from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { testPassword } from '#infra/testing/stack/test-stack';
import { type RouteName, routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

const fullName = (page: Page) => page.getByLabel('Full Name');
const phone = (page: Page) => page.getByLabel('Phone Number');
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const names = (page: Page) => page.getByRole('listitem').getByText(/\(age/);
const removeOf = (page: Page) => page.getByRole('button', { name: 'Remove Ana Parent' });
const dialog = (page: Page) => page.getByRole('alertdialog');

test('the profile comes in one request [PAR-22, PAR-24, PAR-25, PRM-04]', async ({ page, parent }) => {
  const calls = recordCalls(page);
  await page.goto(paths.parentProfile);
  await expect(page.getByRole('heading', { name: 'My Profile', exact: true, level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My Children', exact: true })).toBeVisible();
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toHaveValue(parent.family.profile.email);
  await expect(email).not.toBeEditable();
  await phone(page).fill('');
  await expect(phone(page)).toHaveAttribute('placeholder', /^07\d{3} \d{6}$/);
  await expect(names(page)).toHaveText(['Ana Parent (age 9)', 'Ben Parent (age 7)']);
  await expect(childForm(page).add).toBeVisible();
  expect(calls).toEqual([`GET ${routes.getMyFamily.path}`]);

  await test.step('saves name and phone, which the screen shows after another one and after a reload [PAR-23, PRM-04, NTF-05, ERR-50]', async () => {
    await page.goto(paths.parentProfile);
    await fullName(page).fill('  Pat   Newname ');
    await phone(page).fill('+44 20 7946 0123');
    await save(page).click();
    await expectToast(page, { title: 'Profile updated successfully' });
    await page.getByRole('link', { name: 'Bookings', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'My Bookings' })).toBeVisible();
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await expect(fullName(page)).toHaveValue('Pat Newname');
    await page.reload();
    await expect(fullName(page)).toHaveValue('Pat Newname');
    await expect(phone(page)).toHaveValue('+44 20 7946 0123');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(parent.family.profile.email);
  });

  await test.step('saves the wish for a reminder before every session, which is off at first [MSG-05]', async () => {
    await page.goto(paths.parentProfile);
    const box = page.getByLabel('Remind me before every session');
    await expect(box).not.toBeChecked();
    for (const isWished of [true, false]) {
      await box.setChecked(isWished);
      await save(page).click();
      await expectToast(page, { title: 'Profile updated successfully' });
      await page.reload();
      await expect(box).toBeChecked({ checked: isWished });
    }
  });
});

test('a child is added once [PAR-25, PAR-27, PRM-05, NTF-05, ERR-51]', async ({ page, signIn, stack }) => {
  const account = await stack.createAccount(sampleFamily({ children: [] }));
  await signIn(account);
  await page.goto(paths.parentProfile);
  await expect(page.getByText('No children yet. Add the first one, and you can book a class.')).toBeVisible();
  const form = childForm(page);
  await form.name.fill('  Cleo ');
  await form.dateOfBirth.fill('2019-01-02');
  await form.medicalConditions.fill(' ');
  await form.add.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expectToast(page, { title: 'Child added successfully' });
  await expect(names(page)).toHaveText([/^Cleo \(age \d\)$/]);
  const { body } = await stack.call({ route: 'getMyFamily', token: account.token });
  expect(routes.getMyFamily.response.parse(body).children).toEqual([
    expect.objectContaining({ name: 'Cleo', date_of_birth: '2019-01-02', medical_conditions: null }),
  ]);
});

test('a child is removed [PAR-28, KID-03, PRM-05, NTF-05, ERR-52]', async ({ page, signIn, stack }) => {
  const account = await stack.createAccount(familyOfTwo());
  const cls = await addClass(stack);
  await bookByApi(stack, account, cls);
  await signIn(account);
  await page.goto(paths.parentProfile);
  const remove = page.getByRole('button', { name: 'Remove Ana Parent' });
  await remove.click();
  await expect(dialog(page).getByRole('heading', { name: 'Remove Ana Parent?' })).toBeVisible();
  await expect(page.locator(':focus')).toMatchAriaSnapshot('- button "Cancel"');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(page.locator(':focus')).toMatchAriaSnapshot('- button "Remove Ana Parent"');
  await remove.click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(names(page)).toHaveText(['Ana Parent (age 9)', 'Ben Parent (age 7)']);

  await remove.click();
  await expect(dialog(page).getByText('Cancel Ana Parent’s 1 booking first')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Remove Child' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove Ben Parent' }).click();
  await dialog(page).getByRole('button', { name: 'Remove Child' }).click();
  await expectToast(page, { title: 'Child removed successfully' });
  await expect(names(page)).toHaveText(['Ana Parent (age 9)']);
});

test('a failed change keeps the input [ERR-23, ERR-24, ERR-25]', async ({ page, expectProblems }) => {
  expectProblems(networkError, httpError(500));
  await page.goto(paths.parentProfile);
  const fail = async (route: RouteName, handler: CallHandler, text: string, submit: () => Promise<void>) => {
    const calls = await interceptCalls(page, route, handler);
    await submit();
    await expectToast(page, errorToast(text));
    await calls.stop();
  };
  for (const handler of [failCall, respondWith(500)])
    await fail('updateMyProfile', handler, 'Failed to update profile', async () => {
      await fullName(page).fill('Typed');
      await save(page).click();
    });
  await expect(fullName(page)).toHaveValue('Typed');
  await fail('addChildren', failCall, 'Failed to add child', () =>
    addChild(page, { name: 'Typed', date_of_birth: '2019-01-01', medical_conditions: '' }),
  );
  await expect(childForm(page).name).toHaveValue('Typed');
  await fail('removeChild', respondWith(500), 'Failed to remove child', async () => {
    await removeOf(page).click();
    await dialog(page).getByRole('button', { name: 'Remove Child' }).click();
  });
  await expect(names(page)).toHaveCount(2);
});

test('the account is deleted [END-12]', { tag: '@exhaustive' }, async ({ page, signIn, stack }) => {
  const account = await stack.createAccount(familyOfTwo());
  const cls = await addClass(stack, { slots: [{ capacity: 5 }] });
  await bookByApi(stack, account, cls);
  const full = await addClass(stack, { slots: [{ capacity: 1, booked: 1 }] });
  await joinByApi(stack, account, full);
  await page.setViewportSize({ width: 320, height: 568 });
  await signIn(account);
  await page.goto(paths.parentProfile);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(
    dialog(page).getByText(
      'You have 1 booking with sessions to come: by their terms $120.00 is credited. You lose your rank on 1 waiting list. You owe $120.00. Amounts stay in our books without your name for 6 years.',
      { exact: true },
    ),
  ).toBeVisible();
  await expectNoSideScroll(page);
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.getByLabel('Your Password').fill(testPassword);
  await dialog(page).getByRole('button', { name: 'Delete Account' }).click();
  await expectToast(page, { title: 'Your account has been deleted' });
  await expect(page).toHaveURL(paths.home);
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('Token'))))
    .toEqual([]);
});

const openingText = /^Opening/;

const questionOf = (page: Page) => page.getByRole('alertdialog', { name: 'Remove Ana Parent?' });

test('a dialog asked for before its script is there says so, and then opens', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/dialog-frame-/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(paths.parentProfile);
  await removeOf(page).click();
  await expect(page.getByText(openingText)).toBeVisible();
  await expect(questionOf(page)).toHaveCount(0);
  for (const callOff of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await callOff();
    await expect(page.getByText(openingText)).toHaveCount(0);
    await expect(removeOf(page)).toBeFocused();
    await removeOf(page).click();
    await expect(page.getByText(openingText)).toBeVisible();
  }
  release();
  await expect(questionOf(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(page.getByText(openingText)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(questionOf(page)).toHaveCount(0);
  await expect(removeOf(page)).toBeFocused();
});

test('a request to close that is no key closes a dialog', { tag: '@exhaustive' }, async ({ page }) => {
  // The site hears nothing of the key, which is then such a request.
  await page.addInitScript(() => {
    window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await page.goto(paths.parentProfile);
  await removeOf(page).click();
  await expect(questionOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(questionOf(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit Ana Parent' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Child Name').fill('Ana Changed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(form.getByLabel('Child Name')).toHaveValue('Ana Changed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toHaveCount(0);
});
