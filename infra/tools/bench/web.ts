import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { paths } from '#shared/paths';
import { freePort } from '../../local/free-port.ts';
import { demoAccounts, demoPassword } from '../../local/seed/demo-accounts.ts';
import { chromiumPath } from '../../testing/stack/chromium.ts';
import { logIn } from '../../testing/stack/log-in.ts';
import { startTestStack } from '../../testing/stack/test-stack.ts';
import { median, rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const rounds = 5;
/** Pages by who opens them. */
const visits = [
  { pages: [paths.home, paths.contact, paths.bookCamp, paths.auth] },
  { account: demoAccounts.parent, pages: [paths.browseClasses, paths.parent] },
  { account: demoAccounts.admin, pages: [paths.admin, paths.adminBookings] },
];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

const scoreOf = ({ categories: scored }: Report, name: (typeof categories)[number]): number =>
  Math.round((scored[name]?.score ?? Number.NaN) * 100);

const figureOf = ({ audits }: Report, name: string): number => audits[name]?.numericValue ?? Number.NaN;

const transferred = ({ audits }: Report, kind: 'total' | 'script'): number => {
  const details = audits['resource-summary']?.details;
  const rows = details?.type === 'table' ? details.items : [];
  return Number(rows.find(({ resourceType }) => resourceType === kind)?.transferSize ?? Number.NaN);
};

/** The reports of a page, each of a first visit: without a cache, in the session of the account. */
const measurePage = async (context: BrowserContext, url: string, port: number): Promise<Report[]> => {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await devTools.send('Network.clearBrowserCache');
    const result = await lighthouse(url, {
      port,
      onlyCategories: [...categories],
      // The session is in the storage.
      disableStorageReset: true,
    });
    if (result) reports.push(result.lhr);
  }
  await page.close();
  return reports;
};

const rowOf = (page: string, reports: readonly Report[]) => {
  const middle = (read: (report: Report) => number): number => median(reports.map(read));
  const audit = (name: string, digits: number) =>
    rounded(
      middle((report) => figureOf(report, name)),
      digits,
    );
  return {
    page,
    ...Object.fromEntries(categories.map((name) => [name, middle((report) => scoreOf(report, name))])),
    'FCP ms': audit('first-contentful-paint', 0),
    'LCP ms': audit('largest-contentful-paint', 0),
    'TBT ms': audit('total-blocking-time', 0),
    CLS: audit('cumulative-layout-shift', 3),
    'JS KB': rounded(middle((report) => transferred(report, 'script')) / 1_000),
    'all KB': rounded(middle((report) => transferred(report, 'total')) / 1_000),
  };
};

/** Measures the built site with sample data by Lighthouse on a phone (simulated 4G, a fourth of the CPU speed). */
export const measureWeb = async (): Promise<Figures> => {
  const stack = await startTestStack({ empty: false });
  try {
    const rows = [];
    for (const { account, pages } of visits) {
      const port = await freePort();
      const profile = await mkdtemp(join(tmpdir(), 'bench-web-'));
      // Lighthouse opens its tab in the browser's own context, which has no other session than its profile's.
      const context = await chromium.launchPersistentContext(profile, {
        baseURL: stack.url,
        executablePath: chromiumPath,
        chromiumSandbox: false,
        args: [`--remote-debugging-port=${port}`, '--disable-gpu', '--no-first-run'],
      });
      try {
        if (account) await logIn(context, account, demoPassword);
        for (const page of pages) rows.push(rowOf(page, await measurePage(context, stack.url + page, port)));
      } finally {
        await context.close();
        await rm(profile, { recursive: true });
      }
    }
    return {
      title: 'The site, as Lighthouse sees it on a phone',
      method: `Median of ${rounds} runs each; bytes as transferred before any click.`,
      rows,
    };
  } finally {
    await stack.stop();
  }
};
