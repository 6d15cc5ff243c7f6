import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { stackName } from './cloud/names.ts';
import { PipelineStack } from './cloud/pipeline-stack.ts';

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks());
new PipelineStack(app, stackName('pipeline'));
