import { defineConfig } from 'vitest/config';
import { LongestFirst } from './infra/testing/longest-first.ts';

const browserTests = 'web/e2e/**/*.e2e.ts';
const integrationTests = '**/*.integration.test.ts';
const ignored = ['**/node_modules/**', 'dist/**', 'cdk.out/**', '.local/**'];

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
          include: ['{shared,functions,infra,web/src}/**/*.test.{ts,tsx}'],
          exclude: [...ignored, integrationTests],
        },
      },
      {
        test: {
          name: 'integration',
          include: [integrationTests],
          exclude: ignored,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: [browserTests],
          exclude: ignored,
          isolate: false,
          setupFiles: 'web/e2e/testing/fresh-modules.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
