import { describe, expect, it } from 'vitest';
import { firstInexplicable, isLinearizable, type Operation } from './linearizability.ts';

/** A counter with room for two. */
type Told = [invoked: number, returned: number | undefined];
const full = 2;

const raised = ([invoked, returned]: Told): Operation<number> => ({
  invoked,
  returned,
  after: (count) => (count < full ? [count + 1] : []),
});
const refused = ([invoked, returned]: Told): Operation<number> => ({
  invoked,
  returned,
  after: (count) => (count === full ? [count] : []),
});
const read = (value: number, [invoked, returned]: Told): Operation<number> => ({
  invoked,
  returned,
  after: (count) => (count === value ? [count] : []),
});

const isExplained = (...operations: Operation<number>[]): boolean => isLinearizable(0, operations, String);

describe('an order of events', () => {
  it('may be any of what was under way at the same time', () => {
    expect(isExplained(read(1, [1, 4]), raised([2, 3]))).toBe(true);
    expect(isExplained(read(0, [1, 4]), raised([2, 3]))).toBe(true);
  });

  it('keeps what was over before something else began', () => {
    expect(isExplained(raised([1, 2]), read(0, [3, 4]))).toBe(false);
    expect(isExplained(read(1, [1, 2]), raised([3, 4]))).toBe(false);
  });

  it('does not raise above what there is room for', () => {
    expect(isExplained(raised([1, 6]), raised([2, 5]), raised([3, 4]))).toBe(false);
    expect(isExplained(raised([1, 6]), raised([2, 5]), refused([3, 4]))).toBe(true);
    expect(isExplained(raised([1, 2]), refused([3, 4]))).toBe(false);
  });

  it('does not go back', () => {
    const long = raised([1, 8]);
    expect(isExplained(long, read(0, [2, 3]), read(1, [4, 5]), read(1, [6, 7]))).toBe(true);
    expect(isExplained(long, read(1, [2, 3]), read(0, [4, 5]))).toBe(false);
  });
});

describe('an operation without an answer', () => {
  const unanswered = raised([1, undefined]);

  it('has happened, late or never', () => {
    expect(isExplained(unanswered, read(0, [2, 3]))).toBe(true);
    expect(isExplained(unanswered, read(1, [2, 3]))).toBe(true);
    expect(isExplained(unanswered, read(0, [2, 3]), read(1, [4, 5]))).toBe(true);
  });

  it('has happened once', () => {
    expect(isExplained(unanswered, read(2, [2, 3]))).toBe(false);
    expect(isExplained(unanswered, read(1, [2, 3]), read(0, [4, 5]))).toBe(false);
  });

  it('has not happened before it was asked for', () => {
    expect(isExplained(read(1, [1, 2]), raised([3, undefined]))).toBe(false);
  });
});

it('names the first answer that nothing explains', () => {
  const history = [raised([1, 2]), read(1, [3, 4]), read(0, [5, 8]), read(1, [6, 7]), read(5, [9, 10])];
  expect(firstInexplicable(0, history, String)).toBe(8);
  expect(firstInexplicable(0, history.slice(0, 2), String)).toBeUndefined();
});
