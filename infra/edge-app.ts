import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { EdgeAlarmsStack } from './cloud/edge-alarms-stack.ts';
import { FirewallStack } from './cloud/firewall-stack.ts';
import { edgeAlarmsStackName, firewallStackName } from './cloud/names.ts';
import { runAsCommand } from './command.ts';
import { readSettings } from './settings/read-settings.ts';

/** What CloudFront needs in us-east-1. `npm run deploy` deploys the firewall before the site, the alarm after it. */
await runAsCommand(async () => {
  const app = new App();
  Validations.of(app).addPlugins(new AwsSolutionsChecks());
  const settings = readSettings(app.node.tryGetContext('stage'));
  if (settings.firewall) new FirewallStack(app, firewallStackName(settings.stage), settings);
  new EdgeAlarmsStack(app, edgeAlarmsStackName(settings.stage), { alarmEmail: settings.alarmEmail });
});
