import type { SESClient } from '@aws-sdk/client-ses';
import type { Table } from '#functions/lib/table';
import { type Interceptor, intercept } from '#infra/testing/mutants/mutant';
import { at } from '#infra/testing/samples/samples';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { sum } from '#shared/lib/money';
import type { Mark } from '#shared/registers/register';
import type { Mailer } from './mail-sink.ts';
import type { Request } from './requests.ts';

export interface Violation {
  readonly rule: string;
  readonly text: string;
  readonly history?: readonly string[];
}

export const violationsOf = (
  rules: Iterable<readonly [rule: string, holds: boolean, text?: string]>,
): Violation[] => [...rules].flatMap(([rule, holds, text = '']) => (holds ? [] : [{ rule, text }]));

/** Changes requests to the table. @param actor who makes the request */
type Intercept = (actor: () => string) => Interceptor;

export interface SoakMutant {
  readonly rule?: string;
  readonly intercept?: Intercept;
  /** Changes what a client sends again. */
  readonly retryOf?: (request: Request, attempt: number) => Request;
  readonly mailer?: (mailer: Mailer) => Mailer;
  readonly ses?: () => SESClient;
  readonly familyOf?: (table: Table, userId: UserId) => Promise<FamilyId>;
  /** The order of marks by which the first one counts. */
  readonly orderOfMarks?: (one: Mark, other: Mark) => number;
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
  for await (const atOnce of acts)
    await under([...faults, ...defect], () => Promise.all(atOnce.map((act) => act())));
  const violations = await under(defect, async () => {
    try {
      await model.end?.();
    } catch (error) {
      return [{ rule: 'what was interrupted can be completed', text: String(error) }];
    }
    return model.check();
  });
  await model.close?.();
  return violations;
};

export interface Stage {
  readonly runsAtOnce?: number;
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

/** The engine searches all records of its stream for each delivery, so that runs get slower with every run before them. */
const runsPerStage = 60;

/**
 * Carries out runs in a stage that is kept from one call to the next, and renewed after some runs, for other themes, and for
 * each mutant: what a defect leaves in a table breaks the runs after it.
 */
export const createRunner = (runsAtOnce = 6) => {
  let stage: Stage | undefined;
  let begun: Pick<Job, 'mutant'> & Partial<Pick<Theme, 'start'>> = {};
  let runsLeft = 0;
  const stop = async (): Promise<void> => {
    await stage?.stop();
    stage = undefined;
  };
  const isOfStage = ({ theme, mutant }: Job): boolean =>
    theme.start === begun.start && mutant === begun.mutant;
  const stageOf = async (job: Job): Promise<Stage> => {
    if (runsLeft === 0 || !isOfStage(job)) await stop();
    if (stage) return stage;
    stage = await job.theme.start();
    begun = { start: job.theme.start, mutant: job.mutant };
    runsLeft = runsPerStage;
    return stage;
  };

  /** Carries out one job after the other, or some at once, until none is left or `onRun` returns 'enough'. */
  const runAll = async (
    jobs: readonly Job[],
    onRun: (report: Report) => 'enough' | undefined,
  ): Promise<void> => {
    let isEnough = false;
    let next = 0;
    while (next < jobs.length && !isEnough) {
      const current = await stageOf(at(jobs, next));
      const work = async (): Promise<void> => {
        for (let job = jobs[next]; job && isOfStage(job) && runsLeft > 0 && !isEnough; job = jobs[next]) {
          next += 1;
          runsLeft -= 1;
          const { theme, seed, mutant } = job;
          const events: Record<string, number> = {};
          const note = (event: string) => {
            events[event] = (events[event] ?? 0) + 1;
          };
          const violations = await run(await current.begin({ theme: theme.name, seed, mutant, note }));
          if (onRun({ theme: theme.name, seed, violations, events })) isEnough = true;
        }
      };
      await Promise.all(Array.from({ length: Math.min(runsAtOnce, current.runsAtOnce ?? 1) }, work));
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

export const describeViolations = (violations: readonly Violation[]): string => {
  const withHistory = violations.filter(({ history = [] }) => history.length > 0);
  const [shortest, ...others] = (withHistory.length > 0 ? withHistory : violations).toSorted(
    (one, other) => (one.history?.length ?? 0) - (other.history?.length ?? 0),
  );
  if (!shortest) return 'No violation.';
  const { rule, text, history = [] } = shortest;
  const rules = new Set(others.map((other) => other.rule));
  rules.delete(rule);
  const also = rules.size > 0 ? [`Also broken: ${[...rules].join('; ')}.`] : [];
  return [`${rule}: ${text}`, ...history, ...also].join('\n');
};
