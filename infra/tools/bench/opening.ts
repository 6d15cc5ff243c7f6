import { openingClass, openingFamilies, type Press, rushForPlaces } from '../../testing/opening-minute.ts';
import { startTestStack } from '../../testing/stack/test-stack.ts';
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

/** Measures the minute in which a class opens, beside bookings one after the other (TRM-08). */
export const measureOpening = async (): Promise<Figures> => {
  const stack = await startTestStack({ throttled: true });
  try {
    const accounts = await openingFamilies(stack, families);
    const alone: Press[] = [];
    const quiet = await openingClass(stack, families);
    for (const account of accounts.slice(0, 100))
      alone.push(...(await rushForPlaces(stack, quiet, [account])));
    const cls = await openingClass(stack, places);
    const rush = await rushForPlaces(stack, cls, accounts.slice(0, families));
    return {
      title: 'The minute in which a class opens',
      method: `${families} families press within one second for ${places} places of the local stack, which has the gateway's limits; a screen that is refused for them asks again after 0.3 to 1.5 seconds. "Answer" is from the press to yes or no.`,
      rows: [rowOf('one after the other', alone), rowOf('at once', rush)],
    };
  } finally {
    await stack.stop();
  }
};
