import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { localPaths } from '#infra/local/addresses';
import { demoAccounts, demoPassword } from '#infra/local/seed/demo-accounts';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { paths } from '#shared/paths';
import { test as base, expect } from './testing/test.ts';

const startScript = join(import.meta.dirname, '../../infra/testing/stack/start-in.ts');

interface System {
  /** Starts the local system as a process of its own, with the sample data at first. Resolves to its URL. */
  start(port?: number): Promise<string>;
  stop(): Promise<void>;
}

const test = base.extend<{ readonly system: System }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  system: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'restart-'));
    let child: ChildProcess | undefined;
    const stop = async (): Promise<void> => {
      if (!child || child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    };
    await use({
      start: async (port = 0) => {
        const started = spawn(process.execPath, [startScript], {
          env: { ...process.env, PORT: String(port), TEST_DATA_DIR: dataDir },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        child = started;
        for await (const line of createInterface({ input: started.stdout })) {
          const url = /Ready on (\S+)/.exec(line)?.[1];
          if (url) return url;
        }
        throw new Error('The local system ended before it was ready');
      },
      stop,
    });
    await stop();
    await rm(dataDir, { recursive: true });
  },
});

test('a restart keeps the booking, the session and the email', { tag: '@exhaustive' }, async ({
  newPage,
  system,
}) => {
  const page = await newPage();
  const url = await system.start();
  await page.goto(url + paths.login);
  await submitLogIn(page, demoAccounts.parent, demoPassword);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.goto(url + paths.browseClasses);
  await page.getByRole('button', { name: 'Book Now' }).first().click();
  const { child } = bookingForm(page);
  const [name = ''] = ((await child.getByRole('option').nth(1).textContent()) ?? '').split(' (');
  await bookFor(page, name);
  await expectConfirmation(page);
  await page.goto(url + paths.parentBookings);
  // Offers and waiting lists, which also name the child, come with other answers.
  const booking = page
    .getByRole('region', { name: 'Upcoming' })
    .getByRole('article')
    .filter({ hasText: name });
  await expect(booking.first()).toBeVisible();
  // Cards are rendered in steps, and this after all of them.
  await expect(page.getByRole('region', { name: 'All sessions in your calendar' })).toBeVisible();
  const count = await booking.count();
  await page.goto(url + localPaths.mailbox);
  // The sample data sends other emails.
  const mail = page.getByRole('link', { name: demoAccounts.parent }).filter({ hasText: 'confirmed for' });
  await expect(mail).toHaveCount(1);
  // The mailbox reloads itself, which would fail while the system is stopped.
  await page.goto('about:blank');

  await system.stop();
  await system.start(Number(new URL(url).port));
  await page.goto(url + paths.parentBookings);
  await expect(booking).toHaveCount(count);
  await page.goto(url + localPaths.mailbox);
  await expect(mail).toHaveCount(1);
});
