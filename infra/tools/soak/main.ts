import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { soak } from './soak.ts';
import { addTallies, noTally, type Tally, total } from './tally.ts';

const { values } = parseArgs({
  options: {
    /** How many seeds. */
    runs: { type: 'string', default: '10000' },
    /** The first of them; others than last time unless told. */
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    /** How often each is run: who comes first in a run is not in its seed. */
    times: { type: 'string', default: '1' },
  },
});
const [runs, first, times] = [values.runs, values.seed, values.times].map(Number);
if (
  !runs ||
  first === undefined ||
  !times ||
  [runs, first, times].some((value) => !Number.isInteger(value))
) {
  console.error('Usage: npm run soak -- [--runs 10000] [--seed 1] [--times 1]');
  process.exit(1);
}
const seeds = Array.from({ length: runs * times }, (_, index) => first + Math.floor(index / times));

const width = 30;
const startedAt = performance.now();
const { stderr } = process;

const bar = (done: number, { answers, faults }: Tally): string => {
  const filled = Math.round((done / seeds.length) * width);
  const seconds = (performance.now() - startedAt) / 1_000;
  const left = Math.ceil((seconds / done) * (seeds.length - done));
  const failed = total(faults) - (faults.none ?? 0);
  const figures = `${done} of ${seeds.length} runs, ${total(answers)} requests, ${failed} faults`;
  return `[${'#'.repeat(filled).padEnd(width, '.')}] ${figures}, ${left} s left`;
};

console.log(`Seeds ${first} to ${first + runs - 1}.`);
let done = 0;
let tally = noTally;
let broken: number | undefined;
await soak(seeds, {
  threads: Math.min(availableParallelism(), seeds.length),
  onRun: ({ seed, story, tally: figures }) => {
    if (broken !== undefined) return 'enough';
    done += 1;
    tally = addTallies(tally, figures);
    if (stderr.isTTY) stderr.write(`\r${bar(done, tally)} `);
    else if (done % Math.ceil(seeds.length / 20) === 0) stderr.write(`${bar(done, tally)}\n`);
    if (story === undefined) return undefined;
    broken = seed;
    console.log(`\n\nThe run of seed ${seed} broke a promise.\n\n${story}\n`);
    console.log(`To see it again: npm run soak -- --seed ${seed} --runs 1 --times 100`);
    return 'enough';
  },
});
if (broken === undefined) {
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`\n\nEvery promise was kept in ${done} runs (${seconds} s).`);
  console.table(tally.faults);
  console.table(tally.answers);
  console.table(tally.messages);
}
process.exit(broken === undefined ? 0 : 1);
