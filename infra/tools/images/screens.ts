import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { businessTimeZone } from '../../../web/e2e/testing/business-day.ts';
import { CommandError, runAsCommand } from '../../command.ts';
import { startTestStack, type TestStack } from '../../testing/stack/test-stack.ts';
import { type Camera, createCamera } from './camera.ts';
import { takeCoachStates } from './coach-screens.ts';
import { takeManyClasses } from './load-screens.ts';
import { takeReadmePictures } from './readme-pictures.ts';
import { takeSamples } from './sample-screens.ts';
import { takeEmptySeason, takeStates } from './state-screens.ts';

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
