import { beforeEach, expect, it, vi } from 'vitest';
import { repetitions, reportProgress } from '#infra/testing/repetitions';
import { startHistories } from '#infra/testing/waiting/histories';

beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

const withFaults = repetitions(10_000, { inTest: 40 });
const withoutFaults = repetitions(5_000, { inTest: 20 });

/** The engine keeps what it stored in memory. */
const historiesOfTable = 250;

/** Runs seeds from `first` on. @returns what the first broken one shows, or undefined */
const runAll = async (
  name: string,
  { count, faultRate, first }: { readonly count: number; readonly faultRate: number; readonly first: number },
): Promise<string | undefined> => {
  for (let done = 0; done < count; ) {
    const histories = await startHistories();
    try {
      const end = Math.min(count, done + historiesOfTable);
      for (; done < end; done += 1) {
        const broken = await histories.run(first + done, faultRate);
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
}, 14_400_000);

it('has one too where requests fail and answers are lost [WAI-08, WAI-13, BSK-02]', {
  tags: 'exhaustive',
  timeout: 14_400_000,
}, async () => {
  expect(await runAll('with faults', { count: withFaults, faultRate: 0.08, first: 50_000 })).toBeUndefined();
});
