import { defineConfig } from 'vitest/config';
import { LongestFirst } from './infra/testing/runner/longest-first.ts';

const browserTests = 'web/e2e/**/*.e2e.ts';
const integrationTests = '**/*.integration.test.ts';
const ignored = ['**/node_modules/**', 'dist/**', 'cdk.out/**', '.local/**'];

const everywhere = {
  isolate: false,
  setupFiles: 'infra/testing/runner/as-if-alone.ts',
  // Room for a machine many times slower: what hangs is noticed all the same.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    silent: 'passed-only',
    // Most tests wait for engines more than they compute: no core stays free.
    maxWorkers: '100%',
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
        test: { name: 'integration', include: [integrationTests], exclude: ignored, ...everywhere },
      },
      {
        test: { name: 'browser', include: [browserTests], exclude: ignored, ...everywhere },
      },
    ],
  },
});
