import { afterAll, expect, it } from 'vitest';
import { isChosen, repetitions, reportProgress } from '#infra/testing/runner/slowness';
import { captureLog } from '#infra/testing/services/system';
import {
  addCounts,
  type Counts,
  createRunner,
  describeViolations,
  kindsWithoutSuccess,
  type SoakMutant,
} from './driver.ts';
import { themes } from './themes.ts';

const runner = createRunner();
captureLog();
afterAll(() => runner.stop());

/** What the runs of a theme prove, whatever competes and fails. */
const promises: Readonly<Record<string, string>> = {
  rush: 'have one outcome of what both adults and the office book, and one email each [ADT-03, BHF-01, BOK-28, BOK-29, DAT-15, DAT-16]',
  money:
    'agree to the cent, whichever adult acts, and both see it [ADT-03, BNK-02, DIS-02, DUE-01, END-02, PAY-09, PAY-14]',
  waiting: 'have an order of steps that the rule explains [WAI-05, WAI-08, WAI-09, WAI-13, BSK-02]',
  cards: 'leave 0 cents between Stripe and the ledger [CRD-02, CRD-03, CRD-04, CRD-05, CRD-08]',
  terms: 'have one where kept places are answered, moved and given on [TRM-03, TRM-05, TRM-09]',
};
/** Those whose promises `npm test` proves, too. */
const quick: ReadonlySet<string> = new Set(['rush', 'waiting', 'terms']);

/** More than any theme needs for an event, and for any mutant. */
const mostSeeds = 1_000;

for (const theme of themes) {
  const { name, seeds, events = [], mutants } = theme;
  const jobs = Array.from({ length: mostSeeds }, (_, index) => ({ theme, seed: index + 1 }));

  it(`runs of ${name} ${promises[name]}`, {
    tags: quick.has(name) ? [] : 'exhaustive',
  }, async () => {
    const runs = repetitions(seeds.all, seeds.inTest === undefined ? {} : { inTest: seeds.inTest });
    const failures: string[] = [];
    let had: Counts = {};
    let done = 0;
    const missing = () => events.filter((event) => !had[event]);
    await runner.runAll(jobs, ({ seed, violations, events: ofRun }) => {
      if (violations.length > 0) failures.push(`Seed ${seed}: ${describeViolations(violations)}`);
      had = addCounts(had, ofRun);
      done += 1;
      reportProgress(name, { done, all: runs });
      const isComplete = done >= runs && missing().length === 0 && kindsWithoutSuccess(had).length === 0;
      return failures.length > 0 || isComplete ? 'enough' : undefined;
    });
    expect(failures).toEqual([]);
    expect(missing()).toEqual([]);
    expect(kindsWithoutSuccess(had)).toEqual([]);
  });

  // Every fifth mutant of a theme shows that its checks notice what is wrong; each night runs all (`REPETITIONS=all`).
  it.each(Object.entries(mutants).filter((_, index) => isChosen(index, 5)))(
    `runs of ${name} notice that %s`,
    { tags: 'exhaustive' },
    async (_, defect) => {
      const mutant: SoakMutant = typeof defect === 'function' ? { intercept: defect } : defect;
      let broken: string | undefined;
      await runner.runAll(
        jobs.map((job) => ({ ...job, mutant })),
        ({ violations }) => {
          broken ??= violations.find(({ rule }) => rule === (mutant.rule ?? rule))?.rule;
          return broken === undefined ? undefined : 'enough';
        },
      );
      expect(broken).toBeDefined();
    },
  );
}
