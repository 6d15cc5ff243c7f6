import type { Browser, BrowserContext } from '@playwright/test';
import * as z from 'zod/mini';
import { pathPatterns, paths } from '#shared/paths';
import { createProgress } from '../progress.ts';
import { onSites } from './built-sites.ts';
import { slowdown } from './page-work.ts';
import { type Asked, compared, type Figures, median, rounded } from './report.ts';
import { nameOf, openAs, phone, visitsTo } from './visits.ts';

const rounds = 9;

/** A slow phone, as Lighthouse has it: its network, and its processor (`slowdown`). */
const network = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const roundTrips = 3;

const firstData: Readonly<Record<string, string>> = {
  [paths.bookCamp]: 'main article',
  [pathPatterns.bookClass]: 'main form',
  [paths.parent]: 'main h2',
  [paths.parentBookings]: 'main:has(h1):not(:has([aria-busy=true]))',
  [paths.admin]: 'main section',
  [paths.adminBookings]: 'main:has(h1):not(:has([aria-busy=true]))',
  [paths.coach]: 'main h2',
  [pathPatterns.coachRegister]: 'main li',
};

/** Times are in milliseconds since the navigation. */
interface Wait {
  readonly dataMs: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly kilobytes: number;
  /** The least that the page could take: its bytes at that bandwidth, three round trips, and its own script. */
  readonly boundMs: number;
}

const watch = (selector: string): void => {
  const noted = { data: 0, largest: 0 };
  Object.assign(window, { noted });
  const look = () => {
    if (noted.data === 0 && document.querySelector(selector)) noted.data = performance.now();
    else if (noted.data === 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) noted.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
};

const notedSchema = z.object({ data: z.number(), largest: z.number(), first: z.number() });

const openSlowly = async (context: BrowserContext, address: string, selector: string): Promise<Wait> => {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Performance.enable');
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  let bytes = 0;
  devTools.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript(watch, selector);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => Reflect.get(window, 'noted')?.data > 0);
  const kilobytes = bytes / 1_000;
  const { metrics } = await devTools.send('Performance.getMetrics');
  const scriptMs = 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
  // The paint of the first data is reported later, and may be the largest.
  await page.waitForLoadState('networkidle');
  const { data, first, largest } = notedSchema.parse(
    await page.evaluate(() => ({
      ...Reflect.get(window, 'noted'),
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    })),
  );
  await page.close();
  return {
    dataMs: data,
    firstPaintMs: first,
    largestPaintMs: largest,
    kilobytes,
    boundMs: bytes / (network.downloadThroughput / 1_000) + roundTrips * network.latency + scriptMs,
  };
};

type Visits = Readonly<Record<'cold' | 'warm', Wait>>;

const visitTwice = async (
  browser: Browser,
  { address, ...session }: Awaited<ReturnType<typeof openAs>>,
  selector: string,
): Promise<Visits> => {
  const viewport = { width: 375, height: 812 };
  const context = await browser.newContext({ ...phone, viewport, ...session });
  try {
    const cold = await openSlowly(context, address, selector);
    const between = await context.newPage();
    await between.goto(address);
    await between.waitForLoadState('networkidle');
    await between.close();
    return { cold, warm: await openSlowly(context, address, selector) };
  } finally {
    await context.close();
  }
};

const columns = [
  ['first data ms', 'dataMs'],
  ['first paint ms', 'firstPaintMs'],
  ['largest paint ms', 'largestPaintMs'],
  ['KB', 'kilobytes'],
] as const;

/** In turn with another commit, and beside the least that the page could take. @throws CommandError for an unknown page */
export const measureData = async ({ pages, against }: Asked): Promise<Figures> => {
  const chosen = visitsTo(pages).filter(({ page }) => page in firstData);
  return onSites(against, async ({ browser, now, other }) => {
    const showProgress = createProgress('pages');
    const rows: Figures['rows'][number][] = [];
    for (const [index, visit] of chosen.entries()) {
      const selector = firstData[visit.page] ?? '';
      const openNow = await openAs(browser, now.origin, visit);
      const openOther = other && (await openAs(browser, other.origin, visit));
      const waits: { readonly [Key in 'now' | 'other']: Visits[] } = { now: [], other: [] };
      for (let round = 0; round < rounds; round += 1) {
        if (openOther) waits.other.push(await visitTwice(browser, openOther, selector));
        waits.now.push(await visitTwice(browser, openNow, selector));
      }
      rows.push(...compareWaits(nameOf(visit), waits.now, openOther && waits.other));
      showProgress(index + 1, chosen.length);
    }
    return {
      title: 'How long a slow phone waits for data',
      method: `Medians of ${rounds}, 375 px wide, 1.6 Mbit/s, ${network.latency} ms, processor ${slowdown} times slower; the bound is the page's bytes at that bandwidth, ${roundTrips} round trips and its script${against === undefined ? '' : `; now / then = ratio, then is ${against}`}.`,
      rows,
    };
  });
};

/** A row for the first visit and one for the next: medians, beside those of the other commit, and how many times the bound. */
export const compareWaits = (
  page: string,
  own: readonly Visits[],
  others: readonly Visits[] | undefined,
): Figures['rows'] =>
  (['cold', 'warm'] as const).map((kind) => {
    const middleOf = (visits: readonly Visits[], name: keyof Wait) =>
      median(visits.map((visit) => visit[kind][name]));
    return {
      Page: page,
      '': kind,
      ...Object.fromEntries(
        columns.map(([title, name]) => [
          title,
          compared(middleOf(own, name), others && middleOf(others, name)),
        ]),
      ),
      '× bound': rounded(middleOf(own, 'dataMs') / middleOf(own, 'boundMs'), 2),
    };
  });
