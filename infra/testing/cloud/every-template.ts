import { App } from 'aws-cdk-lib';
import { Template as Synthesized } from 'aws-cdk-lib/assertions';
import { EdgeAlarmsStack } from '../../cloud/edge-alarms-stack.ts';
import { FirewallStack } from '../../cloud/firewall-stack.ts';
import { edgeAlarmsStackName, firewallStackName, stackName } from '../../cloud/names.ts';
import { PipelineStack } from '../../cloud/pipeline-stack.ts';
import { readAllSettings } from '../../settings/read-settings.ts';
import type { StageSettings } from '../../settings/settings-schema.ts';
import { synthesize } from './synthesize.ts';
import type { Template } from './template-graph.ts';

const allFeatures: Partial<StageSettings> = {
  firewall: true,
  existingIdentity: false,
  domain: { name: 'club.example', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/abc' },
  pictureHosts: ['pictures.club.example'],
  monthlyBudget: 50,
  cards: true,
};
const noFeatures: Partial<StageSettings> = {
  firewall: false,
  existingIdentity: true,
  domain: undefined,
  pictureHosts: undefined,
  monthlyBudget: undefined,
  cards: undefined,
};

interface NamedTemplate {
  readonly name: string;
  readonly kind: string;
  readonly stackName: string;
  readonly template: Template;
}

const asTemplate = (template: Synthesized): Template => template.toJSON() as Template;

/** The template of every stack of every app and stage, that of the product with all features and with none. */
export const synthesizeAll = (): readonly NamedTemplate[] => {
  const app = new App();
  const others = [
    new PipelineStack(app, stackName('pipeline')),
    ...readAllSettings().flatMap((settings) => [
      new FirewallStack(app, firewallStackName(settings.stage), settings),
      new EdgeAlarmsStack(app, edgeAlarmsStackName(settings.stage), settings),
    ]),
  ].map((stack) => ({
    name: stack.stackName,
    kind: stack.constructor.name,
    stackName: stack.stackName,
    template: asTemplate(Synthesized.fromStack(stack)),
  }));
  const products = readAllSettings().flatMap(({ stage }) =>
    [
      { name: 'as it is set', settings: {} },
      { name: 'with all features', settings: allFeatures },
      { name: 'with no feature', settings: noFeatures },
    ].flatMap(({ name, settings }) => {
      const made = synthesize({ stage, settings });
      made.remove();
      return [made, ...made.nested].map(({ stack, template }) => ({
        name: [stackName(stage), ...(stack === made.stack ? [] : [stack.node.id]), name].join(' '),
        kind: made.stack.constructor.name,
        stackName: stackName(stage),
        template: asTemplate(template),
      }));
    }),
  );
  return [...others, ...products];
};
