import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { sampleFamily } from '../testing/samples/samples.ts';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { startTestStack } from '../testing/stack/test-stack.ts';

type TestStack = Awaited<ReturnType<typeof startTestStack>>;

const familyOf = (email: string) => {
  const family = sampleFamily();
  return { ...family, profile: { ...family.profile, email } };
};

const askForLink = async (stack: TestStack, email: string): Promise<void> => {
  expect(await stack.call({ route: 'requestPasswordReset', body: { email } })).toMatchObject({ status: 202 });
  for (;;) if ((await stack.mails()).some(({ to }) => to.includes(email))) return;
};

const countOf = async (stack: TestStack, email: string): Promise<number> =>
  (await stack.mails()).filter(({ to }) => to.includes(email)).length;

it('sets a damaged email and lost positions of streams aside, keeps the families, and sends nothing again [STA-03]', async () => {
  const dataDir = await tempDir();
  const first = await startTestStack({ dataDir });
  const emails = ['lost@example.com', 'kept@example.com', 'later@example.com'] as const;
  const [lost, kept, later] = emails;
  for (const email of emails) await first.createAccount(familyOf(email));
  await askForLink(first, lost);
  await askForLink(first, kept);
  await first.stop();
  const mails = join(dataDir, 'mail');
  const [damaged = ''] = (await readdir(mails)).toSorted();
  expect(await readFile(join(mails, damaged), 'utf8')).toContain(lost);
  await truncate(join(mails, damaged), 40);
  await truncate(join(dataDir, 'stream/position.json'), 10);
  await writeFile(join(dataDir, 'messenger-stream/position.json'), 'null');
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});

  // The functions read the environment when they are loaded: the next start is another process.
  vi.resetModules();
  const second = await startTestStack({ dataDir });

  // The records of before are delivered first.
  await askForLink(second, later);
  expect(await Promise.all(emails.map((email) => countOf(second, email)))).toEqual([0, 1, 1]);
  for (const email of emails) await second.signIn(email);
  await second.stop();
  const files = [
    join(mails, damaged),
    ...['stream', 'messenger-stream'].map((name) => join(dataDir, name, 'position.json')),
  ];
  expect(said.mock.calls.map(([line]) => line)).toEqual(
    files.map(
      (file) => `${file} is damaged: it was set aside as ${file}.damaged, and the start goes on without it.`,
    ),
  );
  expect((await readFile(`${files[0]}.damaged`, 'utf8')).length).toBe(40);
});
