import './infra/require-node.cjs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './infra/testing/runner/longest-first.ts';
import { patience, patiently } from './infra/testing/runner/slowness.ts';

const integrationTests = '**/*.integration.test.ts';
const ignored = ['**/node_modules/**', 'dist/**', 'cdk.out/**', '.local/**'];

/** An engine of the operator, which all tests share (docs/decisions/0006-local-stack.md). */
const sharesEngine = process.env.DYNAMODB_ENDPOINT !== undefined;
/** Tests of the engine that the local system starts, stops and kills itself, and of its files. */
const needOwnEngine = ['infra/local/start.integration.test.ts'];

const everywhere = {
  // Tests run the sample school, whose facts they look for.
  env: { SAMPLE_SCHOOL: 'yes' },
  isolate: false,
  // Fewer collections of short-lived objects: an eighth of the CPU time of tests that call AWS's SDK.
  execArgv: ['--max-semi-space-size=64'],
  setupFiles: 'infra/testing/runner/isolate-files.ts',
  testTimeout: patience.test,
  hookTimeout: patience.test,
  expect: { poll: patiently },
};

export default defineConfig({
  test: {
    // `npm test` leaves them out: what they prove is proved once without them, see docs/decisions/0030-two-test-commands.md.
    tags: [
      { name: 'exhaustive', description: 'Combinations, repetitions and measurements of `npm run test:all`' },
    ],
    silent: 'passed-only',
    teardownTimeout: patience.wait,
    // Most tests wait for engines more than they compute, so there is one worker more than cores. Tests of the whole system
    // use one table name: they cannot share an engine at the same time.
    maxWorkers: sharesEngine ? 1 : availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,functions,infra,web/src}/**/*.test.{ts,tsx}'],
          exclude: [...ignored, integrationTests],
          ...everywhere,
        },
      },
      {
        test: {
          name: 'integration',
          include: [integrationTests],
          exclude: [...ignored, ...(sharesEngine ? needOwnEngine : [])],
          ...everywhere,
          setupFiles: [everywhere.setupFiles, 'infra/testing/runner/roles.ts'],
          globalSetup: 'infra/testing/runner/role-uses.ts',
        },
      },
    ],
  },
});
