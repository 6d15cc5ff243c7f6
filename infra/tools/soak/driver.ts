import type { Table } from '#functions/lib/table';
import { type Interceptor, intercept } from '#infra/testing/mutants/mutant';
import { sum } from '#shared/lib/money';

export interface Violation {
  readonly rule: string;
  readonly text: string;
}

export const violationsOf = (
  rules: Iterable<readonly [rule: string, holds: boolean, text?: string]>,
): Violation[] => [...rules].flatMap(([rule, holds, text = '']) => (holds ? [] : [{ rule, text }]));

/** Changes requests to the table. */
type Intercept = () => Interceptor;

export interface SoakMutant {
  readonly rule?: string;
  readonly intercept: Intercept;
}

export const breaking = (rule: string, intercept: Intercept): SoakMutant => ({ rule, intercept });

export interface RunOptions {
  readonly theme: string;
  readonly seed: number;
  readonly mutant?: SoakMutant | undefined;
  /** Counts an event of the run: an act by kind and answer, as `book 201`, or another one, as `fault: reset`. */
  readonly note: (event: string) => void;
}

interface Model {
  readonly tables: readonly Table[];
  /** Does again what was interrupted, so that nothing is left to do. */
  readonly end?: () => Promise<unknown>;
  readonly check: () => Promise<readonly Violation[]>;
  readonly close?: () => Promise<void>;
}

/** Lists of acts of concurrent clients. A list is drawn when the acts of the one before have ended. */
type Acts = AsyncIterable<readonly (() => Promise<unknown>)[]>;

export interface Run {
  readonly model: Model;
  readonly acts: Acts;
  /** What happens to requests to the table during acts. What an environment injects by itself is not among them. */
  readonly faults?: readonly Interceptor[];
  readonly mutant?: Interceptor | undefined;
}

const run = async ({ model, acts, faults = [], mutant }: Run): Promise<readonly Violation[]> => {
  const defect = mutant ? [mutant] : [];
  const under = async <Result>(interceptors: readonly Interceptor[], work: () => Promise<Result>) => {
    const stops = model.tables.map(({ client }) => intercept(client, interceptors));
    try {
      return await work();
    } finally {
      for (const stop of stops) stop();
    }
  };
  const broken: Violation[] = [];
  for await (const atOnce of acts) {
    const ended = await under([...faults, ...defect], () => Promise.allSettled(atOnce.map((act) => act())));
    for (const act of ended)
      if (act.status === 'rejected')
        broken.push({ rule: 'an act can be carried out', text: String(act.reason) });
  }
  const violations = await under(defect, async () => {
    try {
      await model.end?.();
      return await model.check();
    } catch (error) {
      return [{ rule: 'what was interrupted can be completed and read', text: String(error) }];
    }
  });
  await model.close?.();
  return [...broken, ...violations];
};

export interface Stage {
  begin(options: RunOptions): Promise<Run>;
  stop(): Promise<unknown>;
}

export interface Theme {
  readonly name: string;
  /** The seeds of the tests: all, and those of a test where a tenth takes too long. */
  readonly seeds: { readonly all: number; readonly inTest?: number };
  /** Events that its runs must have had; further seeds are run until they had. */
  readonly events?: readonly string[];
  readonly start: () => Promise<Stage>;
  /** By name; most change requests to the table alone. */
  readonly mutants: Readonly<Record<string, SoakMutant | Intercept>>;
}

export interface Job {
  readonly theme: Theme;
  readonly seed: number;
  readonly mutant?: SoakMutant | undefined;
}

export type Counts = Readonly<Record<string, number>>;

export interface Report {
  readonly theme: string;
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly events: Counts;
}

/**
 * Carries out runs in a stage that is kept from one call to the next, and renewed for other themes and for each mutant: what a
 * defect leaves in a table breaks the runs after it.
 */
export const createRunner = () => {
  let stage: Stage | undefined;
  let begun: Pick<Job, 'mutant'> & Partial<Pick<Theme, 'start'>> = {};
  const stop = async (): Promise<void> => {
    await stage?.stop();
    stage = undefined;
  };
  const stageOf = async ({ theme: { start }, mutant }: Job): Promise<Stage> => {
    if (stage && start === begun.start && mutant === begun.mutant) return stage;
    await stop();
    stage = await start();
    begun = { start, mutant };
    return stage;
  };
  /** @param onRun 'enough' ends the jobs */
  const runAll = async (
    jobs: readonly Job[],
    onRun: (report: Report) => 'enough' | undefined,
  ): Promise<void> => {
    for (const job of jobs) {
      const { theme, seed, mutant } = job;
      const events: Record<string, number> = {};
      const note = (event: string) => {
        events[event] = (events[event] ?? 0) + 1;
      };
      const { begin } = await stageOf(job);
      const violations = await run(await begin({ theme: theme.name, seed, mutant, note }));
      if (onRun({ theme: theme.name, seed, violations, events })) return;
    }
  };
  return { runAll, stop };
};

export const addCounts = (one: Counts, other: Counts): Counts => {
  const total: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other)) total[name] = (total[name] ?? 0) + count;
  return total;
};

export const actOf = (kind: string, answer: unknown): string => {
  const { status = 200, body } = Object(answer);
  return `${kind} ${Object(body).code ?? status}`;
};

/** The answers after which a request is sent again. */
const failures: readonly string[] = ['internalError', 'busy', 'no answer', 'unknown'];

/** So many requests of a kind succeed at least once, also where most are refused. */
const manyRequests = 50;

/** The runs prove nothing about a kind none of which succeeded. @param events by kind and answer; others have a colon */
export const kindsWithoutSuccess = (events: Counts): readonly string[] => {
  const acts = Object.entries(events).filter(([name]) => !name.includes(': '));
  const kinds = Map.groupBy(acts, ([name]) => name.slice(0, name.indexOf(' ')));
  return [...kinds].flatMap(([kind, all]) => {
    const countOf = (names: (answer: string) => boolean) =>
      sum(all.flatMap(([name, count]) => (names(name.slice(kind.length + 1)) ? [count] : [])));
    const requests = countOf(() => true);
    const failed = countOf((answer) => failures.includes(answer));
    const isHopeless = requests >= manyRequests || (requests >= 4 && 2 * failed > requests);
    return isHopeless && countOf((answer) => /^2\d\d$/.test(answer)) === 0 ? [kind] : [];
  });
};

export const describeViolations = ([first, ...others]: readonly Violation[]): string => {
  if (!first) return 'No violation.';
  const rules = new Set(others.map(({ rule }) => rule).filter((rule) => rule !== first.rule));
  return [`${first.rule}: ${first.text}`, ...[...rules].map((rule) => `Also broken: ${rule}`)].join('\n');
};
