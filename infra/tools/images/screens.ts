import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';
import { CommandError, runAsCommand } from '../../command.ts';
import { demoAccounts } from '../../local/seed/demo-accounts.ts';
import { businessTimeZone } from '../../testing/browser/business-day.ts';
import { startTestStack, type TestStack } from '../../testing/stack/test-stack.ts';
import { type Camera, createCamera, rest, type Session } from './camera.ts';
import {
  bookingPaths,
  takeCoachStates,
  takeEmptySeason,
  takeManyClasses,
  takeSamples,
  takeStates,
} from './screen-list.ts';

const images = join(import.meta.dirname, '../../../docs/images');

interface Window {
  readonly path: string;
  readonly text: string;
  readonly storageState?: Session;
  readonly act?: (page: Page) => Promise<unknown>;
}

const takeWindow = async (
  { openPage }: Camera,
  { path, text, storageState, act }: Window,
  [width, height]: readonly [number, number],
): Promise<Buffer> => {
  const page = await openPage({ viewport: { width, height }, ...(storageState && { storageState }) });
  await page.goto(path);
  await page.getByText(text).first().waitFor();
  await rest(page);
  await act?.(page);
  await rest(page);
  const picture = await page.screenshot();
  await page.context().close();
  return picture;
};

const takeTogether = async (
  camera: Camera,
  file: string,
  height: number,
  windows: readonly (readonly [device: 'laptop' | 'phone', place: string, picture: Buffer])[],
): Promise<void> => {
  const page = await camera.openPage({ viewport: { width: 1200, height } });
  await page.setContent(`<style>
    body { margin: 0; height: ${height}px; background: ${palette.pitch}; position: relative; overflow: hidden }
    img { position: absolute; display: block; border: 6px solid ${palette.navy}; box-shadow: 0 16px 40px rgb(0 0 0 / .35) }
    .laptop { border-radius: 14px }
    .phone { border-radius: 26px }
  </style>
  ${windows
    .map(
      ([device, place, picture]) =>
        `<img class="${device}" style="${place}" src="data:image/png;base64,${picture.toString('base64')}" alt="${brand.name} on a ${device}">`,
    )
    .join('')}`);
  await page.screenshot({ path: join(images, file) });
  await page.context().close();
};

const takeListing = async (camera: Camera): Promise<void> => {
  const listing = { path: paths.bookCamp, text: 'Choose your time slot:' };
  await takeTogether(camera, 'listing.png', 600, [
    ['laptop', 'left: 40px; top: 48px; width: 800px', await takeWindow(camera, listing, [1280, 800])],
    ['phone', 'right: 44px; top: 40px; height: 508px', await takeWindow(camera, listing, [390, 800])],
  ]);
};

const takeSchool = async (camera: Camera, admin: Session): Promise<void> => {
  const season: Window = {
    path: paths.admin,
    text: 'Places Filled',
    storageState: admin,
    act: (page) =>
      page.getByText('Places Filled').evaluate((heading) => {
        window.scrollTo(0, heading.getBoundingClientRect().top - 100);
      }),
  };
  const payments: Window = { path: paths.adminPayments, text: 'Days Open', storageState: admin };
  const register: Window = {
    path: paths.coach,
    text: 'Register: Not started',
    storageState: await camera.sessionOf(demoAccounts.coach),
    act: async (page) => {
      await page
        .getByRole('link', { name: /^Register/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'All present' }).click();
      await page.getByRole('button', { name: 'Absent', exact: true }).nth(1).click();
      await page.getByText('All sent').waitFor();
    },
  };
  await takeTogether(camera, 'school.png', 900, [
    ['laptop', 'left: 40px; top: 40px; width: 760px', await takeWindow(camera, payments, [1280, 760])],
    ['laptop', 'left: 84px; top: 420px; width: 760px', await takeWindow(camera, season, [1280, 740])],
    ['phone', 'right: 36px; top: 110px; height: 680px', await takeWindow(camera, register, [390, 900])],
  ]);
};

const takeReadmePictures = async (camera: Camera, stack: TestStack): Promise<void> => {
  await mkdir(images, { recursive: true });
  await takeListing(camera);
  const booking: Window = {
    path: (await bookingPaths(stack)).get('open') ?? '',
    text: 'You agree to pay',
    storageState: await camera.sessionOf(demoAccounts.parent),
    // The way back is under the header: not every browser of a server has a font with its arrow.
    act: (page) => page.evaluate(() => window.scrollTo(0, 48)),
  };
  await writeFile(join(images, 'booking.png'), await takeWindow(camera, booking, [375, 760]));
  const admin = await camera.sessionOf(demoAccounts.admin);
  const day: Window = { path: paths.admin, text: 'The Next Seven Days', storageState: admin };
  await writeFile(join(images, 'timetable.png'), await takeWindow(camera, day, [1280, 960]));
  await takeSchool(camera, admin);
};

// `--only <text>` takes screens with it in their name, `--readme` the README's; `samples`, `states`, `coach` or `load` one
// part.

await runAsCommand(async () => {
  const {
    positionals,
    values: { only = '', readme },
  } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' }, readme: { type: 'boolean' } },
  });

  const folder = join(import.meta.dirname, '../../../screenshots');

  const withBrowser = async (
    run: (cameraFor: (baseURL: string) => Camera) => Promise<void>,
  ): Promise<void> => {
    const { chromiumLaunch } = await import('../../testing/stack/chromium.ts');
    const browser = await chromium.launch(chromiumLaunch);
    try {
      await run((baseURL) => createCamera({ browser, baseURL, folder, only }));
    } finally {
      await browser.close();
    }
  };

  const withStack = async (
    options: Parameters<typeof startTestStack>[0],
    run: (camera: Camera, stack: TestStack) => Promise<void>,
  ): Promise<void> => {
    const stack = await startTestStack(options);
    try {
      await withBrowser((cameraFor) => run(cameraFor(stack.url), stack));
    } finally {
      await stack.stop();
    }
  };

  /** Each part has a process of its own, because the functions connect to the first database of their process for ever. */
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    samples: () =>
      withStack({ empty: false }, async (camera, stack) => {
        if (!readme) await takeSamples(camera, stack);
        if (!only) await takeReadmePictures(camera, stack);
      }),
    states: () =>
      withStack({ timeZone: businessTimeZone }, async (camera, stack) => {
        await takeEmptySeason(camera, stack);
        await takeStates(camera, stack);
      }),
    coach: () => withStack({ timeZone: businessTimeZone }, takeCoachStates),
    load: () => withBrowser(takeManyClasses),
  };

  const runPart = async (part: () => Promise<void>): Promise<void> => {
    console.info = () => {};
    await mkdir(folder, { recursive: true });
    await part();
  };

  const [name, ...more] = positionals;
  if ((name !== undefined && !Object.hasOwn(parts, name)) || more.length > 0)
    throw new CommandError(
      `There is no part ${positionals.join(' ')}.`,
      `Name one of ${Object.keys(parts).join(', ')}, or none for all.`,
    );
  const chosen = parts[name ?? ''];
  if (chosen) return runPart(chosen);
  // A browser that does not start is said once, not by each part.
  await withBrowser(async () => {});
  for (const part of readme ? ['samples'] : Object.keys(parts)) {
    const command = [...process.execArgv, import.meta.filename, part, ...process.argv.slice(2)];
    const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
});
