import { defineConfig } from 'vitest/config';
import { LongestFirst } from './infra/testing/longest-first.ts';

const unitTests = (folders: string) => `{${folders}}/**/*.test.{ts,tsx}`;
const integrationTests = (folder: string) => `${folder}/**/*.integration.test.ts`;
const browserTests = 'web/e2e/**/*.e2e.ts';
const ignored = ['**/node_modules/**', 'dist/**', 'cdk.out/**', '.local/**'];

/** Room for a machine many times slower: what hangs is noticed all the same. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };
/** For what keeps nothing in its modules: one process after the other would spend its time on loading the same ones. */
const sharedProcess = { isolate: false, setupFiles: 'infra/testing/leave-no-trace.ts' };

export default defineConfig({
  test: {
    silent: 'passed-only',
    // Most tests wait for engines and browsers more than they compute: no core stays free.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [unitTests('infra,web/src')],
          exclude: [...ignored, integrationTests('**')],
          ...patience,
        },
      },
      {
        test: {
          name: 'unit-together',
          include: [unitTests('shared,functions')],
          exclude: [...ignored, integrationTests('**')],
          ...patience,
          ...sharedProcess,
        },
      },
      {
        test: {
          name: 'integration',
          include: [integrationTests('infra')],
          exclude: ignored,
          ...patience,
        },
      },
      {
        test: {
          name: 'integration-together',
          include: [integrationTests('functions')],
          exclude: ignored,
          ...patience,
          ...sharedProcess,
        },
      },
      {
        test: {
          name: 'browser',
          include: [browserTests],
          exclude: ignored,
          ...patience,
          isolate: false,
          setupFiles: 'web/e2e/testing/fresh-modules.ts',
        },
      },
    ],
  },
});
