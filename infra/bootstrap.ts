import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { STSClient } from '@aws-sdk/client-sts';
import { findForeignTarget } from './deployment/target-account.ts';
import { readSettings } from './settings/read-settings.ts';

/**
 * `npm run bootstrap -- --stage prod`: prepares the account of a stage for deployments, in its region and in us-east-1,
 * where CloudFront has its metrics and its firewall. Refuses credentials of another account.
 */
const { values } = parseArgs({ options: { stage: { type: 'string' } } });
const settings = readSettings(values.stage);
const { account, region } = settings;

const foreign = await findForeignTarget(settings, new STSClient({ region }), process.env);
if (foreign.length > 0) {
  console.error(foreign.join('\n'));
  process.exit(1);
}
const environments = [...new Set([region, 'us-east-1'])].map((name) => `aws://${account}/${name}`);
const { status } = spawnSync('cdk', ['bootstrap', ...environments], { stdio: 'inherit' });
process.exit(status ?? 1);
