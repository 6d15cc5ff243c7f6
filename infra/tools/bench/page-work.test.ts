import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentedMultiples, grownPages, readAsked, slowdown, workOfThread } from './page-work.ts';

const thread = { ph: 'X', pid: 1, tid: 1 };
const event = (name: string, from: number, to: number, cpu = to - from) => ({
  ...thread,
  name,
  ts: from * 1_000,
  dur: (to - from) * 1_000,
  tdur: (cpu * 1_000) / slowdown,
});

/** The events of a thread in which the measuring waited for no idle callback. */
const workOf = (events: Parameters<typeof workOfThread>[0]) => workOfThread(events, 0);

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
});
