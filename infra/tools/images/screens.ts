import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { adminPages, parentPages, pathPatterns, paths } from '#shared/paths';
import { runAsCommand } from '../../command.ts';
import { adminStates } from '../../testing/browser/admin-states.ts';
import { businessTimeZone } from '../../testing/browser/business-day.ts';
import { startSession } from '../../testing/browser/families.ts';
import { askForFrames, finishAnimations } from '../../testing/browser/page.ts';
import { arriveAt, prepareScreens, type ScreenState, screenStates } from '../../testing/browser/screens.ts';
import { startTestStack, type TestStack } from '../../testing/stack/test-stack.ts';
import { nameOf, openAs, type Visit, visitsAs } from '../bench/visits.ts';

const projectRoot = join(import.meta.dirname, '../../..');
const folder = join(projectRoot, 'screenshots');
const narrowest = 375;
const widths = [narrowest, 768, 1280, 1920];
const height = 900;
/** A screen that loads for ever, or reads again and again, is taken after this time. */
const longestRestMs = 3_000;

interface Studio {
  readonly browser: Browser;
  readonly stack: TestStack;
}

const openPage = async ({ browser, stack }: Studio, options: BrowserContextOptions): Promise<Page> => {
  const context = await browser.newContext({ baseURL: stack.url, reducedMotion: 'reduce', ...options });
  await askForFrames(context);
  return context.newPage();
};

const rest = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: longestRestMs }).catch(() => {});
  await page.evaluate(() => document.fonts.ready);
};

/** Makes the window as high as the page, because browsers render content below the window late. */
const showWhole = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height });
  await finishAnimations(page);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole) });
  await finishAnimations(page);
};

/** Only styles depend on theme and width: the screen keeps its state while they change. */
const takeLooks = async (page: Page, name: string): Promise<void> => {
  await rest(page);
  const file = name.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '');
  for (const width of widths)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await showWhole(page, width);
      await page.screenshot({ path: join(folder, `${file}-${width}-${colorScheme}.png`), fullPage: true });
    }
  await page.setViewportSize({ width: narrowest, height });
};

interface Screen extends Pick<ScreenState, 'name' | 'steps'> {
  readonly session: BrowserContextOptions;
  readonly arrive: (page: Page) => Promise<unknown>;
}

/** A screen that cannot be reached does not keep the others from being taken. */
const takeScreen = async (studio: Studio, { name, session, arrive, steps = [] }: Screen): Promise<void> => {
  const page = await openPage(studio, { ...session, viewport: { width: narrowest, height } });
  try {
    await arrive(page);
    await takeLooks(page, name);
    for (const [step, act] of steps) {
      await act(page);
      await takeLooks(page, `${name} ${step}`);
    }
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  } finally {
    await page.context().close();
  }
};

const sampleVisits: readonly Visit[] = [
  ...visitsAs(undefined, paths.home, paths.bookCamp),
  ...visitsAs('parent', paths.browseClasses, pathPatterns.bookClass, ...parentPages),
  ...visitsAs('newParent', ...parentPages),
  ...visitsAs('admin', ...adminPages),
  ...visitsAs('coach', paths.coach, pathPatterns.coachRegister),
];

const takeSamples = async (studio: Studio, only: string): Promise<void> => {
  for (const visit of sampleVisits.filter((one) => nameOf(one).includes(only))) {
    const { address, ...session } = await openAs(studio.browser, studio.stack.url, visit);
    await takeScreen(studio, { name: nameOf(visit), session, arrive: (page) => page.goto(address) });
  }
};

/** What the accessibility tests check. Administrators come first: a booking of the last state of parents changes theirs. */
const takeStates = async (studio: Studio, only: string): Promise<void> => {
  const { stack } = studio;
  await stack.clear();
  const scene = await prepareScreens(stack);
  const isAsked = ({ name, steps = [] }: ScreenState) =>
    [name, ...steps.map(([step]) => step)].some((text) => text.includes(only));
  for (const state of [...adminStates, ...screenStates].filter(isAsked)) {
    const localStorage = state.as ? await startSession(stack, state.as(scene)) : [];
    await takeScreen(studio, {
      ...state,
      session: { storageState: { cookies: [], origins: [{ origin: stack.url, localStorage }] } },
      arrive: (page) => arriveAt(page, async () => {}, scene, state),
    });
  }
};

interface Window {
  readonly visit: Visit;
  readonly size: readonly [width: number, height: number];
  readonly act?: (page: Page) => Promise<unknown>;
}

const takeWindow = async (studio: Studio, { visit, size, act }: Window): Promise<Buffer> => {
  const { address, ...session } = await openAs(studio.browser, studio.stack.url, visit);
  const page = await openPage(studio, { ...session, viewport: { width: size[0], height: size[1] } });
  await page.goto(address);
  await page.locator('main:has(:is(h1, h2)):not(:has([aria-busy=true]))').waitFor();
  await rest(page);
  await act?.(page);
  await rest(page);
  const picture = await page.screenshot();
  await page.context().close();
  return picture;
};

/** @param windows each with its place; the last one is a phone */
const takeTogether = async (
  studio: Studio,
  windowHeight: number,
  windows: readonly (Window & { readonly place: string })[],
): Promise<Buffer> => {
  const pictures: string[] = [];
  for (const window of windows) {
    const data = (await takeWindow(studio, window)).toString('base64');
    pictures.push(`<img style="${window.place}" src="data:image/png;base64,${data}" alt="${brand.name}">`);
  }
  const page = await openPage(studio, { viewport: { width: 1200, height: windowHeight } });
  await page.setContent(`<style>
    body { margin: 0; height: ${windowHeight}px; background: ${palette.pitch}; position: relative; overflow: hidden }
    img { position: absolute; border: 6px solid ${palette.navy}; border-radius: 14px; box-shadow: 0 16px 40px rgb(0 0 0 / .35) }
    img:last-child { border-radius: 26px }
  </style>${pictures.join('')}`);
  const picture = await page.screenshot();
  await page.context().close();
  return picture;
};

const showPlacesFilled = (page: Page): Promise<unknown> =>
  page.getByText('Places Filled').evaluate((heading) => {
    window.scrollTo(0, heading.getBoundingClientRect().top - 100);
  });

const markRegister = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'All present' }).click();
  await page.getByRole('button', { name: 'Absent', exact: true }).nth(1).click();
  await page.getByText('All sent').waitFor();
};

const takeReadme = async (studio: Studio): Promise<void> => {
  const save = (name: string, picture: Buffer) =>
    writeFile(join(projectRoot, 'docs/images', `${name}.png`), picture);
  const listing: Visit = { page: paths.bookCamp };
  const booking: Visit = { page: pathPatterns.bookClass, role: 'parent' };
  const day: Visit = { page: paths.admin, role: 'admin' };
  const payments: Visit = { page: paths.adminPayments, role: 'admin' };
  const register: Visit = { page: pathPatterns.coachRegister, role: 'coach' };
  const listings = [
    { visit: listing, size: [1280, 800], place: 'left: 40px; top: 48px; width: 800px' },
    { visit: listing, size: [390, 800], place: 'right: 44px; top: 40px; height: 508px' },
  ] as const;
  await save('listing', await takeTogether(studio, 600, listings));
  // The way back is under the header: not every browser of a server has a font with its arrow.
  const hideArrow = (page: Page) => page.evaluate(() => window.scrollTo(0, 48));
  await save('booking', await takeWindow(studio, { visit: booking, size: [375, 760], act: hideArrow }));
  await save('timetable', await takeWindow(studio, { visit: day, size: [1280, 960] }));
  const school = [
    { visit: payments, size: [1280, 760], place: 'left: 40px; top: 40px; width: 760px' },
    { visit: day, size: [1280, 740], place: 'left: 84px; top: 420px; width: 760px', act: showPlacesFilled },
    { visit: register, size: [390, 900], place: 'right: 36px; top: 110px; height: 680px', act: markRegister },
  ] as const;
  await save('school', await takeTogether(studio, 900, school));
};

/** `--only <text>` takes screens with it in their name, `--readme` the pictures of the README alone. */
await runAsCommand(async () => {
  const options = { only: { type: 'string' }, readme: { type: 'boolean' } } as const;
  const { only = '', readme } = parseArgs({ options }).values;
  const { chromiumLaunch } = await import('../../testing/stack/chromium.ts');
  const browser = await chromium.launch(chromiumLaunch);
  console.info = () => {};
  await mkdir(folder, { recursive: true });
  try {
    const stack = await startTestStack({ empty: false, timeZone: businessTimeZone });
    try {
      const studio = { browser, stack };
      if (!only) await takeReadme(studio);
      if (!readme) await takeSamples(studio, only);
      if (!readme) await takeStates(studio, only);
    } finally {
      await stack.stop();
    }
  } finally {
    await browser.close();
  }
});
