import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import * as z from 'zod/mini';
import { isFull } from '#shared/classes/class';
import { catalogueRoutes } from '#shared/classes/routes';
import { pathPatterns, paths } from '#shared/paths';
import { CommandError } from '../../command.ts';
import { demoAccounts, demoPassword } from '../../local/seed/demo-accounts.ts';
import { logIn } from '../../testing/stack/log-in.ts';

const visits: readonly { readonly role?: Visit['role']; readonly pages: readonly string[] }[] = [
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

export interface Visit {
  readonly page: string;
  readonly role?: keyof typeof demoAccounts | undefined;
}

const allPages: readonly Visit[] = visits.flatMap(({ role, pages }) => pages.map((page) => ({ page, role })));

export const nameOf = ({ page, role }: Visit): string => `\`${page}\`, ${role ?? 'visitor'}`;

/** The visits to the asked pages only. @throws CommandError for a page that is not measured */
export const visitsTo = (asked: readonly string[]): readonly Visit[] => {
  const unknown = asked.filter((path) => !allPages.some(({ page }) => page === path));
  if (unknown.length > 0)
    throw new CommandError(
      `Not measured: ${unknown.join(', ')}.`,
      `Pages: ${[...new Set(allPages.map(({ page }) => page))].join(', ')}.`,
    );
  return asked.length === 0 ? allPages : allPages.filter(({ page }) => asked.includes(page));
};

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

const bookingPath = async (origin: string): Promise<string> => {
  const answer = await fetch(origin + catalogueRoutes.listClasses.path);
  const { classes } = classListSchema.parse(await answer.json());
  const slot = classes.flatMap(({ time_slots }) => time_slots).find((candidate) => !isFull(candidate));
  if (!slot) throw new Error('The sample data has no slot with a free place');
  return `/book-class/${slot.class_id}/${slot.id}`;
};

const registerPath = async (context: BrowserContext): Promise<string> => {
  const page = await context.newPage();
  await page.goto(paths.coach);
  const link = page.getByRole('main').locator(`a[href^="${paths.coach}/"]`).first();
  return link.evaluate((element: HTMLAnchorElement) => element.pathname);
};

/** The address of a visit, and the session in which it is opened. */
export const openAs = async (
  browser: Browser,
  origin: string,
  { page, role }: Visit,
): Promise<{ readonly address: string } & Pick<BrowserContextOptions, 'storageState'>> => {
  const context = await browser.newContext({ baseURL: origin });
  try {
    // Anew for each page: a sign-in must not be renewed during the measurement.
    const session = role && { storageState: await logIn(context, demoAccounts[role], demoPassword) };
    const path =
      page === pathPatterns.bookClass
        ? await bookingPath(origin)
        : page === pathPatterns.coachRegister
          ? await registerPath(context)
          : page;
    return { address: origin + path, ...session };
  } finally {
    await context.close();
  }
};
