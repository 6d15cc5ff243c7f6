import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { paths } from '#shared/paths';
import { freePort } from '../../local/free-port.ts';
import { chromiumPath } from '../../testing/stack/chromium.ts';
import { startTestStack } from '../../testing/stack/test-stack.ts';
import { median, rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const rounds = 5;
const pages = [paths.home, paths.contact, paths.bookCamp, paths.auth];
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

/** Measures the built site with sample data by Lighthouse on a phone (simulated 4G, a fourth of the CPU speed). */
export const measureWeb = async (): Promise<Figures> => {
  const stack = await startTestStack({ empty: false });
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    chromiumSandbox: false,
    args: [`--remote-debugging-port=${port}`, '--disable-gpu', '--no-first-run'],
  });
  try {
    const rows = [];
    for (const page of pages) {
      const reports: Report[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const result = await lighthouse(stack.url + page, { port, onlyCategories: [...categories] });
        if (result) reports.push(result.lhr);
      }
      const middle = (read: (report: Report) => number): number => median(reports.map(read));
      rows.push({
        page,
        ...Object.fromEntries(categories.map((name) => [name, middle((report) => scoreOf(report, name))])),
        'FCP ms': rounded(
          middle((report) => figureOf(report, 'first-contentful-paint')),
          0,
        ),
        'LCP ms': rounded(
          middle((report) => figureOf(report, 'largest-contentful-paint')),
          0,
        ),
        'TBT ms': rounded(
          middle((report) => figureOf(report, 'total-blocking-time')),
          0,
        ),
        CLS: rounded(
          middle((report) => figureOf(report, 'cumulative-layout-shift')),
          3,
        ),
        'JS KB': rounded(middle((report) => transferred(report, 'script')) / 1_000),
        'all KB': rounded(middle((report) => transferred(report, 'total')) / 1_000),
      });
    }
    return {
      title: 'The site, as Lighthouse sees it on a phone',
      method: `Median of ${rounds} runs each; bytes as transferred before any click.`,
      rows,
    };
  } finally {
    await browser.close();
    await stack.stop();
  }
};
