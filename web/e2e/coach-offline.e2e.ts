import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { storeCover } from '#functions/sessions/covers';
import { resourceNames } from '#infra/local/addresses';
import { businessToday } from '#infra/testing/browser/business-day';
import { disconnect, interceptCalls, passOn, reconnect } from '#infra/testing/browser/calls';
import {
  child,
  expireToken,
  goOffline,
  keepPages,
  newCoach,
  newScene,
  openSessions,
  registerPath,
  sentLine,
  slotOf,
  storedAttendances,
  storedMarks,
} from '#infra/testing/browser/coach-scene';
import { type StoredEntry, startSession } from '#infra/testing/browser/families';
import { atPath, networkError } from '#infra/testing/browser/page';
import { createDeployments, isNextVersion } from '#infra/testing/browser/site-versions';
import { submitLogIn } from '#infra/testing/stack/log-in';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { dayMs } from '#shared/lib/durations';
import { paths } from '#shared/paths';
import { coachTest as base, expect } from './testing/test.ts';

const deployments = createDeployments();

const phoneScreen = { viewport: { width: 375, height: 812 }, hasTouch: true } as const;

interface Phone {
  /** Opens the browser, with what it kept, and without a network or with one. */
  open(options: { readonly offline: boolean }): Promise<Page>;
  close(): Promise<void>;
}

const test = base.extend<{ readonly phoneOf: (account: Account) => Promise<Phone> }>({
  /** A browser with a profile of its own, in which an account is signed in, and which can be closed and opened again. */
  phoneOf: async ({ stack, launchOptions }, use) => {
    const closings: (() => Promise<void>)[] = [];
    await use(async (account) => {
      const profile = await mkdtemp(join(tmpdir(), 'phone-'));
      let context: BrowserContext | undefined;
      const open: Phone['open'] = async ({ offline }) => {
        const options = { ...launchOptions, ...phoneScreen, baseURL: stack.url };
        context = await chromium.launchPersistentContext(profile, options);
        const page = context.pages()[0] ?? (await context.newPage());
        if (offline) await disconnect(page);
        return page;
      };
      const close = async (): Promise<void> => {
        await context?.close();
        context = undefined;
      };
      closings.push(async () => {
        await close();
        await rm(profile, { recursive: true });
      });
      const page = await open({ offline: false });
      await page.goto('/robots.txt');
      await storeSession(page, await startSession(stack, account));
      await close();
      return { open, close };
    });
    for (const closeOne of closings) await closeOne();
  },
});

test.use({ serviceWorkers: 'allow', ...phoneScreen, stackOptions: { site: deployments.site } });
test.afterEach(() => deployments.reset());

/** Replaces the session that a page stores. */
const storeSession = (page: Page, session: readonly StoredEntry[]): Promise<void> =>
  page.evaluate((entries) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('Cognito')) localStorage.removeItem(key);
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, session);

const presentButtons = (page: Page) =>
  page.getByRole('group').getByRole('button', { name: 'Present', exact: true });

const logout = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(paths.home);
};

const logIn = async (page: Page, { family }: Account): Promise<void> => {
  await page.goto(paths.login);
  await submitLogIn(page, family.profile.email);
  await expect(page).not.toHaveURL(atPath(paths.auth));
};

/** The rows of a database of the browser, as text; an empty text where there is none. */
const databaseText = (page: Page, prefix: string): Promise<string> =>
  page.evaluate(async (start) => {
    const texts: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith(start)) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          all.onsuccess = resolve;
        });
        texts.push(JSON.stringify(all.result));
      }
      database.close();
    }
    return texts.join();
  }, prefix);

const signInAgain = async (page: Page, { family }: Account): Promise<void> => {
  await expect(page).toHaveURL(atPath(paths.auth));
  await submitLogIn(page, family.profile.email);
};

test('marks of 20 children survive a closed browser and a new version of the site, and arrive once [REG-03, REG-04, REG-05]', {
  tag: '@exhaustive',
}, async ({ stack, phoneOf }) => {
  const scene = await newScene(stack, { children: 20 });
  const phone = await phoneOf(scene.coach);
  const first = await phone.open({ offline: false });
  await goOffline(first);
  await expect(first.getByRole('group')).toHaveCount(20);
  for (const button of await presentButtons(first).all()) await button.tap();
  await expect(sentLine(first)).toContainText(/^20 not sent, last contact/);
  await first.getByRole('link', { name: 'Your sessions' }).tap();
  await expect(first.getByRole('link', { name: /^Register/ })).toHaveText('Register: All marked');
  await phone.close();
  await deployments.deploy();

  // Opened again in the park: the pages and the worker of the version before.
  const second = await phone.open({ offline: true });
  await second.goto(registerPath(scene));
  await expect(sentLine(second)).toContainText(/^20 not sent, last contact/);
  await expect(second.getByRole('button', { name: 'Present', pressed: true })).toHaveCount(20);
  await child(second, 'Ben 1').getByRole('button', { name: 'Absent' }).tap();
  await expect(sentLine(second)).toContainText(/^21 not sent/);
  expect(isNextVersion(await second.content())).toBe(false);
  expect(await storedMarks(stack, scene)).toEqual([]);
  await phone.close();

  // With a network: the new pages, while the worker of the version before is there.
  const third = await phone.open({ offline: false });
  await third.goto(registerPath(scene));
  expect(isNextVersion(await third.content())).toBe(true);
  await expect(sentLine(third)).toHaveText('All sent');
  await expect(child(third, 'Ben 1').getByRole('button', { name: 'Absent', pressed: true })).toBeVisible();
  await expect(third.getByRole('button', { name: 'Present', pressed: true })).toHaveCount(19);
  const stored = await storedMarks(stack, scene);
  expect(stored).toHaveLength(21);
  expect(stored.filter(({ attendance }) => attendance === 'absent')).toHaveLength(1);
});

test('where no answer comes, the copy opens [REG-03]', { tag: '@exhaustive' }, async ({ page, scene }) => {
  await openSessions(page);
  await keepPages(page);
  // A phone removes files from its cache before those of a worker.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  deployments.hold();
  await page.goto(registerPath(scene), { waitUntil: 'commit' });
  await child(page, 'Ana 1').getByRole('button', { name: 'Present' }).tap();
  await expect(child(page, 'Ana 1').getByRole('button', { name: 'Present', pressed: true })).toBeVisible();
});

/** What ends a sign-in while the phone has no network. */
const endings = {
  'was ended by the user pool': async (page: Page, stack: TestStack, { family }: Account) => {
    const { email } = family.profile;
    const ofUser = { UserPoolId: resourceNames.userPoolId, Username: email };
    await stack.pool.send(new AdminUserGlobalSignOutCommand(ofUser));
    await expireToken(page);
  },
  'is refused by the API': (page: Page) =>
    page.evaluate(() => {
      const [key = '', token = ''] =
        Object.entries(localStorage).find(([name]) => name.endsWith('.accessToken')) ?? [];
      localStorage.setItem(key, `${token.slice(0, -8)}AAAAAAAA`);
    }),
};

for (const [how, end] of Object.entries(endings))
  test(`marks wait for the next sign-in where the session ${how}, and arrive once [REG-05]`, {
    tag: '@exhaustive',
  }, async ({ page, scene, stack, expectProblems }) => {
    expectProblems(networkError, /status of 40[01]/);
    await goOffline(page);
    await child(page, 'Ana 1').getByRole('button', { name: 'Present' }).tap();
    await child(page, 'Ben 1').getByRole('button', { name: 'Absent' }).tap();
    await expect(sentLine(page)).toContainText('2 not sent');
    await end(page, stack, scene.coach);
    await page.goto('about:blank');
    await reconnect(page);
    await page.goto(registerPath(scene));
    await signInAgain(page, scene.coach);
    await expect(sentLine(page)).toHaveText('All sent');
    await expect(child(page, 'Ana 1').getByRole('button', { name: 'Present', pressed: true })).toBeVisible();
    expect((await storedAttendances(stack, scene)).toSorted()).toEqual(['absent', 'present']);
  });

test('another coach of the same session on the phone neither sees nor sends marks, and finds no card [REG-05, EME-05]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, expectProblems }) => {
  const other = await newCoach(stack);
  const scene = await newScene(stack, { others: [other] });
  const noHome = /Failed to fetch dynamically imported module/;
  expectProblems(networkError, noHome);
  await signIn(scene.coach);
  await goOffline(page);
  await child(page, 'Ana 1').getByRole('button', { name: 'Absent' }).tap();
  await expect(sentLine(page)).toContainText('1 not sent');
  await page.goto(paths.coach);
  await expect.poll(() => databaseText(page, 'coach-copies')).toContain('Asthma');
  // A logout without a network leads to the home page, which the phone has not.
  const said = page.waitForEvent('console', (message) => noHome.test(message.text()));
  const left = logout(page);
  await page.getByRole('button', { name: 'Log out and keep' }).click();
  await left;
  await said;
  await expect.poll(() => databaseText(page, 'coach-copies')).toBe('');
  await page.goto('about:blank');
  await reconnect(page);
  await logIn(page, other);
  await page.goto(registerPath(scene));
  await expect(sentLine(page)).toHaveText('All sent');
  await expect(child(page, 'Ana 1').getByRole('button', { name: 'Absent' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  expect(await storedMarks(stack, scene)).toEqual([]);
});

test('an account that signs in in another tab does not send marks of the first one [REG-05]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, expectProblems }) => {
  const other = await newCoach(stack);
  const scene = await newScene(stack, { others: [other] });
  expectProblems(networkError, /Another account is signed in/);
  await signIn(scene.coach);
  await goOffline(page);
  await child(page, 'Ana 1').getByRole('button', { name: 'Absent' }).tap();
  await expect(sentLine(page)).toContainText('1 not sent');
  // The tab has not noticed it yet: only other tabs hear of a change.
  await storeSession(page, await startSession(stack, other));
  const sent = await interceptCalls(page, 'sendMarks', passOn);
  const asked: string[] = [];
  page.on('console', (message) => asked.push(message.text()));
  await reconnect(page);
  await expect.poll(() => asked.join()).toContain('Another account is signed in');
  await page.goto(registerPath(scene));
  await expect(sentLine(page)).toHaveText('All sent');
  expect(sent.count()).toBe(0);
  expect(await storedMarks(stack, scene)).toEqual([]);
});

test('a coach whose role is taken meanwhile sees why after the next sign-in too, and no card is left [COA-05, REG-05, EME-05]', {
  tag: '@exhaustive',
}, async ({ page, scene, stack, admin, expectProblems }) => {
  const { id } = scene.coach.family.profile;
  expectProblems(networkError);
  // The copies are shown first, and the mark may be sent before the role is known.
  page.on('response', (response) => {
    if (response.status() === 403) expectProblems(/status of 403/);
  });
  await goOffline(page);
  await child(page, 'Ana 1').getByRole('button', { name: 'Present' }).tap();
  await expect(sentLine(page)).toContainText('1 not sent');
  await expect.poll(() => databaseText(page, 'coach-copies')).toContain('Asthma');
  expect(
    (await stack.call({ route: 'revokeCoach', token: admin.token, params: { userId: id } })).status,
  ).toBe(204);
  // The token that the phone gets with the network has no role any more.
  await storeSession(page, await startSession(stack, scene.coach));
  await page.goto('about:blank');
  await reconnect(page);
  await page.goto(paths.coach);
  await expect(page.getByText(/You are not a coach at the moment/).first()).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Ana 1');
  await expect.poll(() => databaseText(page, 'coach-copies')).not.toContain('Asthma');
  expect(await storedMarks(stack, scene)).toEqual([]);
});

test('a mark that is refused stays with its reason until it is read, and holds up no other [REG-05]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, expectProblems }) => {
  const [scene, taken] = [await newScene(stack), await newScene(stack)];
  const { coach } = scene;
  const { id } = coach.family.profile;
  const cover = { class_id: taken.cls.id, slot_id: slotOf(taken), date: businessToday, coach_ids: [id] };
  await storeCover(stack.table, cover, undefined, []);
  expectProblems(networkError);
  // A mark that goes out in a request of its own is refused with it.
  page.on('response', (response) => {
    if (response.status() === 404 && response.url().endsWith('/api/coach/marks'))
      expectProblems(/status of 404/);
  });
  await signIn(coach);
  await openSessions(page);
  await keepPages(page);
  await disconnect(page);
  for (const [before, { cls }] of [taken, scene].entries()) {
    await page.goto(registerPath({ ...scene, cls }));
    await child(page, 'Ana 1').getByRole('button', { name: 'Present' }).tap();
    // Another document would end the storing of the mark.
    await expect(sentLine(page)).toContainText(`${before + 1} not sent`);
  }
  await storeCover(stack.table, { ...cover, coach_ids: [] }, cover, []);
  await reconnect(page);
  const refusal = page.getByText(/^Ana 1, .*This session is not one of yours any more/);
  await page.goto(paths.coach);
  await expect(sentLine(page)).toContainText(/^1 not accepted/);
  await expect(refusal).toBeVisible();
  expect(await storedAttendances(stack, scene)).toEqual(['present']);
  await page.reload();
  await expect(refusal).toBeVisible();
  await page.getByRole('button', { name: 'I have noted it' }).tap();
  await expect(sentLine(page)).toHaveText('All sent');
  // Another document would end the removal of the mark, which is then shown again.
  await expect.poll(() => databaseText(page, 'coach-marks')).toBe('[]');
  await page.reload();
  await expect(sentLine(page)).toHaveText('All sent');
  expect(await storedAttendances(stack, taken)).toEqual([]);
});

test('marks that wait for a day are said, while the copies with cards are gone [REG-05, EME-05]', {
  tag: '@exhaustive',
}, async ({ page, scene, stack, expectProblems }) => {
  expectProblems(networkError);
  await goOffline(page);
  await child(page, 'Ana 1').getByRole('button', { name: 'Present' }).tap();
  await expect(sentLine(page)).toContainText('1 not sent');
  await page.goto('about:blank');
  // Opened a day later, still without a network.
  await page.clock.install({ time: Date.now() + dayMs });
  await page.goto(paths.coach);
  await expect(page.getByText(/^Marks wait since yesterday/)).toBeVisible();
  await expect(sentLine(page)).toHaveText('1 not sent, no contact in the last day');
  await expect(page.getByRole('link', { name: /^Register/ })).toHaveCount(0);
  await expect.poll(() => databaseText(page, 'coach-copies')).not.toContain('Asthma');
  expect(await databaseText(page, 'coach-marks')).toContain('Ana 1');
  await page.goto('about:blank');
  await reconnect(page);
  await openSessions(page);
  await expect(sentLine(page)).toHaveText('All sent');
  expect(await storedAttendances(stack, scene)).toEqual(['present']);
});
