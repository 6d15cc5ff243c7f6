import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDatabase } from '#infra/local/dynamodb';
import { putClass } from '#infra/local/seed/put';
import type { FootballClass } from '#shared/classes/class';
import { addDays } from '#shared/lib/calendar';
import { busyPauseMs, busyRepeatedMs } from '#shared/lib/durations';
import { bookingAmount } from '#shared/testing/session-calendars';
import { startFaultProxy } from '../tools/soak/fault-proxy.ts';
import { localToday, sampleClass, sampleFamily } from './samples/samples.ts';
import { type Account, startTestStack, type TestStack } from './stack/test-stack.ts';

/**
 * Starts a stack with the limits of the gateway on a database whose transactions hold their items, as those of DynamoDB do:
 * others conflict with them (`withConflicts`).
 */
export const startOpeningStack = async () => {
  const database = await startDatabase();
  let holdMs = 0;
  const proxy = await startFaultProxy(database.endpoint, { hold: () => sleep(holdMs) });
  process.env.DYNAMODB_ENDPOINT = proxy.endpoint;
  const stack = await startTestStack({ throttled: true });
  return {
    stack,
    /** From now on transactions hold their items for so long. */
    holdFor: (ms: number): void => {
      holdMs = ms;
    },
    stop: async (): Promise<void> => {
      await stack.stop();
      delete process.env.DYNAMODB_ENDPOINT;
      await proxy.stop();
      await database.stop();
    },
  };
};

/** Accounts that are made at the same time. */
const madeAtOnce = 10;

/** Families that press at the opening of a class, each with one child. */
export const openingFamilies = async (
  stack: TestStack,
  count: number,
  onProgress: (made: number, all: number) => void = () => {},
): Promise<Account[]> => {
  const accounts: Account[] = [];
  while (accounts.length < count) {
    accounts.push(
      ...(await Promise.all(Array.from({ length: madeAtOnce }, () => stack.createAccount(sampleFamily())))),
    );
    onProgress(accounts.length, count);
  }
  return accounts;
};

/** A class that anybody can book now. */
export const openingClass = async (stack: TestStack, places: number): Promise<FootballClass> => {
  const today = localToday();
  const overrides = { start_date: today, end_date: addDays(today, 56) };
  const cls = sampleClass({ capacities: [places], overrides });
  await putClass(stack.table, cls);
  return cls;
};

/** What one family sees. */
export interface Press {
  /** Of the last answer: 201, or a clear refusal. After 429 or 503 the family has to press again. */
  readonly status: number;
  readonly code: unknown;
  /** From the press to that answer, in milliseconds. */
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
