import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  columnsOf,
  documentedMultiples,
  grownPages,
  medianWork,
  multipleOf,
  readAsked,
  slowdown,
  type Work,
  workOfThread,
} from './page-work.ts';

const thread = { ph: 'X', pid: 1, tid: 1 };
/** An event in milliseconds of a phone. */
const event = (name: string, from: number, to: number, cpu = to - from) => ({
  ...thread,
  name,
  ts: from * 1_000,
  dur: (to - from) * 1_000,
  tdur: (cpu * 1_000) / slowdown,
});

/** The events of a thread in which the measuring waited for no idle callback. */
const workOf = (events: Parameters<typeof workOfThread>[0]) => workOfThread(events, 0);

const work = (scriptMs: number, other: Partial<Work> = {}): Work => ({
  scriptMs,
  blockingMs: 0,
  longTasks: 0,
  scriptKb: 100,
  ...other,
});

describe('the work of a thread', () => {
  it('is script without the style, layout and garbage collection inside of it', () => {
    const { scriptMs } = workOf([
      event('RunTask', 0, 40),
      event('FunctionCall', 1, 31),
      event('UpdateLayoutTree', 5, 10),
      event('MinorGC', 11, 13),
      event('v8.callFunction', 14, 20),
      event('Layout', 32, 39),
    ]);
    expect(scriptMs).toBeCloseTo(23);
  });

  it('counts nested scripts once', () => {
    const events = [
      event('v8.evaluateModule', 0, 20),
      event('v8.compile', 0, 5),
      event('FunctionCall', 6, 10),
    ];
    expect(workOf(events).scriptMs).toBeCloseTo(20);
  });

  it('is without what the measuring itself runs in the page', () => {
    const page = { data: { url: 'http://localhost/' } };
    const { scriptMs } = workOfThread(
      [
        { ...event('EvaluateScript', 0, 10), args: page },
        { ...event('EvaluateScript', 20, 40), args: {} },
        event('v8.newInstance', 21, 25),
        event('FunctionCall', 26, 30),
        { ...event('FireIdleCallback', 50, 53), args: { data: { id: 1 } } },
        { ...event('FireIdleCallback', 60, 80), args: { data: { id: 2 } } },
        event('RunMicrotasks', 61, 70),
        event('FunctionCall', 90, 91),
      ],
      2,
    );
    expect(scriptMs).toBeCloseTo(14);
  });

  it('has what tasks over 50 ms take beyond that, by the time of the processor', () => {
    expect(
      workOf([
        event('RunTask', 0, 90, 60),
        event('ThreadControllerImpl::RunTask', 100, 300, 130),
        event('RunTask', 300, 400, 50),
      ]),
    ).toEqual({ scriptMs: 0, blockingMs: 90, longTasks: 2 });
  });
});

describe('figures of two builds', () => {
  it('are medians of each figure', () => {
    const works = [work(3, { scriptKb: 7 }), work(1, { scriptKb: 9 }), work(2, { scriptKb: 8 })];
    expect(medianWork(works)).toEqual(work(2, { scriptKb: 8 }));
  });

  it('stand beside each other with their ratio', () => {
    const columns = columnsOf(work(150, { blockingMs: 30, longTasks: 1 }), work(100));
    expect(columns).toMatchObject({
      'script ms': '150 / 100 = 1.5',
      'TBT ms': '30 / 0',
      'script KB': '100 / 100 = 1',
    });
  });

  it('stand alone where the other build has no such page', () => {
    expect(columnsOf(work(150.4), undefined)).toMatchObject({ 'script ms': 150, 'script KB': 100 });
  });
});

describe('a page as a multiple of the reference page', () => {
  const documented = documentedMultiples(
    [
      'Before.',
      '',
      '| Page | × reference |',
      '| --- | --- |',
      '| `/`, visitor | 2.5 |',
      '| `/auth` | 10 |',
      '',
      'x',
    ].join('\n'),
  );

  it('is read from the table of the documentation', () => {
    expect([...documented]).toEqual([
      ['`/`, visitor', 2.5],
      ['`/auth`', 10],
    ]);
  });

  it('may grow by a tenth, and no more', () => {
    expect(grownPages(new Map([['`/auth`', 11]]), documented)).toEqual([]);
    expect(grownPages(new Map([['`/auth`', 11.1]]), documented)).toEqual([
      '`/auth` has grown from 10 to 11.1 times the reference page',
    ]);
  });

  it('must be documented', () => {
    expect(grownPages(new Map([['`/new`', 4]]), documented)).toEqual([
      'docs/performance.md states no multiple of `/new`: 4',
    ]);
  });

  it('divides the script of both', () => {
    expect(multipleOf(work(126), work(50))).toBe(2.52);
  });

  it('is documented for pages of visitors and of each role', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../docs/performance.md'), 'utf8');
    expect([...documentedMultiples(text).keys()].filter((page) => page.startsWith('`/`'))).toEqual([
      '`/`, visitor',
      '`/`, parent',
    ]);
  });
});

describe('the command line', () => {
  const sections = ['costs', 'web'];
  const read = (args: string, npmOption?: string) => readAsked(args.split(' '), sections, npmOption);
  const asked = { sections: ['web'], pages: ['/auth'], against: '5c0b5832' };

  it.each([
    ['behind `--`', 'web --against 5c0b5832 /auth', undefined],
    ['as npm leaves it without `--`', 'web 5c0b5832 /auth', 'true'],
    ['as npm takes it with `=`', 'web /auth', '5c0b5832'],
  ])('names the commit to compare with: %s', (_, args, npmOption) => {
    expect(read(args, npmOption)).toEqual(asked);
  });

  it('names none', () => {
    expect(read('costs web')).toEqual({ sections: ['costs', 'web'], pages: [], against: undefined });
  });
});
