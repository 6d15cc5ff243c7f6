import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { sampleFamily } from '#infra/testing/samples/samples';
import { brand } from '#shared/brand';
import { routes } from '#shared/contract/routes';
import { toCalendarDate } from '#shared/domain/calendar';
import { isFull } from '#shared/domain/capacity';
import { programTiming } from '#shared/domain/schedule';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';
import { demoAccounts, demoPassword } from '../../local/seed/demo-accounts.ts';
import { chromiumPath } from '../../testing/stack/chromium.ts';
import { logIn } from '../../testing/stack/log-in.ts';
import { startTestStack, testPassword } from '../../testing/stack/test-stack.ts';

// Takes screenshots of every screen with the sample data into screenshots/, and the images of the README into docs/images/.

const projectRoot = join(import.meta.dirname, '../../..');
const folder = join(projectRoot, 'screenshots');
const widths = [375, 768, 1280, 1920];
const themes = ['light', 'dark'] as const;
const looksPerScreen = widths.length * themes.length;

const visitorPages = [
  paths.home,
  paths.bookCamp,
  paths.contact,
  paths.login,
  paths.signUp,
  paths.forgotPassword,
  paths.resetPasswordLink('x'),
  paths.verifyEmail,
  paths.newsletterConfirm,
  paths.newsletterLeave,
  `${paths.bookCamp}?program=eliteballerz&day=monday&places=yes`,
  '/nowhere',
];
const parentPages = [
  paths.browseClasses,
  paths.parent,
  paths.parentClasses,
  paths.parentBookings,
  paths.parentPayments,
  paths.parentProfile,
];
/** Screens that differ for a parent without children and bookings. */
const emptyPages = [paths.parent, paths.parentBookings, paths.parentPayments, paths.parentProfile];
const adminPages = [
  paths.admin,
  paths.adminClasses,
  paths.adminBookings,
  paths.adminPayments,
  paths.adminUsers,
  paths.adminMessages,
  paths.adminAdmins,
  paths.adminActivity,
  paths.adminNewsletter,
];

/** The booking screens of a slot with places, of a full slot and of a class that has ended. */
const bookingPages = async (): Promise<Map<string, string>> => {
  const { body } = await stack.call({ route: 'listClasses' });
  const { classes } = routes.listClasses.response.parse(body);
  const today = toCalendarDate(new Date(), 'Europe/London');
  const [ended = [], running = []] = [true, false].map((hasEnded) =>
    classes
      .filter((cls) => (programTiming(cls, today) === 'ended') === hasEnded)
      .flatMap(({ time_slots }) => time_slots),
  );
  const slots = [
    ['open', running.find((slot) => slot.max_capacity - slot.current_bookings > looksPerScreen)],
    ['full', running.find(isFull)],
    ['ended', ended[0]],
  ] as const;
  return new Map(
    slots.flatMap(([name, slot]) => (slot ? [[name, paths.bookClass(slot.class_id, slot.id)]] : [])),
  );
};

type Session = NonNullable<BrowserContextOptions['storageState']>;

const stack = await startTestStack({ empty: false });
const browser: Browser = await chromium.launch({
  executablePath: chromiumPath,
  chromiumSandbox: false,
});

const openPage = async (options: BrowserContextOptions): Promise<Page> => {
  const context = await browser.newContext({ baseURL: stack.url, reducedMotion: 'reduce', ...options });
  return context.newPage();
};

const sessionOf = async (email: string): Promise<Session> =>
  logIn(await browser.newContext({ baseURL: stack.url }), email, demoPassword);

const rest = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
};

/** Makes the window as high as the page, because browsers render content below the window late. */
const takeWhole = async (page: Page): Promise<Buffer> => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, pageHeight) });
  await rest(page);
  return page.screenshot({ fullPage: true });
};

/** Replaces ids, which differ in every run. */
const nameOf = (path: string): string =>
  path
    .replaceAll(/(?:cls|slt)_\w+/g, '')
    .replaceAll(/[^a-z0-9]+/gi, '-')
    .replaceAll(/^-|-$/g, '') || 'home';

/** Takes screenshots of one screen at every width and in both themes. `arrive` navigates a new page to it for the nth time. */
const takeScreen = async (
  name: string,
  storageState: Session | undefined,
  arrive: (page: Page, nth: number) => Promise<unknown>,
): Promise<void> => {
  const looks = widths.flatMap((width) => themes.map((colorScheme) => ({ width, colorScheme })));
  for (const [nth, { width, colorScheme }] of looks.entries()) {
    const page = await openPage({
      viewport: { width, height: 900 },
      colorScheme,
      ...(storageState && { storageState }),
    });
    await arrive(page, nth);
    await rest(page);
    await writeFile(join(folder, `${name}-${width}-${colorScheme}.png`), await takeWhole(page));
    await page.context().close();
  }
};

const takeAll = async (pages: readonly string[], storageState?: Session, prefix = ''): Promise<void> => {
  for (const path of pages) {
    await takeScreen(`${prefix}${nameOf(path)}`, storageState, (page) => page.goto(path));
  }
};

/** The confirmation is only shown after a booking, so that each screenshot needs another child. */
const takeConfirmation = async (bookingPath: string): Promise<void> => {
  const children = Array.from({ length: looksPerScreen }, (_, index) => ({ name: `Robin ${index + 1}` }));
  const { family } = await stack.createAccount(sampleFamily({ children }));
  const session = await logIn(
    await browser.newContext({ baseURL: stack.url }),
    family.profile.email,
    testPassword,
  );
  await takeScreen('confirmation', session, async (page, nth) => {
    await page.goto(bookingPath);
    // The first entry of the list is a placeholder.
    await page.getByRole('combobox', { name: 'Child' }).selectOption({ index: nth + 1 });
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
  });
};

/** The screens of the first class with its rosters, and of the first parent. */
const takeDetails = async (session: Session): Promise<void> => {
  await takeScreen('admin-class', session, async (page) => {
    await page.goto(paths.adminClasses);
    await page.getByRole('main').locator(`a[href^="${paths.adminClasses}/"]`).first().click();
  });
  await takeScreen('admin-parent', session, async (page) => {
    await page.goto(paths.adminUsers);
    await page.getByRole('main').locator('a[href^="/admin/parents/"]').first().click();
  });
};

/** A window of one screen, once a text is in it. */
const takeWindow = async (
  { path, text, storageState }: { path: string; text: string; storageState?: Session },
  [width, height]: readonly [number, number],
): Promise<Buffer> => {
  const page = await openPage({ viewport: { width, height }, ...(storageState && { storageState }) });
  await page.goto(path);
  await page.getByText(text).first().waitFor();
  await rest(page);
  const picture = await page.screenshot();
  await page.context().close();
  return picture;
};

const images = join(projectRoot, 'docs/images');

/** The listing on a laptop and a phone side by side, for the README. */
const takeListing = async (): Promise<void> => {
  const listing = { path: paths.bookCamp, text: 'Choose your time slot:' };
  const windows = [await takeWindow(listing, [1280, 800]), await takeWindow(listing, [390, 800])];
  const [laptop, phone] = windows.map((picture) => picture.toString('base64'));
  const page = await openPage({ viewport: { width: 1200, height: 600 } });
  await page.setContent(`<style>
    body { margin: 0; height: 600px; background: ${palette.pitch}; position: relative; overflow: hidden }
    img { position: absolute; display: block; border: 6px solid ${palette.navy}; box-shadow: 0 16px 40px rgb(0 0 0 / .35) }
    .laptop { left: 40px; top: 48px; width: 800px; border-radius: 14px }
    .phone { right: 44px; top: 40px; height: 508px; border-radius: 26px }
  </style>
  <img class="laptop" src="data:image/png;base64,${laptop}" alt="${brand.name} on a laptop">
  <img class="phone" src="data:image/png;base64,${phone}" alt="${brand.name} on a phone">`);
  await page.screenshot({ path: join(images, 'listing.png') });
};

/** The pictures of the README: the listing, booking on a phone, and the owner's timetable. */
const takeReadmePictures = async (): Promise<void> => {
  await mkdir(images, { recursive: true });
  await takeListing();
  const parent = await sessionOf(demoAccounts.parent);
  const path = (await bookingPages()).get('open') ?? '';
  const booking = await takeWindow({ path, text: 'You agree to pay', storageState: parent }, [375, 667]);
  await writeFile(join(images, 'booking.png'), booking);
  const admin = await sessionOf(demoAccounts.admin);
  const timetable = await takeWindow(
    { path: paths.admin, text: 'Today and the Next Seven Days', storageState: admin },
    [1280, 1120],
  );
  await writeFile(join(images, 'timetable.png'), timetable);
};

try {
  await mkdir(folder, { recursive: true });
  if (!process.argv.includes('--readme')) {
    await takeAll(visitorPages);
    const parent = await sessionOf(demoAccounts.parent);
    await takeAll(parentPages, parent);
    const bookings = await bookingPages();
    for (const [state, path] of bookings) await takeAll([path], parent, `${state}-`);
    await takeConfirmation(bookings.get('open') ?? '');
    await takeAll(emptyPages, await sessionOf(demoAccounts.newParent), 'new-parent-');
    const admin = await sessionOf(demoAccounts.admin);
    await takeAll(adminPages, admin);
    await takeDetails(admin);
  }
  await takeReadmePictures();
} finally {
  await browser.close();
  await stack.stop();
}
