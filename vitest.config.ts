import { defineConfig } from 'vitest/config';
import { LongestFirst } from './infra/testing/runner/longest-first.ts';

const integrationTests = '**/*.integration.test.ts';
const ignored = ['**/node_modules/**', 'dist/**', 'cdk.out/**', '.local/**'];

const everywhere = {
  isolate: false,
  setupFiles: 'infra/testing/runner/isolate-files.ts',
  // Room for a machine many times slower; a test that hangs is still noticed.
  testTimeout: 60_000,
  hookTimeout: 180_000,
};

export default defineConfig({
  test: {
    silent: 'passed-only',
    // Most tests wait for engines more than they compute, so every core gets a worker.
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
    ],
  },
});
