import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { familyOperations } from '#functions/family/operations';
import { createHandler } from '#functions/lib/http/create-handler';
import { putClass } from '#infra/local/seed/put-class';
import { familyRoutes } from '#shared/contract/family-routes';
import type { Family } from '#shared/schemas/profile';
import { bookingAmount } from '#shared/testing/weekly-rule';
import { openingClass, openingFamilies, type Press, rushForPlaces } from '../../testing/opening-minute.ts';
import { sampleClass, sampleNow, sampleTimeZone, sampleToday } from '../../testing/samples/samples.ts';
import { storedFamily } from '../../testing/samples/stored-family.ts';
import { invoke } from '../../testing/services/invoke.ts';
import { type Account, startTestStack, type TestStack } from '../../testing/stack/test-stack.ts';
import { startTestTable } from '../../testing/table/test-table.ts';
import { percentile, rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const families = 500;
const places = 40;

const rowOf = (name: string, presses: readonly Press[]) => {
  const [waits, requests] = [presses.map(({ ms }) => ms), presses.map(({ requestMs }) => requestMs)];
  return {
    name,
    families: presses.length,
    booked: presses.filter(({ status }) => status === 201).length,
    refused: presses.filter(({ status }) => status === 409).length,
    '5xx': presses.filter(({ status }) => status >= 500).length,
    '429s': presses.reduce((sum, { crowded }) => sum + crowded, 0),
    'request p50 ms': rounded(percentile(requests, 0.5)),
    'request p95 ms': rounded(percentile(requests, 0.95)),
    'answer p50 ms': rounded(percentile(waits, 0.5)),
    'answer p95 ms': rounded(percentile(waits, 0.95)),
    'answer p99 ms': rounded(percentile(waits, 0.99)),
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
      read: rounded(unitsOf('BatchGetItem') / booked),
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
  const stack = await startTestStack({ throttled: true });
  try {
    const accounts = await openingFamilies(stack, families);
    const alone: Press[] = [];
    const quiet = await openingClass(stack, families);
    for (const account of accounts.slice(0, 100))
      alone.push(...(await rushForPlaces(stack, quiet, [account])));
    const undisturbed: Press[] = [];
    const quieter = await openingClass(stack, families);
    await Promise.all(accounts.slice(0, 100).map((account) => untilMailed(stack, account)));
    for (const account of accounts.slice(100, 200)) {
      undisturbed.push(...(await rushForPlaces(stack, quieter, [account])));
      await untilMailed(stack, account);
    }
    const cls = await openingClass(stack, places);
    const rush = await rushForPlaces(stack, cls, accounts.slice(0, families));
    return {
      title: 'The minute in which a class opens',
      method: `${families} families press within one second for ${places} places of the local stack, which has the gateway's limits; a screen that is refused for them asks again after 0.3 to 1.5 seconds. "Answer" is from the press to yes or no. A booked place of the rush costs ${units.read} read and ${units.written} write units, with the requests that are refused.`,
      rows: [
        rowOf('one after the other', alone),
        rowOf('one after the other, each after the email before', undisturbed),
        rowOf('at once', rush),
      ],
    };
  } finally {
    await stack.stop();
  }
};
