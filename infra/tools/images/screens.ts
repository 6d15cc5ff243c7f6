import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
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

/** A window of one screen, once a text is in it. */
const takeWindow = async (
  { openPage }: Camera,
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

/** The listing on a laptop and a phone side by side, for the README. */
const takeListing = async (camera: Camera): Promise<void> => {
  const listing = { path: paths.bookCamp, text: 'Choose your time slot:' };
  const windows = [
    await takeWindow(camera, listing, [1280, 800]),
    await takeWindow(camera, listing, [390, 800]),
  ];
  const [laptop, phone] = windows.map((picture) => picture.toString('base64'));
  const page = await camera.openPage({ viewport: { width: 1200, height: 600 } });
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
const takeReadmePictures = async (camera: Camera, stack: TestStack): Promise<void> => {
  await mkdir(images, { recursive: true });
  await takeListing(camera);
  const parent = await camera.sessionOf(demoAccounts.parent);
  const path = (await bookingPaths(stack)).get('open') ?? '';
  const booking = await takeWindow(
    camera,
    { path, text: 'You agree to pay', storageState: parent },
    [375, 667],
  );
  await writeFile(join(images, 'booking.png'), booking);
  const admin = await camera.sessionOf(demoAccounts.admin);
  const timetable = await takeWindow(
    camera,
    { path: paths.admin, text: 'The Next Seven Days', storageState: admin },
    [1280, 960],
  );
  await writeFile(join(images, 'timetable.png'), timetable);
};

// Takes pictures of every screen into screenshots/, at four widths and in both themes: with the sample data, in each of its
// states, in an empty season and with 200 classes; and the images of the README into docs/images/. `--only <text>` takes the
// screens with this text in their name, `--readme` the images alone; `samples`, `states`, `coach` or `load` is one part of them.

await runAsCommand(async () => {
  const {
    positionals,
    values: { only = '', readme },
  } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' }, readme: { type: 'boolean' } },
  });

  const folder = join(import.meta.dirname, '../../../screenshots');

  /** Runs with a browser, whose cameras it makes. */
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

  /** Runs with a new system and its camera. */
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
    // The functions log every request.
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
