import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withoutDeadline } from '#functions/lib/aws-requests';
import { CommandError, runAsCommand } from '../../command.ts';
import { localDataDir } from '../admin/target.ts';
import { createProgress } from '../progress.ts';
import { fullLoad, makeLoad } from './make-load.ts';
import { fillDataDir } from './store-load.ts';

const readCount = (name: string, text: string): number => {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new CommandError(`--${name} is "${text}".`, `--${name} must be a whole number below 10 million.`);
};

const readOptions = () => {
  const size = (name: keyof typeof fullLoad) =>
    ({ type: 'string', default: String(fullLoad[name]) }) as const;
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
};

/** Midnight (UTC), so that all loads of a day with one seed are equal. */
const beginningOfToday = (): Date => new Date(new Date().setUTCHours(0, 0, 0, 0));

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

await runAsCommand(() => withoutDeadline(main));
