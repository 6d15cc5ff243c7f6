import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { batchPut } from '#functions/lib/dynamo/writes';
import { openSigningKey } from '#infra/local/cognito/sessions';
import { startDatabase } from '#infra/local/dynamodb';
import { putClass } from '#infra/local/seed/put';
import type { FootballClass } from '#shared/classes/class';
import { addDays } from '#shared/lib/calendar';
import { busyPauseMs, busyRepeatedMs, hourMs } from '#shared/lib/durations';
import { familyClaim } from '#shared/roles';
import { bookingAmount } from '#shared/testing/session-calendars';
import { familyItems } from '../local/seed/world.ts';
import { localToday, sampleClass, sampleFamily } from './samples/samples.ts';
import { type Account, startTestStack, type TestStack } from './stack/test-stack.ts';

/**
 * Starts a stack with the limits of the gateway on a database whose transactions hold their items, as those of DynamoDB do:
 * others conflict with them (`withConflicts`).
 */
export const startOpeningStack = async () => {
  const database = await startDatabase();
  const proxy = new Worker(new URL('./opening-proxy.ts', import.meta.url), { workerData: database.endpoint });
  const [endpoint] = await once(proxy, 'message');
  process.env.DYNAMODB_ENDPOINT = String(endpoint);
  const folder = await mkdtemp(join(tmpdir(), 'opening-'));
  const stack = await startTestStack({ throttled: true, dataDir: folder });
  const key = await openSigningKey(join(folder, 'cognito', 'signing-key.pem'));
  const [, payload = ''] = (await stack.createAccount()).token.split('.');
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return {
    stack,
    /** Families with one child each. They get tokens and no users of the pool, which would take a minute to make. */
    families: async (count: number): Promise<Account[]> => {
      const families = Array.from({ length: count }, () => sampleFamily());
      await batchPut(
        stack.table,
        families.flatMap((family) => familyItems(family)),
      );
      const exp = Math.floor((Date.now() + hourMs) / 1_000);
      return families.map((family) => ({
        family,
        token: key.sign({
          ...claims,
          sub: family.profile.id,
          username: family.profile.id,
          [familyClaim]: family.id,
          exp,
        }),
      }));
    },
    /** From now on transactions hold their items for so long. @returns for how long they held them until now, on average */
    holdFor: async (ms: number): Promise<number> => {
      proxy.postMessage(ms);
      const [heldMs] = await once(proxy, 'message');
      return Number(heldMs);
    },
    stop: async (): Promise<void> => {
      await stack.stop();
      await rm(folder, { recursive: true });
      delete process.env.DYNAMODB_ENDPOINT;
      await proxy.terminate();
      await database.stop();
    },
  };
};

export const openingClass = async (stack: TestStack, places: number): Promise<FootballClass> => {
  const today = localToday();
  const overrides = { start_date: today, end_date: addDays(today, 56) };
  const cls = sampleClass({ capacities: [places], overrides });
  await putClass(stack.table, cls);
  return cls;
};

export interface Press {
  /** Of the last answer: 201, or a clear refusal. After 429 or 503 the family has to press again. */
  readonly status: number;
  readonly code: unknown;
  readonly ms: number;
  /** Answers of the gateway that too many ask (429), and of the service that it is busy (503), before that one. */
  readonly crowded: number;
  readonly busy: number;
}

/** Has a family press. As the booking screen does, it asks again by itself while the service is busy. */
export const pressForPlace = async (
  stack: TestStack,
  cls: FootballClass,
  { family, token }: Account,
): Promise<Press> => {
  const idempotencyKey = randomUUID();
  const begun = performance.now();
  const refused = { crowded: 0, busy: 0 };
  for (let repetition = 0; ; repetition += 1) {
    const { status, headers, body } = await stack.call({
      route: 'bookSlot',
      token,
      idempotencyKey,
      body: {
        class_id: cls.id,
        time_slot_id: cls.time_slots[0]?.id,
        child_id: family.children[0]?.id,
        is_trial: false,
        amount: bookingAmount(cls, false, localToday()),
        calendar_version: 0,
      },
    });
    const ms = performance.now() - begun;
    if ((status !== 429 && status !== 503) || ms >= busyRepeatedMs)
      return { status, ...refused, code: Reflect.get(Object(body), 'code'), ms };
    refused[status === 429 ? 'crowded' : 'busy'] += 1;
    await sleep(busyPauseMs(repetition, { retryAfterSeconds: Number(headers.get('retry-after')) || 0 }));
  }
};

/** Has families press within one second, each until it has an answer (TRM-08). */
export const rushForPlaces = (
  stack: TestStack,
  cls: FootballClass,
  accounts: readonly Account[],
): Promise<Press[]> =>
  Promise.all(
    accounts.map(async (account) => {
      await sleep(Math.random() * 1_000);
      return pressForPlace(stack, cls, account);
    }),
  );
