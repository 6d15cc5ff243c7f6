import { createWorker, type Worker } from './clients.ts';
import type { SoakMutant } from './mutants.ts';
import type { Entry, Violation } from './requests.ts';
import { type Environment, type RunResult, runSeed, startEnvironment } from './run.ts';

/** A value as a text, with ids by their ends, which tell those of a run apart. */
const textOf = (value: unknown): string =>
  JSON.stringify(value).replace(/"(?:\w{3}_)?[\w-]{20,}([\w-]{6})"/g, '"…$1"');

const describeEntry = ({ number, client, request, invoked, returned, answer }: Entry): string => {
  const { status, body } = answer ?? {};
  const { code, id, version, current_bookings, time_slots } = Object(body);
  const shown = answer
    ? `${status} ${textOf({ code, id, version, current_bookings, time_slots })}`
    : 'no answer';
  return `  ${invoked}-${answer ? returned : '?'} #${number} by ${client}: ${textOf(request)} -> ${shown}`;
};

const describeViolation = ({ rule, text, entries }: Violation): string =>
  [`${rule}: ${text}`, ...entries.map(describeEntry)].join('\n');

/** Describes the violation with the shortest history, and names the rules of the others. */
export const describeViolations = (violations: readonly Violation[]): string => {
  const withHistory = violations.filter(({ entries }) => entries.length > 0);
  const [shortest, ...others] = (withHistory.length > 0 ? withHistory : violations).toSorted(
    (one, other) => one.entries.length - other.entries.length,
  );
  if (!shortest) return 'No violation.';
  const rules = [...new Set(others.map(({ rule }) => rule))].filter((rule) => rule !== shortest.rule);
  return [
    describeViolation(shortest),
    ...(rules.length > 0 ? [`Also broken: ${rules.join('; ')}.`] : []),
  ].join('\n');
};

/** Concurrent runs in one thread. Runs wait for I/O most of the time. */
const workersPerThread = 6;

/**
 * Runs in one environment. For each stream record, the engine searches all records that it ever wrote, so that runs get
 * slower with every run before them.
 */
const runsPerEnvironment = 60;

interface Stage {
  readonly environment: Environment;
  readonly workers: readonly Worker[];
  runsLeft: number;
}

const startStage = async (workers: number): Promise<Stage> => {
  const environment = await startEnvironment();
  const { engine } = environment;
  return {
    environment,
    workers: await Promise.all(Array.from({ length: workers }, () => createWorker(engine))),
    runsLeft: runsPerEnvironment,
  };
};

const endStage = async ({ environment, workers }: Stage): Promise<void> => {
  for (const worker of workers) worker.close();
  await environment.close();
};

/** Runs seeds in an environment that is kept from one call to the next, and renewed after some runs. */
export const createSeedRunner = (workers = workersPerThread) => {
  let stage: Stage | undefined;
  const close = async (): Promise<void> => {
    if (stage) await endStage(stage);
    stage = undefined;
  };
  const freshStage = async (): Promise<Stage> => {
    if (stage?.runsLeft === 0) await close();
    stage ??= await startStage(workers);
    return stage;
  };

  /** Runs seeds concurrently until none is left or `onRun` returns 'enough'. */
  const run = async (
    seeds: readonly number[],
    onRun: (result: RunResult) => 'enough' | undefined,
    mutant?: SoakMutant,
  ): Promise<void> => {
    let isEnough = false;
    // All workers share one iterator, so that each seed runs once.
    const queue = seeds.values();
    let left = seeds.length;
    while (left > 0 && !isEnough) {
      const current = await freshStage();
      const work = async (worker: Worker): Promise<void> => {
        while (current.runsLeft > 0 && !isEnough) {
          const { value: seed, done } = queue.next();
          if (done) return;
          left -= 1;
          current.runsLeft -= 1;
          if (onRun(await runSeed(seed, current.environment, worker, mutant))) isEnough = true;
        }
      };
      await Promise.all(current.workers.map(work));
    }
  };
  return { run, close };
};

/** Runs seeds concurrently until none is left or `onRun` returns 'enough'. */
export const runSeeds = async (
  seeds: readonly number[],
  onRun: (result: RunResult) => 'enough' | undefined,
): Promise<void> => {
  const runner = createSeedRunner();
  await runner.run(seeds, onRun);
  await runner.close();
};
