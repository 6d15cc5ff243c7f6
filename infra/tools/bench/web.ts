import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import * as z from 'zod/mini';
import { isFull } from '#shared/classes/class';
import { catalogueRoutes } from '#shared/classes/routes';
import { pathPatterns, paths } from '#shared/paths';
import { CommandError } from '../../command.ts';
import { demoAccounts, demoPassword } from '../../local/seed/demo-accounts.ts';
import { chromiumLaunch } from '../../testing/stack/chromium.ts';
import { logIn } from '../../testing/stack/log-in.ts';
import { createProgress } from '../progress.ts';
import { type Site, startPresentSite, startReferencePage, startSiteOf } from './built-sites.ts';
import { loadPage } from './page-load.ts';
import {
  type Asked,
  columnsOf,
  documentedColumns,
  documentedMultiples,
  grownPages,
  medianWork,
  multipleOf,
  slowdown,
  type Work,
} from './page-work.ts';
import type { Figures } from './report.ts';

const rounds = 9;

type Role = keyof typeof demoAccounts;

/** Pages by who opens them. */
const visits: readonly { readonly role?: Role; readonly pages: readonly string[] }[] = [
  { pages: [paths.home, paths.bookCamp, paths.auth] },
  {
    role: 'parent',
    pages: [
      paths.home,
      paths.browseClasses,
      pathPatterns.bookClass,
      paths.parent,
      paths.parentBookings,
      paths.parentPayments,
    ],
  },
  {
    role: 'admin',
    // The sample data fills the first page of bookings: 50 rows.
    pages: [paths.admin, paths.adminClasses, paths.adminBookings, paths.adminUsers, paths.adminPayments],
  },
  { role: 'coach', pages: [paths.coach, pathPatterns.coachRegister] },
];

const allPages = visits.flatMap(({ role, pages }) => pages.map((page) => ({ page, role })));

type Visit = (typeof allPages)[number];

const nameOf = ({ page, role = 'visitor' }: { page: string; role?: string | undefined }): string =>
  `\`${page}\`, ${role}`;

/** The visits to the asked pages only. */
const visitsTo = (asked: readonly string[]): readonly Visit[] => {
  const unknown = asked.filter((path) => !allPages.some(({ page }) => page === path));
  if (unknown.length > 0)
    throw new CommandError(
      `Not measured: ${unknown.join(', ')}.`,
      `Pages: ${[...new Set(allPages.map(({ page }) => page))].join(', ')}.`,
    );
  return asked.length === 0 ? allPages : allPages.filter(({ page }) => asked.includes(page));
};

/** What an older commit's list of classes has too. */
const classListSchema = z.object({
  classes: z.array(
    z.object({
      time_slots: z.array(
        z.object({
          id: z.string(),
          class_id: z.string(),
          max_capacity: z.number(),
          current_bookings: z.number(),
        }),
      ),
    }),
  ),
});

/** The booking page of a slot with a free place. */
const bookingPath = async (origin: string): Promise<string> => {
  const answer = await fetch(origin + catalogueRoutes.listClasses.path);
  const { classes } = classListSchema.parse(await answer.json());
  const slot = classes.flatMap(({ time_slots }) => time_slots).find((candidate) => !isFull(candidate));
  if (!slot) throw new Error('The sample data has no slot with a free place');
  return `/book-class/${slot.class_id}/${slot.id}`;
};

/** The path of a coach's first register. */
const registerPath = async (context: BrowserContext): Promise<string> => {
  const page = await context.newPage();
  await page.goto(paths.coach);
  const link = page.getByRole('main').locator(`a[href^="${paths.coach}/"]`).first();
  return link.evaluate((element: HTMLAnchorElement) => element.pathname);
};

/** How to load a page of a site, with an account of its sample data. */
const openerOf = async (
  browser: Browser,
  { origin }: Site,
  { page, role }: Visit,
): Promise<() => Promise<Work>> => {
  const context = await browser.newContext({ baseURL: origin });
  try {
    // Anew for each page: a sign-in must not be renewed during the measurement.
    const state = role && (await logIn(context, demoAccounts[role], demoPassword));
    const path =
      page === pathPatterns.bookClass
        ? await bookingPath(origin)
        : page === pathPatterns.coachRegister
          ? await registerPath(context)
          : page;
    return () => loadPage(browser, origin + path, state);
  } finally {
    await context.close();
  }
};

interface Measured {
  readonly now: Work;
  readonly other: Work | undefined;
  readonly reference: Work;
}

const documentation = join(import.meta.dirname, '../../../docs/performance.md');

/**
 * Measures what pages of the built site cost a phone's processor, in turn with a reference page that never changes and with
 * the site of another commit.
 * @throws CommandError for a page that is not among `visits`
 */
export const measureWeb = async ({ pages, against }: Asked): Promise<Figures> => {
  const chosen = visitsTo(pages);
  const sites: Site[] = [];
  const use = async (starting: Promise<Site>): Promise<Site> => {
    const site = await starting;
    sites.push(site);
    return site;
  };
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const other = against === undefined ? undefined : await use(startSiteOf(against));
    const now = await use(startPresentSite());
    const reference = await use(startReferencePage());
    const showProgress = createProgress('pages');
    const measure = async (visit: Visit): Promise<Measured> => {
      const openNow = await openerOf(browser, now, visit);
      // Another commit may have no such page or account.
      const openOther =
        other &&
        (await openerOf(browser, other, visit).catch((error: unknown) => {
          console.log(`${nameOf(visit)} cannot be opened at ${against}: ${error}`);
        }));
      const works: { readonly [Key in keyof Measured]: Work[] } = { now: [], other: [], reference: [] };
      for (let round = 0; round < rounds; round += 1) {
        works.reference.push(await loadPage(browser, reference.origin, undefined));
        if (openOther) works.other.push(await openOther());
        works.now.push(await openNow());
      }
      return {
        now: medianWork(works.now),
        other: openOther ? medianWork(works.other) : undefined,
        reference: medianWork(works.reference),
      };
    };
    const rows = [];
    const multiples = new Map<string, number>();
    for (const visit of chosen) {
      const measured = await measure(visit);
      const multiple = multipleOf(measured.now, measured.reference);
      multiples.set(nameOf(visit), multiple);
      const [page, times] = documentedColumns;
      rows.push({ [page]: nameOf(visit), [times]: multiple, ...columnsOf(measured.now, measured.other) });
      showProgress(rows.length, chosen.length);
    }
    return {
      title: 'What pages cost a phone',
      method: `Medians of ${rounds} first visits, 412 px wide, until the page rests; times are those of the main thread's processor, times ${slowdown}${against === undefined ? '' : `; now / then = ratio, then is ${against}`}; the reference is a list of 100 rows with React alone.`,
      rows,
      failures: grownPages(multiples, documentedMultiples(await readFile(documentation, 'utf8'))),
    };
  } finally {
    await browser.close();
    for (const { stop } of sites) await stop();
  }
};
