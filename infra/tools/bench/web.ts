import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import * as z from 'zod/mini';
import { isFull } from '#shared/classes/class';
import { catalogueRoutes } from '#shared/classes/routes';
import { pathPatterns, paths } from '#shared/paths';
import { CommandError } from '../../command.ts';
import { freePort } from '../../local/addresses.ts';
import { demoAccounts, demoPassword } from '../../local/seed/demo-accounts.ts';
import { buildWeb, isWebBuildStale } from '../../local/web-build.ts';
import { chromiumLaunch } from '../../testing/stack/chromium.ts';
import { logIn } from '../../testing/stack/log-in.ts';
import { startTestStack } from '../../testing/stack/test-stack.ts';
import { createProgress } from '../load/store-load.ts';
import { toolPackages } from '../tool-packages.ts';
import { type Figures, median, rounded } from './report.ts';

const rounds = 5;
/** Pages by who opens them. */
const visits = [
  { pages: [paths.home, paths.contact, paths.bookCamp, paths.auth, paths.verifyEmail, paths.offer] },
  {
    account: demoAccounts.parent,
    pages: [
      paths.browseClasses,
      paths.parent,
      paths.parentBookings,
      paths.parentPayments,
      pathPatterns.bookClass,
      paths.bookingConfirmation,
    ],
  },
  {
    account: demoAccounts.admin,
    // The sample data fills the first page of bookings: 50 rows.
    pages: [
      paths.adminAdmins,
      paths.admin,
      paths.adminClasses,
      paths.adminBookings,
      paths.adminUsers,
      paths.adminPayments,
      paths.adminMessages,
    ],
  },
  { account: demoAccounts.coach, pages: [paths.coach, pathPatterns.coachRegister] },
];

/** The address of a coach's first register. */
const registerAddress = async (context: BrowserContext): Promise<string> => {
  const page = await context.newPage();
  await page.goto(paths.coach);
  const link = page.getByRole('main').locator(`a[href^="${paths.coach}/"]`).first();
  const address = await link.evaluate((element: HTMLAnchorElement) => element.href);
  await page.close();
  return address;
};

/** The address of a page: with ids of the sample data in its path, or with a link that no email has. */
const addressOf = async (page: string, origin: string, context: BrowserContext): Promise<string> => {
  if (page === paths.verifyEmail) return origin + paths.verifyEmailLink('unknown');
  if (page === pathPatterns.coachRegister) return registerAddress(context);
  if (page !== pathPatterns.bookClass) return origin + page;
  const { path, response } = catalogueRoutes.listClasses;
  const { classes } = response.parse(await (await fetch(origin + path)).json());
  const [slot] = classes.flatMap(({ time_slots }) => time_slots).filter((candidate) => !isFull(candidate));
  if (!slot) throw new Error('The sample data has no slot with a free place');
  return origin + paths.bookClass(slot.class_id, slot.id);
};

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What is read from a report of Lighthouse. */
const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.nullable(z.number()) })),
  audits: z.record(
    z.string(),
    z.object({ numericValue: z.optional(z.number()), details: z.optional(z.unknown()) }),
  ),
});

const sizesSchema = z.object({
  items: z.array(z.object({ resourceType: z.string(), transferSize: z.number() })),
});

type Report = z.infer<typeof reportSchema>;

const scoreOf = ({ categories: scored }: Report, name: (typeof categories)[number]): number =>
  Math.round((scored[name]?.score ?? Number.NaN) * 100);

const figureOf = ({ audits }: Report, name: string): number => audits[name]?.numericValue ?? Number.NaN;

const transferred = ({ audits }: Report, kind: 'total' | 'script'): number => {
  const { items } = sizesSchema.parse(audits['resource-summary']?.details);
  return items.find(({ resourceType }) => resourceType === kind)?.transferSize ?? Number.NaN;
};

/** Lighthouse for the browser with this port of its developer tools. */
const lighthouseOf = (program: string, port: number) => {
  const options = [
    `--port=${port}`,
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    `--only-categories=${categories.join(',')}`,
    // The session is in the storage.
    '--disable-storage-reset',
  ];
  return async (url: string): Promise<Report> => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, url, ...options], {
      maxBuffer: Number.POSITIVE_INFINITY,
    });
    return reportSchema.parse(JSON.parse(stdout));
  };
};

/** The reports of a page, each of a first visit: without a cache, in the session of the account. */
const measurePage = async (
  context: BrowserContext,
  url: string,
  lighthouse: (url: string) => Promise<Report>,
): Promise<Report[]> => {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await devTools.send('Network.clearBrowserCache');
    reports.push(await lighthouse(url));
  }
  await page.close();
  return reports;
};

/** What a page makes the main thread do until it rests. Counts do not depend on the machine. */
interface Work {
  readonly elements: number;
  readonly styleCounts: number;
  /** Processor time, in milliseconds. */
  readonly cpuMs: number;
}

const phone = { width: 412, height: 823 };

const measureWork = async (context: BrowserContext, path: string): Promise<Work> => {
  const page = await context.newPage();
  await page.setViewportSize(phone);
  // Each frame of a placeholder's animation recalculates styles.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const devTools = await context.newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(path);
  await page.waitForFunction(
    () => document.querySelector('main :is(h1, a)') && !document.querySelector('main [aria-busy=true]'),
  );
  await page.waitForLoadState('networkidle');
  const { metrics } = await devTools.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((entry) => entry.name === name)?.value ?? Number.NaN;
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  await page.close();
  return { elements, styleCounts: metric('RecalcStyleCount'), cpuMs: 1_000 * metric('TaskDuration') };
};

/** The work of a page, its processor time divided by that of the first page of the visit, measured alternately. */
const compareWork = async (context: BrowserContext, path: string, floor: string) => {
  const works: Work[] = [];
  const floors: Work[] = [];
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await measureWork(context, floor));
    works.push(await measureWork(context, path));
  }
  const cpuMs = (all: readonly Work[]): number => median(all.map((work) => work.cpuMs));
  return {
    elements: median(works.map(({ elements }) => elements)),
    'style recalculations': median(works.map(({ styleCounts }) => styleCounts)),
    'CPU of the first page': rounded(cpuMs(works) / cpuMs(floors), 2),
  };
};

const rowOf = (page: string, reports: readonly Report[]) => {
  const middle = (read: (report: Report) => number): number => median(reports.map(read));
  const audit = (name: string, digits: number) =>
    rounded(
      middle((report) => figureOf(report, name)),
      digits,
    );
  return {
    page: `\`${page}\``,
    ...Object.fromEntries(categories.map((name) => [name, middle((report) => scoreOf(report, name))])),
    'FCP ms': audit('first-contentful-paint', 0),
    'LCP ms': audit('largest-contentful-paint', 0),
    'TBT ms': audit('total-blocking-time', 0),
    CLS: audit('cumulative-layout-shift', 3),
    'JS KB': rounded(middle((report) => transferred(report, 'script')) / 1_000),
    'all KB': rounded(middle((report) => transferred(report, 'total')) / 1_000),
  };
};

/** The visits with the asked pages only. */
const visitsTo = (asked: readonly string[]) => {
  if (asked.length === 0) return visits;
  const unknown = asked.filter((path) => !visits.some(({ pages }) => pages.some((page) => page === path)));
  if (unknown.length > 0)
    throw new CommandError(
      `Not measured: ${unknown.join(', ')}.`,
      `Pages: ${visits.flatMap(({ pages }) => pages).join(', ')}.`,
    );
  return visits
    .map((visit) => ({ ...visit, pages: visit.pages.filter((page) => asked.includes(page)) }))
    .filter(({ pages }) => pages.length > 0);
};

/**
 * Measures the built site with sample data by Lighthouse on a phone (simulated 4G, a fourth of the CPU speed).
 * @param asked paths of the pages to measure; all without any
 * @throws CommandError for a path that is not among `visits`
 */
export const measureWeb = async (asked: readonly string[]): Promise<Figures> => {
  const chosen = visitsTo(asked);
  const all = chosen.reduce((sum, { pages }) => sum + pages.length, 0);
  if (await isWebBuildStale()) {
    console.log('Building the site …');
    await buildWeb();
  }
  const packages = await toolPackages(join(import.meta.dirname, 'lighthouse'));
  const program = packages.resolve('lighthouse/cli/index.js');
  const showProgress = createProgress('pages');
  const stack = await startTestStack({ empty: false });
  try {
    const rows = [];
    for (const { account, pages } of chosen) {
      const port = await freePort();
      const profile = await mkdtemp(join(tmpdir(), 'bench-web-'));
      // Lighthouse opens its tab in the browser's own context, which has no other session than its profile's.
      const context = await chromium.launchPersistentContext(profile, {
        baseURL: stack.url,
        ...chromiumLaunch,
        args: [`--remote-debugging-port=${port}`, '--disable-gpu', '--no-first-run'],
      });
      try {
        if (account) await logIn(context, account, demoPassword);
        const [floor = ''] = pages;
        for (const page of pages) {
          const address = await addressOf(page, stack.url, context);
          const work = await compareWork(context, address, floor);
          rows.push({
            ...rowOf(page, await measurePage(context, address, lighthouseOf(program, port))),
            ...work,
          });
          showProgress(rows.length, all);
        }
      } finally {
        await context.close();
        await rm(profile, { recursive: true });
      }
    }
    return {
      title: 'The site, as Lighthouse sees it on a phone',
      method:
        `Median of ${rounds} runs each; bytes as transferred before any click. The last three columns: 412 px wide, in a tab of ` +
        'its own with the files in the cache, until the network rests; processor time as a multiple of the first page with the ' +
        'same session.',
      rows,
    };
  } finally {
    await stack.stop();
  }
};
