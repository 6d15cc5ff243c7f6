import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { sessionSettings } from '#infra/cloud/session-settings';
import { resourceNames } from '#infra/local/addresses';
import { sampleFamily } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { passTime, passTimeUntil, stopClock } from './testing/clock.ts';
import { familyOfTwo } from './testing/families.ts';
import { pathOf } from './testing/page-state.ts';
import { answered, noAnswer } from './testing/problem-guard.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { seeToast } from './testing/toasts.ts';
import { interceptPool, letThrough } from './testing/user-pool.ts';

const checkEveryMs = 30_000;
/** The last check at which a session that was begun just before still has more than a minute. */
const lastEarlyCheckMs = sessionSettings.accessTokenSeconds * 1_000 - 3 * checkEveryMs;

const accessTokenIn = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1]);

it('a session that is begun for a test is kept in the browser like one of the login screen', async ({
  open,
  parent,
}) => {
  const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted());
  const begun = await open({ as: parent, path: paths.parent });
  await begun.getByRole('button', { name: 'Logout' }).waitFor();
  const loggedIn = await open({ path: paths.login });
  await logIn(loggedIn, parent.family.profile.email);
  await loggedIn.getByRole('button', { name: 'Logout' }).waitFor();
  expect(await kept(begun)).toEqual(await kept(loggedIn));
});

it('the session is checked every 30 s and renewed within the last minute, without anyone doing anything [NTF-07, NTF-08]', async ({
  open,
  stack,
}) => {
  const account = await stack.createAccount(familyOfTwo());
  const page = await open({ as: account });
  const renewals = await interceptPool(page, 'GetTokensFromRefreshToken', letThrough);
  await page.clock.install();
  await page.goto(paths.parent);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  const before = await accessTokenIn(page);
  await page.clock.fastForward(lastEarlyCheckMs);
  expect(await accessTokenIn(page)).toBe(before);
  expect(renewals.count()).toBe(0);
  await page.clock.fastForward(checkEveryMs);
  await soon(() => accessTokenIn(page)).not.toBe(before);
  expect(renewals.count()).toBe(1);
});

it('a renewal that fails for the moment is repeated after 200 ms and then after twice as long [NTF-09]', async ({
  open,
  stack,
}) => {
  const page = await open({ as: await stack.createAccount(familyOfTwo()), expects: [noAnswer] });
  const renewals = await interceptPool(page, 'GetTokensFromRefreshToken', (call, number) =>
    number < 3 ? call.abort('failed') : call.continue(),
  );
  await stopClock(page);
  await page.goto(paths.parent);
  await passTimeUntil(page, () => page.getByRole('button', { name: 'Logout' }).isVisible());
  const before = await accessTokenIn(page);
  await page.clock.fastForward(lastEarlyCheckMs);
  await passTime(page, checkEveryMs);
  await passTimeUntil(page, () => renewals.count() === 1, 0);
  for (const [pauseMs, repeated] of [
    [200, 2],
    [400, 3],
  ] as const) {
    // The pause begins when the page learns how the call ended.
    await soon(renewals.ended).toBe(repeated - 1);
    await passTime(page, pauseMs - 1);
    expect(renewals.count()).toBe(repeated - 1);
    // Up to a tenth of a second is added by chance, so that not all come back at once.
    await passTime(page, 101);
    await soon(renewals.count).toBe(repeated);
  }
  await passTimeUntil(page, async () => (await accessTokenIn(page)) !== before);
  expect(pathOf(page)).toBe(paths.parent);
});

it('a renewal that is refused for good ends the session [NTF-10]', async ({ open, stack }) => {
  const account = await stack.createAccount(familyOfTwo());
  const page = await open({ as: account, expects: [answered(400)] });
  await page.clock.install();
  await page.goto(paths.parent);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  await stack.pool.send(
    new AdminUserGlobalSignOutCommand({
      UserPoolId: resourceNames.userPoolId,
      Username: account.family.profile.email,
    }),
  );
  await page.clock.fastForward(lastEarlyCheckMs);
  await page.clock.fastForward(checkEveryMs);
  await soon(() => accessTokenIn(page)).toBeUndefined();
  await page.clock.fastForward(checkEveryMs);
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(pathOf(page)).toBe(paths.auth);
});

it('two tabs agree: who logs out in one is logged out in the other, and in again in both', async ({
  open,
  stack,
}) => {
  const account = await stack.createAccount(familyOfTwo());
  const one = await open({ as: account, path: paths.parent });
  const other = await one.context().newPage();
  await other.goto(paths.parentBookings);
  await other.getByRole('button', { name: 'Logout' }).waitFor();
  await one.getByRole('button', { name: 'Logout' }).click();
  await seeToast(one, { title: 'Logged out' });
  await other.getByLabel('Password').waitFor();
  expect(await other.getByRole('heading', { name: 'My Bookings' }).count()).toBe(0);
  await one.goto(paths.login);
  await logIn(one, account.family.profile.email);
  await other.getByRole('heading', { name: 'My Bookings' }).waitFor();
});

it('the browser keeps tokens and nothing that names the person', async ({ open, stack }) => {
  const account = await stack.createAccount(familyOfTwo());
  const { email, full_name } = account.family.profile;
  const page = await open({ path: paths.login });
  await logIn(page, email);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  await page.goto(paths.parentProfile);
  await page.getByText('Ana Parent (age').waitFor();
  const stored = z
    .record(z.string(), z.string())
    .parse(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })));
  expect(
    Object.keys(stored)
      .map((key) => key.split('.').at(-1))
      .toSorted(),
  ).toEqual(['LastAuthUser', 'accessToken', 'clockDrift', 'refreshToken']);
  const decoded = (part: string): string => Buffer.from(part, 'base64url').toString();
  const text = Object.entries(stored)
    .flat()
    .flatMap((value) => [value, ...value.split('.').map(decoded)])
    .join();
  for (const personal of [email, full_name, 'Ana Parent', 'Asthma']) expect(text).not.toContain(personal);
});

it('what one parent has read is not shown to the next one on the same device', async ({ open, stack }) => {
  const [first, second] = [
    await stack.createAccount(sampleFamily({ children: [{ name: 'First Child' }] })),
    await stack.createAccount(sampleFamily({ children: [{ name: 'Second Child' }] })),
  ];
  const page = await open({ as: first, path: paths.parentProfile });
  await page.getByText('First Child').first().waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, second.family.profile.email);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByText('Second Child').first().waitFor();
  expect(await page.getByText('First Child').count()).toBe(0);
});
