import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { codeOf } from './requests.ts';
import type { RunResult } from './run.ts';

/** Numbers of events by name. */
type Counts = Readonly<Record<string, number>>;

/** Numbers of answers, faults and messages in one or more runs. */
export interface Tally {
  /** Requests by kind and answer: `book 201`, `delete bookingNotFound`, `edit no answer` … */
  readonly answers: Counts;
  /** Requests to the database by fault. */
  readonly faults: Counts;
  /** Messages by outcome. */
  readonly messages: Counts;
}

export const noTally: Tally = { answers: {}, faults: {}, messages: {} };

export const count = (names: readonly string[]): Counts =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));

const add = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      (one[name] ?? 0) + (other[name] ?? 0),
    ]),
  );

export const tallyOf = ({ entries, faults, messages }: RunResult): Tally => ({
  answers: count(
    entries.map((entry) => `${entry.request.kind} ${codeOf(entry) ?? entry.answer?.status ?? 'no answer'}`),
  ),
  faults: Object.fromEntries(faults),
  messages: count(
    messages.map(({ isOutcomeUnknown, isAccepted }) => {
      if (isOutcomeUnknown) return 'unknown';
      return isAccepted ? 'sent' : 'refused';
    }),
  ),
});

export const addTallies = (one: Tally, other: Tally): Tally => ({
  answers: add(one.answers, other.answers),
  faults: add(one.faults, other.faults),
  messages: add(one.messages, other.messages),
});

export const total = (counts: Counts): number => Object.values(counts).reduce((sum, each) => sum + each, 0);

/** Adds an act of a run by kind and answer. */
export type NoteAct = (act: string) => void;

/** An act by kind and answer; what answers without a status succeeded. */
export const actOf = (kind: string, answer: unknown): string => {
  const { status = 200, body } = Object(answer);
  return `${kind} ${Object(body).code ?? status}`;
};

/** The answers after which a request is sent again. */
const failures: readonly string[] = ['internalError', 'busy', 'no answer'];

/** So many requests of a kind succeed at least once, also where most are refused. */
const manyRequests = 50;

/**
 * The kinds of requests of which none succeeded, although most failed or there were many: the runs prove nothing about them.
 * @param answers numbers of requests by kind and answer: a status of success, or what refused it
 */
export const kindsWithoutSuccess = (answers: Counts): readonly string[] => {
  const kinds = Map.groupBy(Object.entries(answers), ([name]) => name.slice(0, name.indexOf(' ')));
  return [...kinds].flatMap(([kind, all]) => {
    const isOf = (names: (answer: string) => boolean) =>
      total(Object.fromEntries(all.filter(([name]) => names(name.slice(kind.length + 1)))));
    const requests = isOf(() => true);
    const failed = isOf((answer) => failures.includes(answer));
    const isHopeless = requests >= manyRequests || (requests >= 4 && 2 * failed > requests);
    return isHopeless && isOf((answer) => /^2\d\d$/.test(answer)) === 0 ? [kind] : [];
  });
};

/** The seeds that one thread runs. */
export interface ThreadWork {
  readonly seeds: readonly number[];
}

/** The result of one run. */
export interface RunReport {
  readonly seed: number;
  readonly tally: Tally;
  /** The violated rules, described in words; undefined if there are none. */
  readonly failure: string | undefined;
}

/**
 * Runs seeds in several threads.
 * @param onRun called after each run; 'enough' ends all threads
 * @throws Error when a thread fails, which is a defect of the soak and not of the product
 */
export const soak = async (
  seeds: readonly number[],
  { threads, onRun }: { threads: number; onRun: (report: RunReport) => 'enough' | undefined },
): Promise<void> => {
  const workers = Array.from({ length: threads }, (_, thread) => {
    const workerData: ThreadWork = {
      seeds: seeds.filter((_, index) => index % threads === thread),
    };
    return new Worker(new URL('./thread.ts', import.meta.url), { workerData });
  });
  try {
    await Promise.all(
      workers.map(async (worker) => {
        worker.on('message', (report: RunReport) => {
          if (onRun(report)) for (const each of workers) void each.terminate();
        });
        // Rejects with the error of a thread that fails.
        await once(worker, 'exit');
      }),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
};

/** The seeds of the tests. They are always the same, so that a failure can be repeated. `npm run soak` adds random ones. */
export const testSeeds: readonly number[] = Array.from({ length: 1_000 }, (_, index) => index + 1);
