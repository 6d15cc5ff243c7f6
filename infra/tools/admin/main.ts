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

/** `npm run admin`: docs/operations.md names the commands. */
const main = async (): Promise<void> => {
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
  const queueCommand = command === 'queue' ? readQueueCommand(words, values.unsent) : undefined;
  const accounts = await connectTarget(values);
  const deps = { ...accounts, clock: systemClock };
  if (queueCommand) {
    console.info(await runOnQueue(queueCommand, { ...deps, addresses: () => findQueues(values.stage) }));
    return;
  }
  const switchOf = values.stage ? stageSwitch(values.stage) : localSwitch(accounts.siteUrl);
  if (command === 'pause') {
    console.info(await runOnPause(words, { ...deps, switchOf }));
    return;
  }
  if (command === 'restore') {
    const terminal = { say: console.info, ask: askInTerminal, progress: createProgress };
    console.info(
      await runOnRestore(words, values, { ...deps, switchOf, isLocal: !values.stage, ...terminal }),
    );
    return;
  }
  if (command === 'cards') {
    const { stage, yes } = values;
    const confirm = async (question: string) => yes || askInTerminal(question);
    const stripeApi = stage ? stripeOrigin : accounts.siteUrl;
    console.info(
      await runOnCards(words, { ...deps, stage, confirm, stripeApi, askHidden: askHiddenInTerminal }),
    );
    return;
  }
  if (command === 'mail') {
    console.info(await runOnMail(words, deps));
    return;
  }
  if (command === 'status') {
    const { stage } = values;
    console.info(await describeStatus({ ...deps, stage, addresses: () => findQueues(stage) }));
    return;
  }
  const isDryRun = values['dry-run'] ? ['--dry-run'] : [];
  console.info(await runCommand([...positionals, ...isDryRun], deps));
};

await runAsCommand(() => withoutDeadline(main));
