import type { Page, Request } from '@playwright/test';
import { addClass, bookByApi, bookingPath } from '#infra/testing/browser/classes';
import { newScene, registerPath } from '#infra/testing/browser/coach-scene';
import { paths } from '#shared/paths';
import { holdScripts } from './testing/browser.ts';
import { expect, familyTest, officeTest, test } from './testing/test.ts';

// What a page waits for until its first data (docs/performance.md).

/** What a visit asks for besides documents, pictures and fonts, which are found by their layout. */
const isNeeded = (request: Request): boolean =>
  ['script', 'stylesheet', 'fetch', 'xhr'].includes(request.resourceType());

const describeRequest = (request: Request): string =>
  `${request.method()} ${new URL(request.url()).pathname}${request.postData() ?? ''}`;

/** The requests of a page from now on. */
const recordRequests = (page: Page): Request[] => {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (isNeeded(request)) requests.push(request);
  });
  return requests;
};

const scripts = /\/assets\/.*\.js$/;

const namedScripts = (page: Page): Promise<number> =>
  page.locator('script[src], link[rel=modulepreload]').count();

interface Visit {
  readonly path: string;
  /** Of the first data. */
  readonly text: string;
  /** What the page fetches to be kept for later, and shows nothing of. */
  readonly copies?: string;
}

const open = async (page: Page, { path, text, copies }: Visit): Promise<void> => {
  const requests = recordRequests(page);
  const held = await holdScripts(page, scripts);
  await page.goto(path, { waitUntil: 'commit' });
  // The document has asked for all that it names, and none of its scripts has run.
  const asked = () => requests.filter((request) => request.resourceType() === 'script').length;
  await expect.poll(async () => asked() > 5 && asked() === (await namedScripts(page))).toBe(true);
  const early = requests.map(describeRequest);
  held.release();
  await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  const all = requests.map(describeRequest).filter((request) => !copies || !request.includes(copies));
  expect(all.filter((request) => !early.includes(request))).toEqual([]);
  // Nothing is asked twice.
  expect(all.filter((request, index) => all.indexOf(request) !== index)).toEqual([]);
};

const title = 'all that a page needs is asked for before its first script runs';

test(`${title}: visitors and parents [NET-01, NET-02]`, async ({ page, signIn, stack, parent }) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await open(page, { path: paths.bookCamp, text: 'Book Now' });
  await page.goto('about:blank');
  await signIn(parent);
  for (const [path, text] of [
    [paths.browseClasses, 'Book Now'],
    [paths.parent, 'Ana Parent'],
    [paths.parentBookings, 'Ana Parent'],
    [paths.parentPayments, 'Reference'],
    [paths.parentProfile, 'Ana Parent'],
    [bookingPath(cls), cls.venue],
  ] as const)
    await test.step(path, () => open(page, { path, text }));
});

officeTest(
  `${title}: administrators [NET-01, NET-02]`,
  { tag: '@exhaustive' },
  async ({ page, stack, parent }) => {
    await bookByApi(stack, parent, await addClass(stack));
    for (const [path, text] of [
      [paths.admin, 'Total Revenue'],
      [paths.adminClasses, 'Edit'],
      [paths.adminBookings, 'Ana Parent'],
      [paths.adminUsers, 'Pat Parent'],
      [paths.adminPayments, 'Pat Parent'],
    ] as const)
      await test.step(path, () => open(page, { path, text }));
  },
);

test(`${title}: coaches [NET-01, NET-02]`, { tag: '@exhaustive' }, async ({ page, signIn, stack }) => {
  const scene = await newScene(stack);
  await signIn(scene.coach);
  await open(page, { path: paths.coach, text: scene.cls.venue, copies: '/api/coach/registers/' });
  await open(page, { path: registerPath(scene), text: 'Ana 1' });
});

const openProfile = async (page: Page): Promise<void> => {
  await page.goto(paths.parentProfile);
  await expect(page.getByRole('main').getByText('Ana Parent').first()).toBeVisible();
};

familyTest('a second visit waits for the API alone [NET-04]', async ({ page }) => {
  await openProfile(page);
  await openProfile(page);
  // A route of the test keeps the browser from its cache.
  const [document] = await page.evaluate(() =>
    performance.getEntriesByType('navigation').map((visit) => Reflect.get(visit, 'transferSize')),
  );
  expect(document).toBe(0);
  await page.route('**/config.json', () => {});
  await openProfile(page);
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  );
  expect(fetched.filter((path) => path !== '/api/me' && !path.startsWith('/assets/'))).toEqual([]);
});
