import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { BookingStack } from './cloud/booking-stack.ts';
import { stackName } from './cloud/names.ts';
import { CommandError, runAsCommand } from './command.ts';
import { planAdoption } from './deployment/adoption.ts';
import { importSettings } from './settings/import-settings.ts';

/**
 * `npm run adopt -- --stage prod --table <name> --user-pool <id>`: prints the commands by which a new stack takes the table
 * and the user pool that a deleted one left. Needs no account, and changes nothing in it.
 */
await runAsCommand(async () => {
  const { values } = parseArgs({
    options: { stage: { type: 'string' }, table: { type: 'string' }, 'user-pool': { type: 'string' } },
  });
  const { table, 'user-pool': userPool } = values;
  if (!table || !userPool)
    throw new CommandError(
      'No table or no user pool is named.',
      'Name what was left: --table <name> --user-pool <id>',
    );
  const settings = (await importSettings()).readSettings(values.stage);
  const name = stackName(settings.stage);
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const siteDirectory = join(import.meta.dirname, '../dist/web');
  const stack = new BookingStack(app, name, { settings, isFirstDeployment: true, siteDirectory });
  const { template, resourcesToImport } = planAdoption(
    { Resources: Template.fromStack(stack).toJSON().Resources },
    { 'AWS::DynamoDB::GlobalTable': table, 'AWS::Cognito::UserPool': userPool },
  );

  const folder = 'cdk.out/adopt';
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/template.json`, JSON.stringify(template, null, 2));
  writeFileSync(`${folder}/resources.json`, JSON.stringify(resourcesToImport, null, 2));
  const changeSet = `--stack-name ${name} --change-set-name adopt`;
  console.log(`export AWS_REGION=${settings.region}
aws cloudformation create-change-set ${changeSet} --change-set-type IMPORT --template-body file://${folder}/template.json --resources-to-import file://${folder}/resources.json
aws cloudformation wait change-set-create-complete ${changeSet}
aws cloudformation execute-change-set ${changeSet}
aws cloudformation wait stack-import-complete --stack-name ${name}
npm run deploy -- --stage ${settings.stage}`);
});
