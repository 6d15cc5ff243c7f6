import { describe, expect, it } from 'vitest';
import { openingOf, type StoredFacts } from './opening.ts';

const nothing: StoredFacts = {
  venues: 0,
  drafts: 0,
  classes: 0,
  coaches: 0,
  families: 0,
  takes_payments: false,
};

const doneIn = (facts: Partial<StoredFacts>) =>
  openingOf({ ...nothing, ...facts }).flatMap(({ step, done }) => (done ? step : []));

describe('the steps that open a school', () => {
  it('are named in order while nothing is stored', () => {
    const steps = openingOf(nothing).map(({ step }) => step);
    expect(steps).toEqual(['venue', 'payments', 'class', 'publish', 'coach', 'families']);
    expect(doneIn({})).toEqual([]);
  });

  it.each([
    [{ venues: 1 }, ['venue']],
    [{ takes_payments: true }, ['payments']],
    [{ drafts: 1 }, ['class']],
    [{ classes: 1 }, ['class', 'publish']],
    [{ coaches: 1 }, ['coach']],
    [{ families: 3 }, ['families']],
  ] as const)('are done by what is stored: %o [SCH-03]', (facts, steps) => {
    expect(doneIn(facts)).toEqual(steps);
  });

  it('are gone when all are done, and return when one is not any more [SCH-03]', () => {
    const open = { venues: 1, drafts: 0, classes: 1, coaches: 1, families: 1, takes_payments: true };
    expect(openingOf(open)).toEqual([]);
    expect(openingOf({ ...open, coaches: 0 })).toHaveLength(6);
  });
});
