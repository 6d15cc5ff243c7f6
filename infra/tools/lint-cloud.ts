import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, runAsCommand } from '../command.ts';
import { synthesizeAll } from '../testing/cloud/every-template.ts';

/** Findings that are no faults are explained in `.cfnlintrc.yaml`; any other one ends the command with an error. */
const cfnLint = (...args: readonly string[]) => spawnSync('cfn-lint', args, { stdio: 'inherit' }).status;

await runAsCommand(async () => {
  if (cfnLint('--version') !== 0)
    throw new CommandError('cfn-lint does not run.', 'Install it: python3 -m pip install cfn-lint');
  const folder = mkdtempSync(join(tmpdir(), 'booking-templates-'));
  try {
    const files = synthesizeAll().map(({ name, template }) => {
      const file = join(folder, `${name.replaceAll(' ', '-')}.json`);
      writeFileSync(file, JSON.stringify(template, undefined, 1));
      return file;
    });
    process.exitCode = cfnLint('--template', ...files) ?? 1;
    if (process.exitCode === 0) console.info(`cfn-lint finds nothing in ${files.length} templates.`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
