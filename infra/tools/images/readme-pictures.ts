import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';
import { demoAccounts } from '../../local/seed/demo-accounts.ts';
import type { TestStack } from '../../testing/stack/test-stack.ts';
import { type Camera, rest, type Session } from './camera.ts';
import { bookingPaths } from './sample-screens.ts';

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
export const takeReadmePictures = async (camera: Camera, stack: TestStack): Promise<void> => {
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
    { path: paths.admin, text: 'Today and the Next Seven Days', storageState: admin },
    [1280, 960],
  );
  await writeFile(join(images, 'timetable.png'), timetable);
};
