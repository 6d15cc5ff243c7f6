import { beforeEach, expect, it, vi } from 'vitest';
import { repetitions, reportProgress } from '#infra/testing/runner/slowness';
import { startHistories } from '#infra/testing/waiting/histories';

beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

const withFaults = repetitions(10_000, { inTest: 40 });
const withoutFaults = repetitions(5_000, { inTest: 20 });
const termsWithFaults = repetitions(10_000, { inTest: 40 });
const terms = repetitions(5_000, { inTest: 10 });

/** The engine keeps what it stored in memory. */
const historiesOfTable = 250;

interface Runs {
  readonly count: number;
  readonly faultRate: number;
  readonly first: number;
  /** Whether the class follows another one, whose children have their places kept. */
  readonly isTerm?: boolean;
}

/** Runs seeds from `first` on. @returns what the first broken one shows, or undefined */
const runAll = async (
  name: string,
  { count, faultRate, first, isTerm = false }: Runs,
): Promise<string | undefined> => {
  for (let done = 0; done < count; ) {
    const histories = await startHistories();
    try {
      const end = Math.min(count, done + historiesOfTable);
      for (; done < end; done += 1) {
        const broken = await histories.run(first + done, faultRate, { isTerm });
        if (broken) return broken;
      }
    } finally {
      await histories.stop();
    }
    reportProgress(`histories ${name}`, { done, all: count });
  }
  return undefined;
};

it('has an order of its steps that the rule explains, whatever happens at once [WAI-05, WAI-08, WAI-09, WAI-13]', async () => {
  expect(await runAll('without faults', { count: withoutFaults, faultRate: 0, first: 1 })).toBeUndefined();
});

it('has one too where requests fail and answers are lost [WAI-08, WAI-13, BSK-02]', {
  tags: 'exhaustive',
}, async () => {
  expect(await runAll('with faults', { count: withFaults, faultRate: 0.08, first: 50_000 })).toBeUndefined();
});

it('has one where a term is published and its kept places are answered, moved and given on [TRM-05, TRM-09]', {
  tags: 'exhaustive',
}, async () => {
  const runs = { count: terms, faultRate: 0, first: 1, isTerm: true };
  expect(await runAll('of a term without faults', runs)).toBeUndefined();
});

it('has one of a term too where requests fail and answers are lost [TRM-03, TRM-09]', {
  tags: 'exhaustive',
}, async () => {
  const runs = { count: termsWithFaults, faultRate: 0.08, first: 50_000, isTerm: true };
  expect(await runAll('of a term with faults', runs)).toBeUndefined();
});
