import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { systemClock } from '#functions/clock';
import { adminApi } from '#infra/testing/services/admin-api';
import { type RequestCost, recordCosts, unitsOf } from '#infra/testing/table/record-costs';
import { adminRoutes } from '#shared/contract/admin-routes';
import { demoAccounts, demoPassword } from '../../local/seed/demo-accounts.ts';
import { chromiumLaunch } from '../../testing/stack/chromium.ts';
import { logIn } from '../../testing/stack/log-in.ts';
import { startTestStack, type TestStack } from '../../testing/stack/test-stack.ts';
import { fillDataDir } from '../load/fill-data-dir.ts';
import { fullLoad, makeLoad } from '../load/make-load.ts';
import { createProgress } from '../load/progress.ts';
import { type AdminRequest, adminRequests } from './admin-requests.ts';
import { median, rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const rounds = 7;

type AdminRoute = keyof typeof adminRoutes;
const isAdminRoute = (name: string): name is AdminRoute => name in adminRoutes;

interface Answered {
  readonly ms: number;
  /** Processor time of handler, local API and client. The database engine is another process. */
  readonly cpuMs: number;
}

/** Sends one request over HTTP. */
const timeRequest = async (stack: TestStack, request: AdminRequest, token: string): Promise<Answered> => {
  const before = process.cpuUsage();
  const start = performance.now();
  const { status } = await stack.call({ ...request, token });
  if (status !== 200) throw new Error(`${request.name} answered ${status}`);
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, cpuMs: (user + system) / 1_000 };
};

interface Opened {
  /** Milliseconds from the start of the navigation, without cache, until the first row is visible. */
  readonly firstRowMs: number;
  /** Processor time of the page's main thread until then, which other load on the machine hardly changes. */
  readonly cpuMs: number;
  readonly apiRequests: number;
}

const openScreen = async (
  browser: Browser,
  options: BrowserContextOptions,
  { path, firstRow }: NonNullable<AdminRequest['screen']>,
): Promise<Opened> => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  let apiRequests = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) apiRequests += 1;
  });
  await page.goto(path, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(
    (selector) => document.querySelector(selector)?.checkVisibility() && performance.now(),
    firstRow,
    { polling: 'raf' },
  );
  const firstRowMs = Number(await seen.jsonValue());
  const { metrics } = await devTools.send('Performance.getMetrics');
  const cpuMs = 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  await page.waitForLoadState('networkidle');
  await context.close();
  return { firstRowMs, cpuMs, apiRequests };
};

/** Measures every screen and search of the admin area at full load: database, API and browser. */
export const measureAdmin = async (): Promise<Figures> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-admin-'));
  const load = makeLoad(fullLoad, { now: new Date(), seed: 1 });
  await fillDataDir(dataDir, load, createProgress('items'));
  const stack = await startTestStack({ dataDir, empty: false });
  const browser = await chromium.launch({
    ...chromiumLaunch,
    args: ['--disable-gpu', '--no-first-run'],
  });
  try {
    const token = await stack.signIn(demoAccounts.admin);
    const measure = recordCosts(stack.table.client);
    const api = adminApi({ table: stack.table, clock: systemClock });
    const baseURL = stack.url;
    const storageState = await logIn(await browser.newContext({ baseURL }), demoAccounts.admin, demoPassword);
    const costOf = async (request: AdminRequest): Promise<readonly RequestCost[]> => {
      const { route } = request;
      if (!isAdminRoute(route)) throw new Error(`${route} is no route of the admin service`);
      return (await measure(() => api.call(route, request))).cost;
    };
    const rows = [];
    for (const request of adminRequests(load)) {
      const cost = await costOf(request);
      const answered: Answered[] = [];
      const opened: Opened[] = [];
      for (let round = 0; round < rounds; round += 1) {
        answered.push(await timeRequest(stack, request, token));
        if (request.screen) opened.push(await openScreen(browser, { baseURL, storageState }, request.screen));
      }
      rows.push({
        screen: request.name,
        'API requests': opened[0]?.apiRequests ?? '',
        'database requests': cost.length,
        'read units': rounded(unitsOf(cost)),
        'items read': cost.reduce((sum, { itemsRead }) => sum + itemsRead, 0),
        'API ms p50': rounded(median(answered.map(({ ms }) => ms)), 0),
        'API CPU ms p50': rounded(median(answered.map(({ cpuMs }) => cpuMs)), 0),
        'first row ms p50': request.screen
          ? rounded(median(opened.map(({ firstRowMs }) => firstRowMs)), 0)
          : '',
        'page CPU ms p50': request.screen ? rounded(median(opened.map(({ cpuMs }) => cpuMs)), 0) : '',
      });
    }
    const sizes = Object.entries(fullLoad).map(([what, number]) => `${number.toLocaleString('en')} ${what}`);
    return {
      title: 'The admin area at full load',
      method:
        `${sizes.join(', ')}; ReturnConsumedCapacity of the local engine; API over HTTP and browser (1280 px, nothing ` +
        `cached, from navigation to the first row in sight) on one machine, median of ${rounds}; CPU is processor time, which holds on a ` +
        'busy machine too. Processes waiting for a processor: ' +
        `${loadavg()[0]?.toFixed(1)} for ${availableParallelism()}.`,
      rows,
    };
  } finally {
    await browser.close();
    await stack.stop();
    await rm(dataDir, { recursive: true });
  }
};
