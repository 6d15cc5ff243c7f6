import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { FirewallStack } from './cloud/firewall-stack.ts';
import { readSettings } from './cloud/settings.ts';
import { stackName } from './cloud/stack-name.ts';

/** `cdk deploy --app "tsx infra/firewall-app.ts" -c stage=prod`: optional, and paid by the month. */
const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks());
new FirewallStack(app, `${stackName(readSettings(app.node).stage)}-firewall`);
