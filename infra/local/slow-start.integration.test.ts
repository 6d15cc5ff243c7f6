import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { listClasses } from '#functions/classes/classes';
import { connectTable } from '#functions/lib/table';
import { listMessages } from '#functions/messages/messages';
import { sampleClasses } from '#infra/local/seed/sample-classes';
import { randomOf } from '../testing/random.ts';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { startFaultProxy } from '../tools/soak/fault-proxy.ts';
import { resourceNames } from './addresses.ts';
import { startDatabase } from './dynamodb.ts';
import { startStack, whenSlow } from './stack.ts';

// The deadlines of a request that a person waits for are over at once: two seconds against answers of 300 ms, without the
// wait. What the start does may have none of them.
vi.mock('#functions/limits', async (original) => ({
  ...(await original<typeof import('#functions/limits')>()),
  patienceMs: 1,
  messengerRunMs: 1,
  messengerCheckMs: 1,
}));
vi.mock('#functions/lib/aws-requests', async (original) => {
  const real = await original<typeof import('#functions/lib/aws-requests')>();
  const over = { connectionTimeout: 1, socketTimeout: 1, maxAttempts: 1 };
  const { answering, userPool, mail } = { answering: over, userPool: over, mail: over };
  return { ...real, requestLimits: { ...real.requestLimits, answering, userPool, mail } };
});

afterEach(() => {
  vi.unstubAllEnvs();
});

it('stores the sample data however slow the engine is, and while transactions conflict [STA-01]', async () => {
  const engine = await startDatabase();
  onTestFinished(engine.stop);
  const random = randomOf('slow-start');
  let conflicts = 0;
  const proxy = await startFaultProxy(engine.endpoint, {
    faultOf: ({ operation }) => {
      if (operation !== 'TransactWriteItems' || !random.chance(0.15)) return { kind: 'slow', beforeMs: 3 };
      conflicts += 1;
      return { kind: 'conflict' };
    },
  });
  onTestFinished(proxy.stop);
  vi.stubEnv('DYNAMODB_ENDPOINT', proxy.endpoint);
  const steps: string[] = [];

  const stack = await startStack({ dataDir: await tempDir(), onStep: (step) => steps.push(step) });

  const table = connectTable(resourceNames.table, { connectionTimeout: 0, socketTimeout: 0, maxAttempts: 1 });
  const classes = await listClasses(table);
  const messages = await listMessages(table, { before: undefined, limit: 10 });
  await stack.stop();
  table.client.destroy();
  expect(conflicts).toBeGreaterThan(20);
  expect(classes.length).toBeGreaterThanOrEqual(sampleClasses.length);
  // The reminders of tomorrow are made at five in the afternoon.
  const sent = messages.filter(({ kind }) => kind !== 'reminder').map(({ state }) => state);
  expect(sent).toEqual(['done', 'done', 'done', 'done', 'done']);
});

it('says how far a slow start is, a line every five seconds [STA-01]', () => {
  const said: string[] = [];
  let now = 0;
  const say = whenSlow(
    (text) => said.push(text),
    () => now,
  );
  for (let stored = 1; stored <= 32; stored += 1, now += 1_000) say(`${stored} of 32 classes`);
  expect(said).toEqual([6, 11, 16, 21, 26, 31].map((stored) => `${stored} of 32 classes`));
});
