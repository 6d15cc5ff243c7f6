import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const guide = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const [, drill = ''] = /\*\*The drill\*\*[^`]*```sh\n([\s\S]*?)```/.exec(guide) ?? [];

/** A shell script that replaces `aws`. It reports the restored table as CREATING for a number of calls, then as ACTIVE. */
const fakeAws = (folder: string, creating: number) => `#!/bin/bash
echo "$2 $*" >> ${folder}/calls
case "$2" in
  list-stack-resources) echo bookings ;;
  describe-table)
    calls=$(grep -c ^describe-table ${folder}/calls)
    [ "$calls" -gt ${creating} ] && echo ACTIVE || echo CREATING ;;
  query) echo 7 ;;
esac
`;

/** Runs commands of the guide without AWS. Returns the called commands. */
const run = (commands: string, creating = 0): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'drill-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'aws'), fakeAws(folder, creating), { mode: 0o755 });
  writeFileSync(join(folder, 'sleep'), '#!/bin/bash\n', { mode: 0o755 });
  execFileSync('bash', ['-c', commands], {
    env: { PATH: `${folder}:${process.env.PATH}`, TABLE: 'bookings' },
    // With a socket as its input, bash reads the start file of the user.
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
};

it('the restore drill of the guide waits for the table, also for 45 minutes', () => {
  const minutes = 45;
  const calls = run(drill, minutes).map((call) => call.split(' ')[0] ?? '');
  expect(calls).toEqual([
    'list-stack-resources',
    'restore-table-to-point-in-time',
    ...Array.from({ length: minutes + 1 }, () => 'describe-table'),
    ...Array.from({ length: 4 }, () => 'query'),
    'delete-table',
  ]);
});
