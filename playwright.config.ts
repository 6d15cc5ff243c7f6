import './infra/require-node.cjs';
import { defineConfig } from '@playwright/test';
import { patience } from './infra/testing/runner/slowness.ts';
import { chromiumLaunch } from './infra/testing/stack/chromium.ts';

// Tests run the sample school, whose facts they look for; the workers inherit it.
process.env.SAMPLE_SCHOOL = 'yes';

const isCi = Boolean(process.env.CI);

// The workers inherit it, in which the stack runs too: fewer collections of short-lived objects.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`;

/** A page is open for about a second: what V8 prepares for a longer life costs more than it saves. */
const v8Flags = [
  '--no-maglev',
  // Without the last compiler a login, which calculates with large numbers, takes four times as long.
  '--invocation-count-for-turbofan=30000',
  // The next page of a test has the same scripts, and the process still has their compiled code. Scripts that are parsed
  // while they arrive are parsed again for each page.
  '--no-script-streaming',
  '--no-flush-bytecode',
];

export default defineConfig({
  testDir: 'web/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: isCi,
  // Each failed test runs once more by itself, when all others have ended. Nothing is repeated outside CI.
  retries: isCi ? 1 : 0,
  retryStrategy: 'isolated',
  // A worker waits for a quarter of its time: for answers, frames and networks that are slow on purpose.
  workers: '150%',
  timeout: patience.test,
  expect: { timeout: patience.wait },
  // The stack logs each request; the HTML report has the logs of a failed test.
  quiet: true,
  reporter: [[isCi ? 'dot' : 'list'], ['./infra/testing/runner/flaky-tests.ts'], ['html', { open: 'never' }]],
  use: {
    // Snapshots of the page at each action cost a fifth of a test's time; `--trace on` records them.
    trace: {
      mode: isCi ? 'retain-on-failure-and-retries' : 'retain-on-failure',
      screenshots: false,
      snapshots: false,
      sources: false,
    },
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker answers navigations in place of what a test intercepts; its own test allows it.
    serviceWorkers: 'block',
    actionTimeout: patience.wait,
    navigationTimeout: patience.wait,
    launchOptions: {
      ...chromiumLaunch,
      args: [
        '--disable-gpu',
        `--js-flags=${v8Flags.join(',')}`,
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Successive pages of a context use one renderer process, see web/e2e/testing/test.ts.
        '--process-per-site',
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
      ],
    },
  },
});
