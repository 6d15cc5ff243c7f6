import { localPaths } from '#infra/local/addresses';
import { sampleFamily } from '#infra/testing/samples/samples';
import { testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { atPath } from './testing/address.ts';
import { failCall, respondWith } from './testing/calls.ts';
import { logIn } from './testing/log-in.ts';
import { httpError, networkError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';
import { errorToast, expectToast, toasts } from './testing/toasts.ts';
import { interceptUserPool } from './testing/user-pool.ts';

test('login needs an email and a password [AUT-05]', async ({ page, parent }) => {
  await page.goto(paths.auth);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const button = page.getByRole('main').getByRole('button', { name: 'Log in' });
  const refused = (label: string) =>
    page
      .getByRole('main')
      .getByLabel(label)
      .evaluate((field: HTMLInputElement) => field.validity.valueMissing);

  await button.click();
  expect(await refused('Email')).toBe(true);
  await page.getByRole('main').getByLabel('Email').fill(parent.family.profile.email);
  await button.click();
  expect(await refused('Password')).toBe(true);
  await page.getByRole('main').getByLabel('Email').fill('');
  await page.getByRole('main').getByLabel('Password').fill(testPassword);
  await button.click();
  expect(await refused('Email')).toBe(true);
  await expect(page).toHaveURL(atPath(paths.auth));
  expect(requests.filter((url) => url.includes(localPaths.cognito))).toEqual([]);
});

test('a parent lands on /parent, signed in, and still is after a reload [API-01, API-03, AUT-06, AUT-10, ERR-37]', async ({
  page,
  parent,
}) => {
  await page.goto(paths.auth);
  await logIn(page, parent.family.profile.email);
  await expectToast(page, { title: 'Logged in successfully' });
  await expect(page).toHaveURL('/parent');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page).toHaveURL('/parent');
});

test('an admin lands on /admin [AUT-09]', async ({ page, admin }) => {
  await page.goto(paths.auth);
  await logIn(page, admin.family.profile.email);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page).toHaveURL('/admin');
});

test('a session leads on from /auth as after a login', async ({ page, signIn, newPage, parent, admin }) => {
  await signIn(parent);
  await page.goto(paths.auth);
  await expect(page).toHaveURL('/parent');
  const adminPage = await newPage({ as: admin });
  await adminPage.goto(paths.signUp);
  await expect(adminPage).toHaveURL('/admin');
});

for (const [name, credentials] of [
  ['wrong password', (email: string) => [email, 'football2'] as const],
  ['unknown email', () => ['nobody@example.com', testPassword] as const],
] as const) {
  test(`a refused login shows the server's message: ${name} [ERR-27]`, async ({
    page,
    expectProblems,
    parent,
  }) => {
    expectProblems(httpError(400));
    await page.goto(paths.auth);
    const [email, password] = credentials(parent.family.profile.email);
    await logIn(page, email, password);
    await expectToast(page, errorToast('Incorrect username or password.'));
    await expect(page).toHaveURL(atPath('/auth'));
    await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(email);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  });
}

test('a login without an answer of the server shows "Failed to login", and can be tried again [ERR-27]', async ({
  page,
  expectProblems,
  parent,
}) => {
  expectProblems(networkError);
  await page.goto(paths.auth);
  await interceptUserPool(page, 'InitiateAuth', failCall);
  await logIn(page, parent.family.profile.email);
  await expectToast(page, errorToast('Failed to login'));
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/parent');
});

test('logout leads home and ends the session, for good [API-03, AUT-12, AUT-13, ERR-41]', async ({
  page,
  signIn,
  stack,
}) => {
  await signIn(await stack.createAccount(sampleFamily()));
  await page.goto(paths.parentBookings);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectToast(page, { title: 'Logged out' });
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.goto(paths.parentBookings);
  await expect(page).toHaveURL(atPath('/auth'));
});

for (const status of [401, 403, 404]) {
  test(`a logout that the server answers with ${status} is a logout all the same [ERR-35]`, async ({
    page,
    signIn,
    expectProblems,
    stack,
  }) => {
    expectProblems(httpError(status));
    await signIn(await stack.createAccount(sampleFamily()));
    await page.goto(paths.parentBookings);
    await interceptUserPool(page, 'RevokeToken', respondWith(status));
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(toasts(page)).toBeVisible();
    await expect(toasts(page)).toHaveText(['Logged out']);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  });
}
