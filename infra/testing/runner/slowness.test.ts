import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

const print = `const { patience } = await import('./infra/testing/runner/slowness.ts');
const { TEST_SLOWNESS, DEADLINE_FACTOR } = process.env;
console.log(JSON.stringify({ ...patience, TEST_SLOWNESS, DEADLINE_FACTOR }));`;

/** The limits of a runner, by the variable with which it starts, and what its workers inherit. */
const limitsOf = (given?: string) => {
  const { TEST_SLOWNESS: _, DEADLINE_FACTOR: __, REPETITIONS: ___, ...env } = process.env;
  const run = execFileSync(process.execPath, ['--input-type=module', '-e', print], {
    cwd: root,
    env: { ...env, ...(given && { TEST_SLOWNESS: given }) },
  });
  return JSON.parse(run.toString());
};

describe('the limits of the test runners', () => {
  it('stretch by one factor, those of the product too [STA-04]', () => {
    const [idle, slow] = [limitsOf('1'), limitsOf('4')];
    expect(slow).toEqual({
      wait: 4 * idle.wait,
      test: 4 * idle.test,
      TEST_SLOWNESS: '4',
      DEADLINE_FACTOR: String(4 * idle.DEADLINE_FACTOR),
    });
  });

  it('are measured where no factor is given, and workers take the measured one [STA-04]', () => {
    const measured = limitsOf();
    expect(Number(measured.TEST_SLOWNESS)).toBeGreaterThanOrEqual(1);
    expect(limitsOf(measured.TEST_SLOWNESS)).toEqual(measured);
  });

  it('leave room for its message to a wait that ends', () => {
    const { wait, test } = limitsOf('1');
    expect(2 * wait).toBeLessThan(test);
  });
});

/** What a slow machine would decide: a limit of its own, a pause, a measured time. */
const elapsed =
  /performance\.now\(|waitForTimeout|test\.slow\(|setTimeout\(|\bsleep\(|\b(?:testT|hookT|t)imeout: [\d_]+|^\s*\}, [\d_]{4,}\)/m;

const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

/** Why these lines wait or measure all the same. None of them fails for a slow machine. */
const allowed: Readonly<Record<string, string>> = {
  'functions/lib/aws-requests.integration.test.ts': 'a server that holds requests, which are counted',
  'functions/messages/pacer.test.ts': 'the clock is a fake one',
};

it('no test is decided by elapsed time [STA-04]', () => {
  const files = globSync('{shared,functions,infra,web}/**/*.{test.ts,test.tsx,e2e.ts}', { cwd: root });
  expect(files.length).toBeGreaterThan(300);
  const others = files.filter((file) => file !== 'infra/testing/runner/slowness.test.ts');
  const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
  expect(others.filter((file) => elapsed.test(textOf(file))).toSorted()).toEqual(Object.keys(allowed));
  // Vitest gives `waitFor` a second by default.
  const impatient = others.filter((file) => {
    const text = textOf(file);
    return count(text, /vi\.waitFor\(/g) > count(text, /(?:, |^ +)patiently[,)]/gm);
  });
  expect(impatient).toEqual([]);
});
