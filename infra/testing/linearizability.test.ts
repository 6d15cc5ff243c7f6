import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLinearizable, type Operation } from './linearizability.ts';

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
