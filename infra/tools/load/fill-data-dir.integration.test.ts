/** @module-tag exhaustive */
import { expect, it, vi } from 'vitest';
import { patiently } from '#infra/testing/runner/slowness';
import { tempDir } from '../../testing/stack/temp-dir.ts';
import { startTestStack } from '../../testing/stack/test-stack.ts';
import { makeLoad } from './make-load.ts';
import { fillDataDir } from './store-load.ts';

const load = makeLoad({ classes: 3, slots: 6, families: 30, bookings: 40 }, { now: new Date(), seed: 1 });

it('adds a load to the sample data without sending confirmations', async () => {
  const dataDir = await tempDir();
  const progress: number[] = [];
  await fillDataDir(dataDir, load, (stored) => progress.push(stored));
  expect(progress.at(-1)).toBeGreaterThan(100);

  const failed = vi.spyOn(console, 'error');
  const stack = await startTestStack({ dataDir });
  try {
    await expect(fillDataDir(dataDir, load)).rejects.toThrow('already runs');
    const { body } = await stack.call({ route: 'listClasses' });
    const venues = new Set(Object(body).classes.map(({ venue }: { venue: string }) => venue));
    for (const { venue } of load.classes) expect(venues).toContain(venue);
    expect(venues.size).toBeGreaterThan(load.classes.length);
    // The stream is in order: confirmations of the load would arrive before this link.
    const { email } = (await stack.createAccount()).family.profile;
    await stack.call({ route: 'requestPasswordReset', body: { email } });
    const recipients = async () => (await stack.mails()).flatMap(({ to }) => to);
    await vi.waitFor(async () => expect(await recipients()).toContain(email), patiently);
    // The sample data sends other emails.
    const confirmations = (await stack.mails()).filter(({ subject }) => subject.includes(' confirmed for '));
    expect(confirmations).toEqual([]);
  } finally {
    await stack.stop();
  }
  expect(failed.mock.calls, 'failures of functions, the timer for example').toEqual([]);
});
