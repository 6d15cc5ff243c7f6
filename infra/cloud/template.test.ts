import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it, onTestFinished } from 'vitest';
import { prod } from '../settings/prod.ts';
import { nameOf, readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { EdgeAlarmsStack } from './edge-alarms-stack.ts';
import { FirewallStack } from './firewall-stack.ts';
import { stackName } from './names.ts';
import { PipelineStack } from './pipeline-stack.ts';

const types = [
  ...['ApiGatewayV2::Authorizer', 'ApiGatewayV2::Stage', 'Budgets::Budget', 'CloudFront::CachePolicy'],
  ...['CloudFront::Distribution', 'CloudFront::ResponseHeadersPolicy', 'CloudWatch::Alarm'],
  ...['CodeDeploy::DeploymentGroup', 'Cognito::UserPool'],
  ...['Cognito::UserPoolClient', 'DynamoDB::GlobalTable', 'Events::Rule', 'Lambda::Alias'],
  ...['Lambda::EventInvokeConfig', 'Lambda::EventSourceMapping', 'Lambda::Function', 'Lambda::Permission'],
  ...['Logs::LogGroup', 'Logs::MetricFilter', 'Logs::QueryDefinition', 'S3::Bucket', 'SES::ConfigurationSet'],
  ...['SES::ConfigurationSetEventDestination', 'SES::EmailIdentity', 'SNS::Subscription'],
  ...['SNS::TopicPolicy', 'SQS::Queue', 'Scheduler::Schedule', 'WAFv2::WebACL'],
].map((type) => `AWS::${type}`);
const typesOfPipeline = ['AWS::IAM::OIDCProvider', 'AWS::IAM::Role'];

/** What another test compares with its source, what changes with each build, and what CloudFormation does not use. */
const leftOut = new Set(['Code', 'RouteSettings', 'Tags', 'Type', 'Metadata', 'DependsOn']);
const width = 110;

/** A value with references by name and sorted keys. */
const inOrder = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  try {
    return readable(value)
      .replaceAll(/CurrentVersion\w+/g, 'CurrentVersion')
      .replaceAll(/sha256-[\w+/=]+/g, 'sha256');
  } catch {
    if (Array.isArray(value)) return value.map(inOrder);
    const parts = Object.entries(value).filter(([name, part]) => part !== undefined && !leftOut.has(name));
    return Object.fromEntries(
      parts.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, part]) => [name, inOrder(part)]),
    );
  }
};

const linesOf = (value: unknown, start: string): string[] => {
  const line = `${start} ${JSON.stringify(value)}`;
  if (line.length <= width || typeof value !== 'object' || value === null) return [line];
  const inner = Object.entries(value).flatMap(([name, part]) =>
    linesOf(part, Array.isArray(value) ? '-' : `${name}:`),
  );
  return [start, ...inner.map((text) => `  ${text}`)];
};

it('the resources of prod with every feature are those of template.txt [API-01, API-31, API-37, AUT-07, ICS-04, JOB-01, MFA-01, PRM-04, PRM-13, PRM-17, REL-05]', async () => {
  const domain = {
    name: 'club.example',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/abc',
  };
  const more = { firewall: true, monthlyBudget: 50, alarmEmail: 'alarms@club.example' };
  const settings = { domain, pictureHosts: ['img.example'], ...more };
  const site = synthesize({ stage: 'prod', settings });
  onTestFinished(site.remove);
  const others = [
    new FirewallStack(new App(), 'Firewall', prod),
    new EdgeAlarmsStack(new App(), 'Edge', prod),
  ];
  const templates = others.map((stack) => Template.fromStack(stack));
  const inTemplates = (type: string, those = templates) =>
    those.flatMap((one) =>
      Object.entries(one.findResources(type)).map(([id, entry]) => ({ name: nameOf(id), entry })),
    );
  const pipeline = [Template.fromStack(new PipelineStack(new App(), stackName('pipeline')))];
  const resources = [
    ...types.flatMap((type) =>
      [...site.all(type), ...inTemplates(type)].map((resource) => ({ type, ...resource })),
    ),
    ...typesOfPipeline.flatMap((type) =>
      inTemplates(type, pipeline).map((resource) => ({ type, ...resource })),
    ),
  ];
  const sections = resources.map(({ type, name, entry }) =>
    linesOf(inOrder(entry), `${type} ${name}`).join('\n'),
  );
  const { Parameters, Conditions } = site.template.toJSON();
  const pause = linesOf(
    { ...Parameters.Writes, ...Conditions.WritesOn },
    'The parameter that pauses changes',
  );
  // A changed resource changes this file, where a reviewer sees it: `npx vitest run infra/cloud/template.test.ts -u`.
  await expect(`${[...sections, pause.join('\n')].join('\n\n')}\n`).toMatchFileSnapshot('template.txt');
});
