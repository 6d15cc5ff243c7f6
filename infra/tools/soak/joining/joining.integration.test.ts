import { afterAll, expect, it } from 'vitest';
import { captureLog } from '#infra/testing/services/start-tests';
import { routes } from '#shared/contract/routes';
import { mutants } from '../mutants.ts';
import { codeOf, type Entry } from '../requests.ts';
import { createSeedRunner, describeViolations } from '../run-seeds.ts';
import { testSeeds } from '../soak.ts';
import { workloadOf } from '../workload.ts';

const runner = createSeedRunner(3);
captureLog();
afterAll(() => runner.close());

const seeds = testSeeds.filter((seed) => workloadOf(seed).theme === 'joining');
const fewestRuns = 6;

/**
 * What must have been answered: each decision of an import, and an undo. That an undo keeps who has a login is left to chance here
 * (invited-import.integration.test.ts has it).
 */
const answers = [
  ...['import new', 'import changes', 'import same', 'undo undone'],
  ...['sign-up 201', 'accept 201', 'accept invitationInvalid'],
  ...['join 200', 'make-holder 204', 'remove-login 204', 'invite 202', 'reset 200'],
];

const answerOf = (entry: Entry): string => {
  const { request, answer } = entry;
  const status = String(codeOf(entry) ?? answer?.status);
  if (status !== '200') return `${request.kind} ${status}`;
  if (request.kind === 'import')
    return `import ${routes.importFamilies.response.parse(answer?.body).families[0]?.state}`;
  if (request.kind !== 'undo') return `${request.kind} 200`;
  const { undone, kept } = routes.undoImport.response.parse(answer?.body);
  return `undo ${undone > 0 ? 'undone' : (kept[0]?.built ?? 'nothing')}`;
};

it('leaves one family of an address, whoever imports it, signs up, answers and takes back at once [IMP-02, IMP-03]', async () => {
  const failures: string[] = [];
  const missing = new Set(answers);
  let runs = 0;
  await runner.run(seeds, ({ seed, violations, entries }) => {
    if (violations.length > 0) failures.push(`Seed ${seed}: ${describeViolations(violations)}`);
    for (const entry of entries) missing.delete(answerOf(entry));
    runs += 1;
    return runs >= fewestRuns && missing.size === 0 ? 'enough' : undefined;
  });
  expect(failures).toEqual([]);
  expect([...missing]).toEqual([]);
});

it.each(mutants.filter(({ theme }) => theme === 'joining'))(
  'notices that $name [IMP-02]',
  { tags: 'exhaustive' },
  async (mutant) => {
    const broken = new Set<string>();
    const rule = mutant.rule ?? expect.unreachable('the mutant names no rule');
    await runner.run(
      seeds,
      ({ violations }) => {
        for (const violation of violations) broken.add(violation.rule);
        return broken.has(rule) ? 'enough' : undefined;
      },
      mutant,
    );
    expect([...broken]).toContain(rule);
  },
);
