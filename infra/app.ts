import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { BookingStack } from './cloud/booking-stack.ts';
import { readSettings } from './cloud/settings.ts';
import { stackName } from './cloud/stack-name.ts';

const siteDirectory = join(import.meta.dirname, '../dist/web');
if (!existsSync(siteDirectory)) throw new Error('There is no built site yet. Run `npm run build` first.');

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks());
const settings = readSettings(app.node);
new BookingStack(app, stackName(settings.stage), { settings, siteDirectory });
