import * as z from 'zod/mini';
import { compared, median, rounded } from './report.ts';

/** What a page makes a phone do until it rests. Times are of the main thread's processor, in milliseconds. */
export interface Work {
  readonly scriptMs: number;
  /** Of tasks over 50 ms, what is beyond these. */
  readonly blockingMs: number;
  readonly longTasks: number;
  readonly scriptKb: number;
}

export const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      ts: z.optional(z.number()),
      dur: z.optional(z.number()),
      tdur: z.optional(z.number()),
      args: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
});
type TraceEvent = z.infer<typeof traceSchema>['traceEvents'][number];

/** What the browser does inside scripts on its own account, as Lighthouse groups it. */
const notScript =
  /^(?:UpdateLayoutTree|RecalculateStyles|Layout|ParseAuthorStyleSheet|(?:Minor|Major)GC|V8\.GC|Paint)/;
const script =
  /^(?:EvaluateScript|v8\.(?:evaluateModule|compile|compileModule|produceCache)|FunctionCall|EventDispatch|TimerFire|FireIdleCallback|FireAnimationFrame|RunMicrotasks|V8\.Execute)/;
const task = /(?:^|::)RunTask$/;
const longTaskMs = 50;
/** Lighthouse's factor. Times are multiplied: on a busy machine `setCPUThrottlingRate` gives 70 to 130 ms for one page. */
export const slowdown = 4;

const callbackSchema = z.object({ data: z.object({ id: z.number() }) });

/** A script that the browser's tools evaluate, which has no address, or the idle callback that they wait for. */
const isOfMeasuring = ({ name, args }: TraceEvent, idleCallback: number): boolean =>
  (name === 'EvaluateScript' && args?.data === undefined) ||
  (name === 'FireIdleCallback' && callbackSchema.safeParse(args).data?.data.id === idleCallback);

interface Open {
  readonly end: number;
  readonly isScript: boolean;
  readonly isMeasuring: boolean;
  selfUs: number;
}

/**
 * Script is an event's own time inside of one, but style, layout and garbage collection.
 * @param idleCallback of the measuring
 */
export const workOfThread = (
  events: readonly TraceEvent[],
  idleCallback: number,
): Pick<Work, 'scriptMs' | 'blockingMs' | 'longTasks'> => {
  const complete = events
    .flatMap((event) => {
      const { name, ph, ts, dur, tdur = 0 } = event;
      return ph === 'X' && ts !== undefined && dur !== undefined
        ? [{ name, ts, dur, cpu: slowdown * tdur, isOwn: isOfMeasuring(event, idleCallback) }]
        : [];
    })
    .toSorted((one, other) => one.ts - other.ts || other.dur - one.dur);
  const open: Open[] = [];
  const all: Open[] = [];
  const tasksMs: number[] = [];
  for (const { name, ts, dur, cpu, isOwn } of complete) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= ts) open.pop();
    const around = open.at(-1);
    const isMeasuring = isOwn || around?.isMeasuring === true;
    const isScript =
      !isMeasuring && (script.test(name) || (around?.isScript === true && !notScript.test(name)));
    if (around) around.selfUs -= cpu;
    const event = { end: ts + dur, isScript, isMeasuring, selfUs: cpu };
    open.push(event);
    all.push(event);
    if (task.test(name)) tasksMs.push(cpu / 1_000);
  }
  const long = tasksMs.filter((ms) => ms > longTaskMs);
  return {
    scriptMs: all.reduce((sum, { isScript, selfUs }) => (isScript ? sum + selfUs / 1_000 : sum), 0),
    blockingMs: long.reduce((sum, ms) => sum + ms - longTaskMs, 0),
    longTasks: long.length,
  };
};

const figures = [
  ['script ms', 'scriptMs'],
  ['TBT ms', 'blockingMs'],
  ['long tasks', 'longTasks'],
  ['script KB', 'scriptKb'],
] as const satisfies readonly (readonly [string, keyof Work])[];

export const medianWork = (works: readonly Work[]): Work => {
  const middle = (name: keyof Work): number => median(works.map((work) => work[name]));
  return {
    scriptMs: middle('scriptMs'),
    blockingMs: middle('blockingMs'),
    longTasks: middle('longTasks'),
    scriptKb: middle('scriptKb'),
  };
};

export const columnsOf = (now: Work, then: Work | undefined): Record<string, string | number> =>
  Object.fromEntries(figures.map(([title, name]) => [title, compared(now[name], then?.[name])]));

export const multipleOf = (page: Work, reference: Work): number =>
  rounded(page.scriptMs / reference.scriptMs, 2);

/** What the columns of docs/performance.md are called that `documentedMultiples` reads. */
export const documentedColumns = ['Page', '× reference'] as const;

export const documentedMultiples = (markdown: string): ReadonlyMap<string, number> => {
  const [, table = ''] = markdown.split(`| ${documentedColumns.join(' | ')} |`);
  const multiples = new Map<string, number>();
  for (const line of table.split('\n').slice(2)) {
    const [, page, multiple] = /^\| (.+?) \| ([\d.]+) \|/.exec(line) ?? [];
    if (page === undefined) break;
    multiples.set(page, Number(multiple));
  }
  return multiples;
};

/** The growth that a page is allowed, for the noise of the measurement. */
const allowedGrowth = 1.1;

/** What is wrong with the multiples of pages: one grew by more than a tenth, or is not documented. */
export const grownPages = (
  measured: ReadonlyMap<string, number>,
  documented: ReadonlyMap<string, number>,
): string[] =>
  [...measured].flatMap(([page, multiple]) => {
    const before = documented.get(page);
    if (before === undefined) return [`docs/performance.md states no multiple of ${page}: ${multiple}`];
    return multiple > before * allowedGrowth
      ? [`${page} has grown from ${before} to ${multiple} times the reference page`]
      : [];
  });
