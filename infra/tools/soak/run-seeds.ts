import { createWorker, type Worker } from './clients.ts';
import type { Violation } from './history.ts';
import type { SoakMutant } from './mutants.ts';
import type { Entry, Request } from './requests.ts';
import { type Environment, type RunResult, runSeed, startEnvironment } from './run.ts';

/** The end of an id, which tells the ids of a run apart. */
const short = (id: string): string => id.slice(-6);

const describeRequest = (request: Request): string => {
  switch (request.kind) {
    case 'book':
      return `book ${request.child.name}${request.is_trial ? ' for a trial' : ''} of family ${short(request.parent)} in slot ${short(request.slot)}, order ${request.order}`;
    case 'cancel':
    case 'delete':
      return `${request.kind} booking ${short(request.booking)} in slot ${short(request.slot)}`;
    case 'rename':
      return `rename the child of booking ${short(request.booking)} to ${request.name}`;
    case 'edit-child':
      return `rename child ${short(request.child)} of family ${short(request.parent)} to ${request.name}`;
    case 'move':
      return `move booking ${short(request.booking)} from slot ${short(request.slot)} to ${short(request.to)}, order ${request.order}`;
    case 'keep':
      return `keep the place of trial ${short(request.booking)} in slot ${short(request.slot)}, order ${request.order}`;
    case 'end-trials':
      return `end the trials of ${request.day}`;
    case 'record':
      return `record ${request.entry} of ${request.amount} by attempt ${short(request.attempt)} for family ${short(request.parent)}`;
    case 'take-back':
      return `take attempt ${short(request.attempt)} back for family ${short(request.parent)}`;
    case 'decide':
      return `decide to credit ${request.credit ? 'booking' : 'nothing for'} ${short(request.booking)} of family ${short(request.parent)}`;
    case 'edit':
      return `save version ${request.version} at ${request.weekly_rate} with ${request.rows
        .map(({ slot, max_capacity }) => `${max_capacity} places in ${short(slot)}`)
        .join(', ')}`;
    case 'read-slot':
      return `read slot ${short(request.slot)}`;
    case 'read-class':
      return 'read the class';
    case 'delete-class':
      return 'delete the class';
    case 'delete-account':
      return `delete the account of family ${short(request.parent)}`;
  }
};

const describeAnswer = ({ request, answer }: Entry): string => {
  if (!answer) return 'no answer';
  const body = Object(answer.body);
  if (answer.status >= 400) return `${answer.status} ${body.code}`;
  if ('order' in request && request.kind !== 'record')
    return `${answer.status}, booking ${short(String(body.id))}`;
  if (request.kind === 'read-slot') return `${body.current_bookings} of ${body.max_capacity} places taken`;
  const cls = request.kind === 'read-class' ? Object(body.class) : body;
  if (request.kind !== 'read-class' && request.kind !== 'edit') return String(answer.status);
  const slots: readonly { id: string; current_bookings: number; max_capacity: number }[] = cls.time_slots;
  const places = slots.map(
    ({ id, current_bookings, max_capacity }) => `${current_bookings} of ${max_capacity} in ${short(id)}`,
  );
  return `version ${cls.version} at ${cls.weekly_rate}, ${places.join(', ')}`;
};

const describeEntry = (entry: Entry): string => {
  const { number, client, request, invoked, returned } = entry;
  const when = `${invoked}-${entry.answer ? returned : '?'}`.padEnd(8);
  return `  ${when} #${number} by ${client}: ${describeRequest(request)} -> ${describeAnswer(entry)}`;
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
