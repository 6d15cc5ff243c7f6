import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { familyOperations } from '#functions/entries/family-operations';
import { createHandler } from '#functions/lib/http/create-handler';
import { putClass } from '#infra/local/seed/put';
import { familyRoutes } from '#shared/contract/family-routes';
import type { Family } from '#shared/families/family';
import { bookingAmount } from '#shared/testing/session-calendars';
import {
  openingClass,
  openingFamilies,
  type Press,
  rushForPlaces,
  startOpeningStack,
} from '../../testing/opening-minute.ts';
import { sampleClass, sampleNow, sampleTimeZone, sampleToday } from '../../testing/samples/samples.ts';
import { storedFamily } from '../../testing/samples/stored.ts';
import { invoke } from '../../testing/services/invoke.ts';
import type { Account, TestStack } from '../../testing/stack/test-stack.ts';
import { startTestTable } from '../../testing/table/test-table.ts';
import { type Figures, percentile, rounded } from './report.ts';

const families = 500;
const places = 40;

/** For how long a transaction holds its items in the rushes in which transactions conflict, and the places of the slot. */
const holdsMs = [10, 15, 20];
const placesOfRushes = [40, 200, 500];

const rowOf = (name: string, presses: readonly Press[], transactions: number) => {
  const [waits, requests] = [presses.map(({ ms }) => ms), presses.map(({ requestMs }) => requestMs)];
  const booked = presses.filter(({ status }) => status === 201).length;
  return {
    name,
    families: presses.length,
    booked,
    refused: presses.filter(({ status }) => status === 409).length,
    'other answers': presses.filter(({ status }) => status !== 201 && status !== 409).length,
    'asked again: 429': presses.reduce((sum, { crowded }) => sum + crowded, 0),
    'asked again: 503': presses.reduce((sum, { busy }) => sum + busy, 0),
    'transactions per place': rounded(transactions / booked),
    'in 10 s': waits.filter((ms) => ms <= 10_000).length,
    'request p50 ms': rounded(percentile(requests, 0.5)),
    'request p95 ms': rounded(percentile(requests, 0.95)),
    'answer p50 ms': rounded(percentile(waits, 0.5)),
    'answer p95 ms': rounded(percentile(waits, 0.95)),
    'last answer ms': rounded(Math.max(...waits)),
  };
};

/**
 * The capacity units of the same rush for each place that is booked, refused requests included. It is taken from the handlers
 * without HTTP, where the engine's figures can be read.
 */
const measureUnits = async () => {
  const table = await startTestTable();
  try {
    const cls = sampleClass({ capacities: [places] });
    await putClass(table, cls);
    const pressing = await Promise.all(Array.from({ length: families }, () => storedFamily(table)));
    const deps = { table, clock: () => sampleNow, timeZone: sampleTimeZone };
    const handler = createHandler(familyRoutes, familyOperations, deps);
    const press = ({ profile, children }: Family) =>
      invoke(handler, {
        route: 'bookSlot',
        userId: profile.id,
        headers: { 'idempotency-key': randomUUID() },
        body: {
          class_id: cls.id,
          time_slot_id: cls.time_slots[0]?.id,
          child_id: children[0]?.id,
          is_trial: false,
          amount: bookingAmount(cls, false, sampleToday),
          calendar_version: 0,
        },
      });
    const { result, cost } = await table.measure(() => Promise.all(pressing.map(press)));
    const booked = result.filter(({ status }) => status === 201).length;
    const unitsOf = (operation: string) =>
      cost
        .filter((request) => request.operation === operation)
        .reduce((sum, { tableUnits, indexUnits }) => sum + tableUnits + indexUnits, 0);
    return {
      read: rounded((unitsOf('BatchGetItem') + unitsOf('GetItem')) / booked),
      written: rounded(unitsOf('TransactWriteItems') / booked),
    };
  } finally {
    await table.stop();
  }
};

/** Waits until the email that confirms a booking has left the mailer, which shares the process here. */
const untilMailed = async (stack: TestStack, { family }: Account): Promise<void> => {
  while (!(await stack.mails()).some(({ to }) => to.includes(family.profile.email))) await sleep(50);
};

/** Measures the minute in which a class opens, beside bookings one after the other (TRM-08). */
export const measureOpening = async (): Promise<Figures> => {
  const units = await measureUnits();
  const { stack, holdFor, transactions, stop } = await startOpeningStack();
  /** The row of work that presses. The transactions of the emails that follow are not counted. */
  const measured = async (name: string, work: () => Promise<Press[]>) => {
    const before = transactions();
    const presses = await work();
    return rowOf(name, presses, transactions() - before);
  };
  try {
    const alone = await openingFamilies(stack, 200);
    const oneByOne = (some: readonly Account[], isMailed: boolean) => async (): Promise<Press[]> => {
      const cls = await openingClass(stack, families);
      const presses: Press[] = [];
      for (const account of some) {
        presses.push(...(await rushForPlaces(stack, cls, [account])));
        if (isMailed) await untilMailed(stack, account);
      }
      return presses;
    };
    const [first, second] = [alone.slice(0, 100), alone.slice(100)];
    const rows = [await measured('one after the other', oneByOne(first, false))];
    await Promise.all(first.map((account) => untilMailed(stack, account)));
    rows.push(await measured('one after the other, each after the email before', oneByOne(second, true)));
    const rush = async (holdMs: number, free: number): Promise<void> => {
      holdFor(0);
      // Families without bookings: of others, the times of their children are compared.
      const accounts = await openingFamilies(stack, families);
      const cls = await openingClass(stack, free);
      holdFor(holdMs);
      rows.push(
        await measured(`${free} places, held ${holdMs} ms`, () => rushForPlaces(stack, cls, accounts)),
      );
    };
    await rush(0, places);
    for (const holdMs of holdsMs) for (const free of placesOfRushes) await rush(holdMs, free);
    return {
      title: 'The minute in which a class opens',
      method: `${families} families press within one second for places of one slot of the local stack, which has the gateway's limits, while each transaction holds its items for a time in which others conflict with it, as in DynamoDB. A screen that is refused for too many requests (429) or contention (503) asks again by itself: no family presses twice. "Answer" is from the press to yes or no. For ${places} places without conflicts a booked place costs ${units.read} read and ${units.written} write units, with the requests that are refused.`,
      rows,
    };
  } finally {
    await stop();
  }
};
