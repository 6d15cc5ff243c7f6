import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { businessTimeZone } from '../../../web/e2e/testing/business-day.ts';
import { chromiumPath } from '../../testing/stack/chromium.ts';
import { startTestStack, type TestStack } from '../../testing/stack/test-stack.ts';
import { type Camera, createCamera } from './camera.ts';
import { takeManyClasses } from './load-screens.ts';
import { takeReadmePictures } from './readme-pictures.ts';
import { takeSamples } from './sample-screens.ts';
import { takeEmptySeason, takeStates } from './state-screens.ts';

// Takes pictures of every screen into screenshots/, at four widths and in both themes: with the sample data, in each of its
// states, in an empty season and with 200 classes; and the images of the README into docs/images/. `--only <text>` takes the
// screens with this text in their name, `--readme` the images alone.

const { only = '', readme } = parseArgs({
  options: { only: { type: 'string' }, readme: { type: 'boolean' } },
}).values;

const folder = join(import.meta.dirname, '../../../screenshots');
const browser = await chromium.launch({ executablePath: chromiumPath, chromiumSandbox: false });
const cameraFor = (baseURL: string): Camera => createCamera({ browser, baseURL, folder, only });

/** Runs with a new system and its camera. */
const withStack = async (
  options: Parameters<typeof startTestStack>[0],
  run: (camera: Camera, stack: TestStack) => Promise<void>,
): Promise<void> => {
  const stack = await startTestStack(options);
  try {
    await run(cameraFor(stack.url), stack);
  } finally {
    await stack.stop();
  }
};

// The functions log every request.
console.info = () => {};
await mkdir(folder, { recursive: true });
try {
  await withStack({ empty: false }, async (camera, stack) => {
    if (!readme) await takeSamples(camera, stack);
    if (!only) await takeReadmePictures(camera, stack);
  });
  if (!readme) {
    await withStack({ timeZone: businessTimeZone }, async (camera, stack) => {
      await takeEmptySeason(camera, stack);
      await takeStates(camera, stack);
    });
    await takeManyClasses(cameraFor);
  }
} finally {
  await browser.close();
}
