import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '../../local/start-error.ts';
import { CommandError } from '../admin/command-error.ts';
import { localDataDir } from '../admin/target.ts';
import { fillDataDir } from './fill-data-dir.ts';
import { fullLoad, makeLoad } from './make-load.ts';
import { createProgress } from './progress.ts';

const readCount = (name: string, text: string): number => {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new CommandError(`--${name} must be a whole number, not "${text}".`);
};

const readOptions = () => {
  const size = (name: keyof typeof fullLoad) =>
    ({ type: 'string', default: String(fullLoad[name]) }) as const;
  try {
    return parseArgs({
      options: {
        classes: size('classes'),
        slots: size('slots'),
        families: size('families'),
        bookings: size('bookings'),
        seed: { type: 'string', default: '1' },
        'data-dir': { type: 'string', default: localDataDir },
      },
    }).values;
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
};

/** Midnight (UTC), so that all loads of a day with one seed are equal. */
const beginningOfToday = (): Date => new Date(new Date().setUTCHours(0, 0, 0, 0));

/** `npm run load` adds a large amount of data to the stopped local system. */
const main = async (): Promise<void> => {
  const options = readOptions();
  const sizes = {
    classes: readCount('classes', options.classes),
    slots: readCount('slots', options.slots),
    families: readCount('families', options.families),
    bookings: readCount('bookings', options.bookings),
  };
  const load = makeLoad(sizes, { now: beginningOfToday(), seed: readCount('seed', options.seed) });
  await fillDataDir(resolve(options['data-dir']), load, createProgress('items'));
};

try {
  await main();
} catch (error) {
  if (!(error instanceof CommandError || error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
