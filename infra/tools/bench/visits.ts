import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { pathPatterns, paths } from '#shared/paths';
import { CommandError } from '../../command.ts';
import { demoAccounts, demoPassword } from '../../local/seed/demo-accounts.ts';
import { logIn } from '../../testing/stack/log-in.ts';

/** How the bench opens pages: each frame of a placeholder's animation would recalculate styles. */
export const phone = { isMobile: true, hasTouch: true, reducedMotion: 'reduce' } as const;

export interface Visit {
  readonly page: string;
  readonly role?: keyof typeof demoAccounts | undefined;
}

export const visitsAs = (role: Visit['role'], ...pages: readonly string[]): Visit[] =>
  pages.map((page) => ({ page, role }));

const allPages: readonly Visit[] = [
  ...visitsAs(undefined, paths.home, paths.bookCamp, paths.auth),
  ...visitsAs('parent', paths.home, paths.browseClasses, pathPatterns.bookClass),
  ...visitsAs('parent', paths.parent, paths.parentBookings, paths.parentPayments),
  // The sample data fills the first page of bookings: 50 rows.
  ...visitsAs('admin', paths.admin, paths.adminClasses, paths.adminBookings),
  ...visitsAs('admin', paths.adminUsers, paths.adminPayments),
  ...visitsAs('coach', paths.coach, pathPatterns.coachRegister),
];

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

/** The form of the first slot that has a place. */
const bookingPath = async (context: BrowserContext): Promise<string> => {
  const page = await context.newPage();
  await page.goto(paths.browseClasses);
  await page.getByRole('button', { name: 'Book Now' }).first().click();
  await page.waitForURL('**/book-class/**');
  return new URL(page.url()).pathname;
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
    const pathOf = { [pathPatterns.bookClass]: bookingPath, [pathPatterns.coachRegister]: registerPath }[
      page
    ];
    return { address: origin + ((await pathOf?.(context)) ?? page), ...session };
  } finally {
    await context.close();
  }
};
