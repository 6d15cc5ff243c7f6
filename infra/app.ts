import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { BookingStack, firstDeploymentContext } from './cloud/booking-stack.ts';
import { stackName } from './cloud/names.ts';
import { runAsCommand } from './command.ts';
import { readSettings } from './settings/read-settings.ts';

await runAsCommand(async () => {
  const app = new App();
  Validations.of(app).addPlugins(new AwsSolutionsChecks());
  const settings = readSettings(app.node.tryGetContext('stage'));
  new BookingStack(app, stackName(settings.stage), {
    settings,
    isFirstDeployment: app.node.tryGetContext(firstDeploymentContext) === 'true',
    siteDirectory: join(import.meta.dirname, '../dist/web'),
  });
});
