import { relative } from 'node:path';
import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter';

/** A run of CI fails at so many tests that passed in their repetition only. */
const flakyLimit = 3;

/** Prints each test that failed and passed when it ran once more, and fails the run at three of them. */
export default class FlakyTests implements Reporter {
  private readonly flaky = new Map<string, string>();

  onTestEnd(test: TestCase): void {
    if (test.outcome() !== 'flaky') return;
    const { file, line } = test.location;
    this.flaky.set(test.id, `${relative(process.cwd(), file)}:${line} ${test.title}`);
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    if (this.flaky.size === 0) return undefined;
    console.log('\nFlaky, to be mended next (traces of both runs are in the report):');
    for (const name of this.flaky.values()) console.log(`  ${name}`);
    if (this.flaky.size < flakyLimit) return undefined;
    console.log(`${this.flaky.size} tests are flaky: the run fails at ${flakyLimit}.`);
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}
