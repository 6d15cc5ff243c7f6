import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, runAsCommand } from '../../command.ts';
import { acceptedBreaks } from './accepted-breaks.ts';
import { describeRelease, findBreaks, formatRelease, judgeBreaks } from './compare-releases.ts';

const file = join(import.meta.dirname, '../../../shared/contract/released.json');

/**
 * Or makes this the last release (`write`).
 * @throws CommandError naming breaks without a reason, and reasons without a break
 */
await runAsCommand(async () => {
  const current = describeRelease();
  if (process.argv[2] === 'write') {
    writeFileSync(file, formatRelease(current));
    return;
  }
  const breaks = await findBreaks(JSON.parse(readFileSync(file, 'utf8')), current);
  const accepted = acceptedBreaks.flatMap(({ reason, breaks: lines }) => lines.map((line) => [line, reason]));
  const wrong = judgeBreaks(breaks, Object.fromEntries(accepted));
  if (wrong.length > 0)
    throw new CommandError(
      `This version and the last release do not live side by side:\n${wrong.join('\n')}`,
      'Read docs/changing.md, "What is exchanged or stored".',
    );
});
