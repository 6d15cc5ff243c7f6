import { syncBuiltinESMExports } from 'node:module';
import timers, { setTimeout as sleep } from 'node:timers/promises';
import {
  openingClass,
  type Press,
  pressForPlace,
  rushForPlaces,
  startOpeningStack,
} from '../../testing/opening-minute.ts';
import { resetAccounts } from '../../testing/samples/stored.ts';
import type { TestStack } from '../../testing/stack/test-stack.ts';
import { type Figures, percentile, rounded } from './report.ts';

const families = 500;

const holdsMs = [10, 15, 20];
const placesOfRushes = [40, 200, 500];

/** How many times slower the clock goes during a rush: one machine computes here what a hundred functions do in the cloud. */
const slower = 4;

/** Slows down pauses, limits and times of the product in this process; the time of day goes on. @returns ends it */
const slowDown = (): (() => void) => {
  const [now, pause] = [performance.now.bind(performance), timers.setTimeout];
  const setPause = (setTimeout: typeof pause) => {
    Object.assign(timers, { setTimeout });
    syncBuiltinESMExports();
  };
  const begun = now();
  const slowNow = () => begun + (now() - begun) / slower;
  Object.defineProperty(performance, 'now', { value: slowNow, configurable: true });
  setPause((ms = 0, ...given) => pause(ms * slower, ...given));
  return () => {
    Reflect.deleteProperty(performance, 'now');
    setPause(pause);
  };
};

const singles = 100;

const rowOf = (name: string, presses: readonly Press[], heldMs: number) => {
  const waits = presses.map(({ ms }) => ms);
  const sumOf = (key: 'crowded' | 'busy') => presses.reduce((sum, press) => sum + press[key], 0);
  const count = (test: (press: Press) => boolean) => presses.filter(test).length;
  return {
    name,
    families: presses.length,
    booked: count(({ status }) => status === 201),
    refused: count(({ code }) => code === 'slotFull'),
    'answers 429': sumOf('crowded'),
    'answers 503': sumOf('busy'),
    'held ms': rounded(heldMs),
    'p50 ms': rounded(percentile(waits, 0.5), 0),
    'p95 ms': rounded(percentile(waits, 0.95), 0),
    'max ms': rounded(Math.max(...waits), 0),
  };
};

/** Waits until no further email leaves the mailer, which shares the process here: it is not to work during the next rush. */
const untilMailed = async (stack: TestStack): Promise<void> => {
  let before = -1;
  for (let sent = 0; sent !== before; sent = (await stack.mails()).length) {
    before = sent;
    await sleep(500);
  }
};

export const measureOpening = async (): Promise<Figures> => {
  const opening = await startOpeningStack();
  const { stack, holdFor } = opening;
  let endSlow = () => {};
  try {
    const accounts = await opening.families(families);
    const rows: ReturnType<typeof rowOf>[] = [];
    const add = (name: string, presses: readonly Press[], heldMs: number): void => {
      const row = rowOf(name, presses, heldMs);
      rows.push(row);
      console.log(`${name}: ${row.booked} booked, the last answer after ${row['max ms']} ms`);
    };
    const single = await openingClass(stack, singles);
    const presses: Press[] = [];
    for (const account of accounts.slice(0, singles))
      presses.push(await pressForPlace(stack, single, account));
    add('one after the other', presses, await holdFor(0));
    endSlow = slowDown();
    for (const holdMs of holdsMs)
      for (const free of placesOfRushes) {
        await holdFor(0);
        await untilMailed(stack);
        // As families without bookings: of others, the times of their children are compared.
        await resetAccounts(stack.table, accounts);
        const cls = await openingClass(stack, free);
        await holdFor(holdMs * slower);
        const presses = await rushForPlaces(stack, cls, accounts);
        add(`${free} places, held ${holdMs} ms`, presses, (await holdFor(0)) / slower);
      }
    return {
      title: 'The minute in which a class opens',
      method: `${families} families press within one second for places of one slot of the local stack, which has the gateway's limits, while each transaction holds its items for a time in which others conflict with it, as in DynamoDB. A screen that is refused for too many requests (429) or contention (503) asks again by itself. Times are from the press to yes or no. During a rush the clock goes ${slower} times slower than the machine's, since one machine computes here what a hundred functions do in the cloud.`,
      rows,
    };
  } finally {
    endSlow();
    await opening.stop();
  }
};
