import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstUnexplained, isLinearizable, type Operation } from './linearizability.ts';

/** A counter from 0 to 2. */
type Interval = [invoked: number, returned: number | undefined];
const full = 2;

const raised = ([invoked, returned]: Interval): Operation<number> => ({
  invoked,
  returned,
  after: (count) => (count < full ? [count + 1] : []),
});
const refused = ([invoked, returned]: Interval): Operation<number> => ({
  invoked,
  returned,
  after: (count) => (count === full ? [count] : []),
});
const read = (value: number, [invoked, returned]: Interval): Operation<number> => ({
  invoked,
  returned,
  after: (count) => (count === value ? [count] : []),
});

const isLinearizableCounter = (...operations: Operation<number>[]): boolean =>
  isLinearizable(0, operations, String);

describe('a linearizable order', () => {
  it('may put overlapping operations in any order', () => {
    expect(isLinearizableCounter(read(1, [1, 4]), raised([2, 3]))).toBe(true);
    expect(isLinearizableCounter(read(0, [1, 4]), raised([2, 3]))).toBe(true);
  });

  it('keeps the order of operations that do not overlap', () => {
    expect(isLinearizableCounter(raised([1, 2]), read(0, [3, 4]))).toBe(false);
    expect(isLinearizableCounter(read(1, [1, 2]), raised([3, 4]))).toBe(false);
  });

  it('does not raise the counter above its maximum', () => {
    expect(isLinearizableCounter(raised([1, 6]), raised([2, 5]), raised([3, 4]))).toBe(false);
    expect(isLinearizableCounter(raised([1, 6]), raised([2, 5]), refused([3, 4]))).toBe(true);
    expect(isLinearizableCounter(raised([1, 2]), refused([3, 4]))).toBe(false);
  });

  it('does not go back to an earlier state', () => {
    const long = raised([1, 8]);
    expect(isLinearizableCounter(long, read(0, [2, 3]), read(1, [4, 5]), read(1, [6, 7]))).toBe(true);
    expect(isLinearizableCounter(long, read(1, [2, 3]), read(0, [4, 5]))).toBe(false);
  });
});

describe('an operation without an answer', () => {
  const unanswered = raised([1, undefined]);

  it('may take effect at once, late or never', () => {
    expect(isLinearizableCounter(unanswered, read(0, [2, 3]))).toBe(true);
    expect(isLinearizableCounter(unanswered, read(1, [2, 3]))).toBe(true);
    expect(isLinearizableCounter(unanswered, read(0, [2, 3]), read(1, [4, 5]))).toBe(true);
  });

  it('takes effect at most once', () => {
    expect(isLinearizableCounter(unanswered, read(2, [2, 3]))).toBe(false);
    expect(isLinearizableCounter(unanswered, read(1, [2, 3]), read(0, [4, 5]))).toBe(false);
  });

  it('takes no effect before it is invoked', () => {
    expect(isLinearizableCounter(read(1, [1, 2]), raised([3, undefined]))).toBe(false);
  });
});

it('finds the first answer that no order explains', () => {
  const history = [raised([1, 2]), read(1, [3, 4]), read(0, [5, 8]), read(1, [6, 7]), read(5, [9, 10])];
  expect(firstUnexplained(0, history, String)).toBe(8);
  expect(firstUnexplained(0, history.slice(0, 2), String)).toBeUndefined();
});

/** Tries every order, without a cache. */
const hasOrder = (count: number, left: readonly Operation<number>[]): boolean => {
  if (left.every(({ returned }) => returned === undefined)) return true;
  const horizon = Math.min(...left.map(({ returned }) => returned ?? Number.POSITIVE_INFINITY));
  return left
    .filter(({ invoked }) => invoked <= horizon)
    .some((operation) =>
      operation.after(count).some((next) =>
        hasOrder(
          next,
          left.filter((other) => other !== operation),
        ),
      ),
    );
};

it('decides like a search through all orders', () => {
  const history = fc
    .array(fc.record({ kind: fc.nat(4), isAnswered: fc.boolean() }), { minLength: 1, maxLength: 6 })
    .chain((parts) =>
      fc.shuffledSubarray([...Array(2 * parts.length).keys()], { minLength: 2 * parts.length }).map((times) =>
        parts.map(({ kind, isAnswered }, at) => {
          const [invoked = 0, returned] = [times[2 * at] ?? 0, times[2 * at + 1] ?? 0].toSorted(
            (a, b) => a - b,
          );
          const interval: Interval = [invoked, isAnswered ? returned : undefined];
          return [raised, refused, ...[0, 1, 2].map((value) => (of: Interval) => read(value, of))][kind]?.(
            interval,
          );
        }),
      ),
    )
    .map((operations) => operations.filter((operation) => operation !== undefined));
  fc.assert(
    fc.property(history, (operations) => {
      expect(isLinearizable(0, operations, String)).toBe(hasOrder(0, operations));
    }),
    { numRuns: 1_000 },
  );
});

it('does not try every set of operations without an answer', () => {
  let calls = 0;
  const written = Array.from(
    { length: 30 },
    (_, value): Operation<number> => ({
      invoked: value,
      returned: undefined,
      after: () => {
        calls += 1;
        return [value];
      },
    }),
  );
  const reads = [0, 29, 3, 17, 0].map((value, at) => read(value, [100 + 2 * at, 101 + 2 * at]));
  // The value 0 is written once.
  expect(isLinearizable(-1, [...written, ...reads.slice(0, 4)], String)).toBe(true);
  expect(isLinearizable(-1, [...written, ...reads], String)).toBe(false);
  expect(calls).toBeLessThan(10_000);
});
