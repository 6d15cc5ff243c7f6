import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '#shared/paths';
import { demoAccounts } from '../../local/seed/demo-accounts.ts';
import { startTestStack } from '../../testing/stack/test-stack.ts';
import { fillDataDir } from '../load/fill-data-dir.ts';
import { makeLoad } from '../load/make-load.ts';
import { type Camera, screensAt } from './camera.ts';

/** As many classes as the full load has, and fewer families: lists show one page of them. */
const sizes = { classes: 200, slots: 1_000, families: 500, bookings: 4_000 };

/** The screens of a school with 200 classes. */
export const takeManyClasses = async (cameraFor: (baseURL: string) => Camera): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'screens-'));
  await fillDataDir(dataDir, makeLoad(sizes, { now: new Date(), seed: 1 }));
  const stack = await startTestStack({ dataDir, empty: false });
  try {
    const camera = cameraFor(stack.url);
    await camera.take(screensAt([paths.bookCamp], '200 classes'));
    const parent = await camera.sessionOf(demoAccounts.parent);
    await camera.take(screensAt([paths.browseClasses], '200 classes', parent));
    const admin = await camera.sessionOf(demoAccounts.admin);
    const crowded = [
      paths.admin,
      paths.adminClasses,
      paths.adminBookings,
      paths.adminUsers,
      paths.adminPayments,
    ];
    await camera.take(screensAt(crowded, '200 classes', admin));
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true });
  }
};
