import { expect } from 'vitest';
import { localPaths } from '#infra/local/addresses';
import { sampleFamily } from '#infra/testing/samples/samples';
import { testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { answerWith, cutOff } from './testing/calls.ts';
import { pathOf } from './testing/page-state.ts';
import { answered, noAnswer } from './testing/problem-guard.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast, toasts } from './testing/toasts.ts';
import { interceptPool } from './testing/user-pool.ts';

it('login needs an email and a password [AUT-05]', async ({ visit, parent }) => {
  const page = await visit({ path: paths.auth });
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
  expect(pathOf(page)).toBe(paths.auth);
  expect(requests.filter((url) => url.includes(localPaths.cognito))).toEqual([]);
});

it('a parent lands on /parent, signed in, and still is after a reload [API-01, API-03, AUT-06, AUT-10, ERR-37]', async ({
  visit,
  parent,
}) => {
  const page = await visit({ path: paths.auth });
  await logIn(page, parent.family.profile.email);
  await seeToast(page, { title: 'Logged in successfully' });
  expect(pathOf(page)).toBe('/parent');
  await page.reload();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  expect(pathOf(page)).toBe('/parent');
});

it('an admin lands on /admin [AUT-09]', async ({ visit, admin }) => {
  const page = await visit({ path: paths.auth });
  await logIn(page, admin.family.profile.email);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  await soon(() => pathOf(page)).toBe('/admin');
});

it('a session leads on from /auth as after a login', async ({ open, parent, admin }) => {
  const page = await open({ as: parent, path: paths.auth });
  await soon(() => pathOf(page)).toBe('/parent');
  const adminPage = await open({ as: admin, path: paths.signUp });
  await soon(() => pathOf(adminPage)).toBe('/admin');
});

it.for([
  ['wrong password', (email: string) => [email, 'football2'] as const],
  ['unknown email', () => ['nobody@example.com', testPassword] as const],
] as const)(
  "a refused login shows the server's message: %s [ERR-27]",
  async ([, credentials], { visit, parent }) => {
    const page = await visit({ path: paths.auth, expects: [answered(400)] });
    const [email, password] = credentials(parent.family.profile.email);
    await logIn(page, email, password);
    await seeToast(page, errorToast('Incorrect username or password.'));
    expect(pathOf(page)).toBe('/auth');
    expect(await page.getByRole('main').getByLabel('Email').inputValue()).toBe(email);
    expect(await page.getByRole('button', { name: 'Log in' }).isEnabled()).toBe(true);
  },
);

it('a login without an answer of the server shows "Failed to login", and can be tried again [ERR-27]', async ({
  visit,
  parent,
}) => {
  const page = await visit({ path: paths.auth, expects: [noAnswer] });
  await interceptPool(page, 'InitiateAuth', cutOff);
  await logIn(page, parent.family.profile.email);
  await seeToast(page, errorToast('Failed to login'));
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Log in' }).click();
  await soon(() => pathOf(page)).toBe('/parent');
});

it('logout leads home and ends the session, for good [API-03, AUT-12, AUT-13, ERR-41]', async ({
  visit,
  stack,
}) => {
  const page = await visit({ as: await stack.createAccount(sampleFamily()), path: paths.parentBookings });
  await page.getByRole('button', { name: 'Logout' }).click();
  await seeToast(page, { title: 'Logged out' });
  expect(pathOf(page)).toBe('/');
  await page.getByRole('link', { name: 'Log in' }).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.reload();
  await page.getByRole('link', { name: 'Log in' }).waitFor();
  await page.goto(paths.parentBookings);
  await soon(() => pathOf(page)).toBe('/auth');
});

it.for([401, 403, 404])(
  'a logout that the server answers with %i is a logout all the same [ERR-35]',
  async (status, { visit, stack }) => {
    const page = await visit({
      as: await stack.createAccount(sampleFamily()),
      path: paths.parentBookings,
      expects: [answered(status)],
    });
    await interceptPool(page, 'RevokeToken', answerWith(status));
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('link', { name: 'Log in' }).waitFor();
    await toasts(page).waitFor();
    expect(await toasts(page).allTextContents()).toEqual(['Logged out']);
    await page.reload();
    await page.getByRole('link', { name: 'Log in' }).waitFor();
  },
);
