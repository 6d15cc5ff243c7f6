import { parseArgs } from 'node:util';
import { withoutDeadline } from '#functions/lib/aws-requests';
import { systemClock } from '#functions/lib/clock';
import { stripeOrigin } from '../../cloud/names.ts';
import { runAsCommand } from '../../command.ts';
import { createProgress } from '../progress.ts';
import { askHiddenInTerminal, runOnCards } from './cards.ts';
import { runOnMail } from './mail.ts';
import { localSwitch, runOnPause, stageSwitch } from './pause.ts';
import { findQueues, readQueueCommand, runOnQueue } from './queues.ts';
import { askInTerminal, runOnRestore } from './restore/restore.ts';
import { runCommand } from './run-command.ts';
import { describeStatus } from './status.ts';
import { connectTarget } from './target.ts';

/** `npm run admin`: docs/operations.md names the commands. @returns what to print */
const main = async (): Promise<string> => {
  const { values, positionals } = parseArgs({
    options: {
      stage: { type: 'string' },
      unsent: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      at: { type: 'string' },
      family: { type: 'string' },
      class: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [command, ...words] = positionals;
  const { stage, yes } = values;
  const queueCommand = command === 'queue' ? readQueueCommand(words, values.unsent) : undefined;
  const accounts = await connectTarget(values);
  const deps = { ...accounts, clock: systemClock, addresses: () => findQueues(stage) };
  const switchOf = stage ? stageSwitch(stage) : localSwitch(accounts.siteUrl);
  if (queueCommand) return runOnQueue(queueCommand, deps);
  if (command === 'pause') return runOnPause(words, { ...deps, switchOf });
  if (command === 'restore') {
    const terminal = { say: console.info, ask: askInTerminal, progress: createProgress };
    return runOnRestore(words, values, { ...deps, switchOf, isLocal: !stage, ...terminal });
  }
  if (command === 'cards') {
    const confirm = async (question: string) => yes || askInTerminal(question);
    const stripeApi = stage ? stripeOrigin : accounts.siteUrl;
    return runOnCards(words, { ...deps, stage, confirm, stripeApi, askHidden: askHiddenInTerminal });
  }
  if (command === 'mail') return runOnMail(words, deps);
  if (command === 'status') return describeStatus({ ...deps, stage });
  return runCommand([...positionals, ...(values['dry-run'] ? ['--dry-run'] : [])], deps);
};

await runAsCommand(() => withoutDeadline(async () => console.info(await main())));
