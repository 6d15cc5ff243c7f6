import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { STSClient } from '@aws-sdk/client-sts';
import { CommandError, runAsCommand } from './command.ts';
import { findForeignTarget } from './deployment/deployed-stack.ts';
import { importSettings } from './settings/import-settings.ts';

/**
 * `npm run bootstrap -- --stage prod`: prepares the account of a stage for deployments, in its region and in us-east-1,
 * where CloudFront has its metrics and its firewall. Refuses credentials of another account.
 */
await runAsCommand(async () => {
  const { values } = parseArgs({ options: { stage: { type: 'string' } } });
  const settings = (await importSettings()).readSettings(values.stage);
  const { account, region } = settings;
  const foreign = await findForeignTarget(settings, new STSClient({ region }), process.env);
  if (foreign.length > 0)
    throw new CommandError(
      `Nothing was prepared: ${foreign.join('; ')}`,
      'Log in to the account of the stage, then run the command again.',
    );
  const environments = [...new Set([region, 'us-east-1'])].map((name) => `aws://${account}/${name}`);
  const { status } = spawnSync('cdk', ['bootstrap', ...environments], { stdio: 'inherit' });
  if (status !== 0)
    throw new CommandError(
      'cdk bootstrap failed, as is said above.',
      'Mend that, then run the command again.',
    );
});
