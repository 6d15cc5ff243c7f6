import type { Page } from '@playwright/test';
import {
  type CallHandler,
  disconnect,
  interceptCalls,
  reconnect,
  respondWith,
} from '#infra/testing/browser/calls';
import {
  child,
  expireToken,
  goOffline,
  keepPages,
  openRegister,
  openSessions,
  registerPath,
  sentLine,
  storedAttendances,
  storedMarks,
} from '#infra/testing/browser/coach-scene';
import { networkError } from '#infra/testing/browser/page';
import { dayMs } from '#shared/lib/durations';
import { paths } from '#shared/paths';
import { expect, coachTest as test } from './testing/test.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 375, height: 812 }, hasTouch: true });

const present = (page: Page, name: string) =>
  child(page, name).getByRole('button', { name: 'Present', exact: true });

test('a copy stands before a sign-in is renewed [REG-14]', async ({ page, scene, expectProblems }) => {
  expectProblems(networkError);
  await openSessions(page);
  await keepPages(page);
  await expireToken(page);
  await page.goto('about:blank');
  await page.context().setOffline(true);
  /** What the page showed when the renewal was first tried, which then waits until the end. */
  const shown: string[] = [];
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'POST') {
      shown.push(await page.locator('main').innerText());
    } else await route.fallback();
  });
  await page.goto(registerPath(scene));
  await expect.poll(() => shown.length).toBeGreaterThan(0);
  expect(shown[0]).toContain('Ana 1');
  expect(shown[0]).toContain('Works without a network: copy of');
});

test('two tabs show the same [REG-14, REG-07]', { tag: '@exhaustive' }, async ({
  page,
  scene,
  stack,
  expectProblems,
}) => {
  expectProblems(networkError);
  await openSessions(page);
  await keepPages(page);
  const other = await page.context().newPage();
  await other.goto(registerPath(scene));
  await expect(sentLine(other)).toHaveText('All sent');
  await disconnect(page);
  await openRegister(page);
  for (const name of ['Ana 1', 'Ben 1', 'Cem 1']) await present(page, name).tap();
  await expect(sentLine(page)).toContainText('3 not sent');
  await expect(sentLine(other)).toContainText('3 not sent');
  await expect(other.getByRole('button', { name: 'Present', pressed: true })).toHaveCount(3);
  // A tap of the other tab is the later one, whichever sends.
  await child(other, 'Ana 1').getByRole('button', { name: 'Absent', exact: true }).click();
  await expect(sentLine(page)).toContainText('4 not sent');
  await reconnect(page);
  for (const tab of [page, other]) {
    await expect(sentLine(tab)).toHaveText('All sent');
    await expect(child(tab, 'Ana 1').getByRole('button', { name: 'Absent', pressed: true })).toBeVisible();
  }
  const stored = await storedMarks(stack, scene);
  expect(new Set(stored.map(({ id }) => id)).size).toBe(4);
  expect(new Set(stored.map(({ tap }) => tap?.phone)).size).toBe(1);
  expect(stored.map(({ tap }) => tap?.number).toSorted()).toEqual([1, 2, 3, 4]);
  await other.close();
});

test('what could not be stored is stored later [REG-14]', async ({ page, scene, expectProblems }) => {
  expectProblems(networkError, /The browser did not store the register/);
  await goOffline(page);
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    Object.assign(window, { allow: () => Object.assign(IDBObjectStore.prototype, { add }) });
    Object.assign(IDBObjectStore.prototype, {
      add: () => {
        throw new DOMException('The disk is full', 'QuotaExceededError');
      },
    });
  });
  await present(page, 'Ana 1').tap();
  const warning = page.getByText(/^This browser cannot keep marks/);
  await expect(warning).toBeVisible();
  await page.evaluate(() => {
    Reflect.get(window, 'allow')();
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(warning).toHaveCount(0);
  await page.goto('about:blank');
  await page.goto(registerPath(scene));
  await expect(sentLine(page)).toContainText('1 not sent');
});

/** Answers of something between phone and API. */
const foreign = {
  'a firewall': respondWith(403),
  'a page of a guest network': (call) =>
    call.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Please accept</title>' }),
  'another version': (call) => call.fulfill({ json: { stored: 1 } }),
} satisfies Record<string, CallHandler>;

test('foreign answers refuse no mark [REG-15, REG-05]', async ({ page, scene, stack, expectProblems }) => {
  expectProblems(/status of 403/, /UnreadableAnswerError/);
  await openSessions(page);
  await expect(page.getByText(/^Works without a network: copy of/)).toBeVisible();
  await openRegister(page);
  for (const [index, [what, handler]] of Object.entries(foreign).entries())
    await test.step(what, async () => {
      const calls = await interceptCalls(page, 'sendMarks', handler);
      const reads = await interceptCalls(page, 'getRegister', handler);
      await present(page, 'Ana 1').tap();
      await expect.poll(calls.ended).toBe(1);
      // Until the page has dealt with the first answer, it does not send again.
      const sentAgain = async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        return calls.ended();
      };
      await expect.poll(sentAgain).toBeGreaterThan(1);
      await expect(sentLine(page)).toContainText(/^1 not sent/);
      await expect(present(page, 'Ana 1')).toHaveAttribute('aria-pressed', 'true');
      await expect(page).toHaveURL(registerPath(scene));
      await calls.stop();
      await reads.stop();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(sentLine(page)).toHaveText('All sent');
      expect(await storedAttendances(stack, scene)).toHaveLength(index + 1);
    });
});

/** The databases that a coach's pages made in the browser. */
const databaseNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('coach-') ? [name] : [])),
  );
const logout = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('button', { name: 'Logout' }).tap();
};

test('a logout asks about marks that were not sent, and keeps them for seven days, also without a login [REG-05]', async ({
  page,
  scene,
  expectProblems,
}) => {
  expectProblems(/status of 503/);
  await interceptCalls(page, 'sendMarks', respondWith(503));
  await page.goto(registerPath(scene));
  await present(page, 'Ana 1').tap();
  await present(page, 'Ben 1').tap();
  await expect(sentLine(page)).toContainText('2 not sent');
  const question = page.getByRole('alertdialog', { name: '2 entries were not sent' });
  await logout(page);
  await expect(question).toContainText('keeps them for 7 days');
  await question.getByRole('button', { name: 'Stay logged in' }).tap();
  await expect(sentLine(page)).toContainText('2 not sent');
  await logout(page);
  await question.getByRole('button', { name: 'Log out and keep' }).tap();
  await expect(page).toHaveURL(paths.home);
  await expect.poll(() => databaseNames(page)).toHaveLength(2);
  await page.goto('about:blank');
  await page.clock.install({ time: Date.now() + 7 * dayMs - 60_000 });
  await page.goto(paths.contact);
  await page.getByRole('button', { name: 'Open menu' }).tap();
  expect(await databaseNames(page)).toHaveLength(2);
  await page.clock.fastForward(2 * 60_000);
  await expect.poll(() => databaseNames(page)).toEqual([]);
});

test('a logout removes marks on request [REG-05]', {
  tag: '@exhaustive',
}, async ({ page, scene, expectProblems }) => {
  expectProblems(/status of 503/);
  await interceptCalls(page, 'sendMarks', respondWith(503));
  await page.goto(registerPath(scene));
  await present(page, 'Ana 1').tap();
  await expect(sentLine(page)).toContainText('1 not sent');
  await logout(page);
  await page.getByRole('button', { name: 'Log out and remove' }).tap();
  await expect(page).toHaveURL(paths.home);
  await expect.poll(() => databaseNames(page)).toEqual([]);
});

test('a page that something in between answers is the kept one [REG-15]', async ({ page, scene }) => {
  await openSessions(page);
  await keepPages(page);
  // Playwright answers what the worker asks for, not what the browser asks for ahead of it.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.disable());
  await page.goto('about:blank');
  for (const status of [502, 403]) {
    await page.context().route(
      (url) => url.pathname.startsWith('/coach'),
      (route) => route.fulfill({ status, contentType: 'text/html', body: '<title>Bad gateway</title>' }),
    );
    for (const path of [paths.coach, registerPath(scene)]) {
      await page.goto(path);
      await expect(page.getByText(/^Works without a network: copy of/), `${status}`).toBeVisible();
      await expect(page).not.toHaveTitle('Bad gateway');
    }
    await page.context().unrouteAll();
  }
});

/** Adds a child who is on no list in the open register. */
const addUnlisted = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add a child' }).tap();
  await page.getByLabel('First name').fill(name);
  await page.getByLabel(/Phone/).fill('07700 900123');
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
};

const removeUnlisted = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).tap();
  await page.getByRole('button', { name: `Delete ${name} for good` }).tap();
};

test('a child on no list is deleted [REG-16]', { tag: '@exhaustive' }, async ({
  page,
  scene,
  expectProblems,
}) => {
  expectProblems(networkError);
  await page.goto(registerPath(scene));
  await addUnlisted(page, 'Zoe');
  await expect(page.getByText('The office knows.')).toBeVisible();
  await removeUnlisted(page, 'Zoe');
  await expect(page.getByText('Zoe', { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(sentLine(page)).toHaveText('All sent');
  await expect(page.getByText('Zoe', { exact: true })).toHaveCount(0);
  await disconnect(page);
  await addUnlisted(page, 'Yan');
  await expect(page.getByText('The office is told later.')).toBeVisible();
  await removeUnlisted(page, 'Yan');
  await expect(page.getByText('Yan', { exact: true })).toHaveCount(0);
  await expect(sentLine(page)).toHaveText('All sent');
});
