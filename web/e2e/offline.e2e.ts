import type { Page } from '@playwright/test';
import { disconnect, holdCalls, reconnect, recordCalls } from '#infra/testing/browser/calls';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { expectHandled, networkError, nextFrame } from '#infra/testing/browser/page';
import { brand } from '#shared/brand';
import { routes } from '#shared/contract/routes';
import { dayMs } from '#shared/lib/durations';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

test.use({ serviceWorkers: 'allow' });

const storageKey = 'coming-sessions';

/** The coming sessions that the browser keeps, as text; null when it keeps none. */
const storedSessions = (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), storageKey);

/** Opens the dashboard and waits until the offline page is kept. */
const openDashboard = async (page: Page): Promise<void> => {
  await page.goto(paths.parent);
  await expect(page.getByRole('region', { name: 'Your week' })).toBeVisible();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
};

test('no network: what still works [PRC-20] [PRC-21]', async ({ page, expectProblems, stack, parent }) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls, { child: 1 });
  expectProblems(networkError);
  await openDashboard(page);
  await expect.poll(() => storedSessions(page)).toContain('Ben');
  // One that was to come when it was stored, and is over by now.
  await page.evaluate((key) => {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}');
    const over = { ...stored.sessions[0], date: '2020-01-04', day: 'Saturday, January 4, 2020' };
    localStorage.setItem(key, JSON.stringify({ ...stored, sessions: [over, ...stored.sessions] }));
  }, storageKey);
  await disconnect(page);
  await page.goto(paths.parentBookings);
  await expect(
    page.getByRole('heading', { level: 1, name: `We could not reach ${brand.name}` }),
  ).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(6);
  await expect(page.getByRole('listitem').first()).toContainText(cls.venue);
  await expect(page.getByRole('listitem').first()).toContainText('Ben, Juniorballerz');
  await expect(
    page.getByText(/^As last seen on [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M\. /),
  ).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/Parent|Asthma/);
  expect(await storedSessions(page)).not.toMatch(/Parent|Asthma/);

  // The page that is left loads itself again when the network is back, which would end the next navigation.
  await page.goto('about:blank');
  await reconnect(page);
  await page.goto(paths.parentBookings);
  await expect(page.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeVisible();

  await test.step('the coming sessions are gone after seven days', async () => {
    await bookByApi(stack, parent, await addClass(stack));
    await openDashboard(page);
    await page.evaluate(
      ([key, age]) => {
        const stored = JSON.parse(localStorage.getItem(key) ?? '{}');
        localStorage.setItem(key, JSON.stringify({ ...stored, savedAt: Date.now() - age }));
      },
      [storageKey, 7 * dayMs] as const,
    );
    await disconnect(page);
    await page.goto(paths.parentBookings);
    await expect(
      page.getByRole('heading', { level: 1, name: `We could not reach ${brand.name}` }),
    ).toBeVisible();
    await expect.poll(() => storedSessions(page)).toBeNull();
    await expect(page.getByRole('listitem')).toHaveCount(0);
  });
});

test('a cancelled booking leaves the sessions', { tag: '@exhaustive' }, async ({ page, stack, parent }) => {
  await bookByApi(stack, parent, await addClass(stack));
  await openDashboard(page);
  await expect.poll(() => storedSessions(page)).toContain('Ana');
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByRole('heading', { name: 'Past and cancelled' })).toBeVisible();
  await expect.poll(() => storedSessions(page)).not.toContain('Ana');
});

test('sessions that arrive late are not kept', { tag: '@exhaustive' }, async ({ page, stack, parent }) => {
  await bookByApi(stack, parent, await addClass(stack));
  const call = await holdCalls(page, 'listMyBookings');
  const calls = recordCalls(page);
  await page.goto(paths.parent);
  await expect.poll(() => calls).toContain(`${routes.listMyBookings.method} ${routes.listMyBookings.path}`);
  await expectHandled(page.getByRole('button', { name: 'Logout' }));
  // The page has not noticed the end yet, as in the moment of a logout.
  await page.evaluate(() => localStorage.clear());
  call.release();
  await expect(page.getByRole('region', { name: 'Your week' })).toContainText('Ana');
  // Effects run after the paint.
  await nextFrame(page);
  expect(await storedSessions(page)).toBeNull();
});

test('an end of the session removes the sessions', { tag: '@exhaustive' }, async ({
  page,
  stack,
  parent,
}) => {
  await bookByApi(stack, parent, await addClass(stack));
  await openDashboard(page);
  await expect.poll(() => storedSessions(page)).not.toBeNull();
  const files = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(files).toContain('/offline.html');
  expect(files.filter((path) => !/^\/(offline\.html|assets\/(offline|boot)-)/.test(path))).toEqual([]);
  const stored = await page.evaluate(() => ({ ...localStorage }));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(paths.home);
  await expect.poll(() => storedSessions(page)).toBeNull();

  await test.step('which ended elsewhere', async () => {
    const sessions = stored[storageKey] ?? '';
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [storageKey, sessions] as const);
    await page.goto(paths.contact);
    await page.getByRole('heading', { level: 1 }).click();
    await expect.poll(() => storedSessions(page)).toBeNull();
  });
});
