import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { demoPassword } from '../../local/seed/demo-accounts.ts';
import { askForFrames, finishAnimations } from '../../testing/browser/page.ts';
import { logIn } from '../../testing/stack/log-in.ts';

const defaultWidths: readonly number[] = [375, 768, 1280, 1920];
const themes = ['light', 'dark'] as const;
const height = 900;
/** A screen that loads for ever, or reads again and again, is taken after this time. */
const longestRestMs = 3_000;

export type Session = NonNullable<BrowserContextOptions['storageState']>;

interface CameraOptions {
  readonly browser: Browser;
  readonly baseURL: string;
  readonly folder: string;
  readonly only: string;
}

interface Screen {
  readonly name: string;
  readonly storageState?: Session;
  readonly widths?: readonly number[];
  readonly arrive: (page: Page) => Promise<unknown>;
  readonly steps?: readonly (readonly [name: string, act: (page: Page) => Promise<unknown>])[];
}

export const rest = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: longestRestMs }).catch(() => {});
  await page.evaluate(() => document.fonts.ready);
};

/** Makes the window as high as the page, because browsers render content below the window late. */
const takeWhole = async (page: Page, width: number): Promise<Buffer> => {
  await page.setViewportSize({ width, height });
  await finishAnimations(page);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole) });
  await finishAnimations(page);
  return page.screenshot({ fullPage: true });
};

const fileNameOf = (name: string): string => name.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '');

export const createCamera = ({ browser, baseURL, folder, only }: CameraOptions) => {
  const openPage = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options });
    await askForFrames(context);
    return context.newPage();
  };

  /** Only styles depend on theme and width: the screen keeps its state while they change. */
  const takeLooks = async (page: Page, name: string, widths: readonly number[]): Promise<void> => {
    for (const width of widths)
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        const file = `${fileNameOf(name)}-${width}-${colorScheme}.png`;
        await writeFile(join(folder, file), await takeWhole(page, width));
      }
  };

  const takeScreen = async ({
    name,
    storageState,
    widths = defaultWidths,
    arrive,
    steps = [],
  }: Screen): Promise<void> => {
    if (![name, ...steps.map(([step]) => step)].some((text) => text.includes(only))) return;
    const [width = 0] = widths;
    const page = await openPage({ viewport: { width, height }, ...(storageState && { storageState }) });
    try {
      await arrive(page);
      await rest(page);
      await takeLooks(page, name, widths);
      for (const [step, act] of steps) {
        await page.setViewportSize({ width, height });
        await act(page);
        await rest(page);
        await takeLooks(page, `${name} ${step}`, widths);
      }
    } finally {
      await page.context().close();
    }
  };

  return {
    openPage,

    /** Takes screens one after the other. A screen that cannot be reached does not keep the others from being taken. */
    take: async (screens: readonly Screen[]): Promise<void> => {
      for (const screen of screens) {
        try {
          await takeScreen(screen);
        } catch (error) {
          console.error(`${screen.name}: ${error instanceof Error ? error.message : error}`);
          process.exitCode = 1;
        }
      }
    },

    sessionOf: async (email: string, password = demoPassword): Promise<Session> =>
      logIn(await browser.newContext({ baseURL }), email, password),
  };
};

export type Camera = ReturnType<typeof createCamera>;

export const screensAt = (
  paths: readonly string[],
  prefix: string,
  storageState?: Session,
): readonly Screen[] =>
  paths.map((path) => ({
    name: `${prefix} ${path === '/' ? 'home' : path}`,
    ...(storageState && { storageState }),
    arrive: (page) => page.goto(path),
  }));
