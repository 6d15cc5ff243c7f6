import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { localPaths } from '#infra/local/addresses';
import { startTestStack } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { bookFor, seeConfirmation } from './testing/booking-form.ts';
import { businessTimeZone } from './testing/business-day.ts';
import { addClass, cardOf, slotBox, slotOf } from './testing/classes.ts';
import { familyOfTwo } from './testing/families.ts';
import { watchForProblems } from './testing/problem-guard.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';

it('after a stop and a start the booking, the session and the email are still there', async ({ browser }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'restart-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const options = { dataDir, timeZone: businessTimeZone };

  const before = await startTestStack(options);
  const cls = await addClass(before);
  const { family } = await before.createAccount(familyOfTwo());
  const { email } = family.profile;
  const context = await browser.newContext({ baseURL: before.url });
  const checkProblems = watchForProblems(context, []);
  const page = await context.newPage();
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await logIn(page, email);
  await bookFor(page, 'Ana Parent');
  await seeConfirmation(page);
  await soon(async () => (await before.mails()).length).toBe(1);
  await before.stop();

  // A new start is a new process: no handler that was loaded before is there.
  vi.resetModules();
  const after = await startTestStack({ ...options, port: Number(new URL(before.url).port) });
  onTestFinished(after.stop);
  await page.goto(paths.parentBookings);
  await cardOf(page, cls).getByText('Ana Parent (age 9)').waitFor();
  await page.goto(paths.browseClasses);
  await slotBox(page, cls).getByText('9 spots remaining').waitFor();
  await page.goto(localPaths.mailbox);
  await page.getByRole('link', { name: email }).waitFor();
  expect(await after.mails()).toHaveLength(1);
  await context.close();
  checkProblems();
});
