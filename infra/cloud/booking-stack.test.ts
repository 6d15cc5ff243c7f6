import { App, Duration, Stack } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it, onTestFinished } from 'vitest';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { ServiceFunction } from './service-function.ts';

const domain = {
  domainName: 'club.example',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/abc',
};

it.each([
  ['with an address of CloudFront', {}],
  ['with a domain of its own', domain],
  ['with a firewall', { webAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/site/abc' }],
])(
  'follows the rules of AWS Solutions %s',
  (_, settings) => {
    const { stack, remove } = synthesize({ settings });
    onTestFinished(remove);
    expect(new AwsSolutionsChecks().validateScope(stack).violations).toEqual([]);
  },
  60_000,
);

it.each([
  ['dev', false],
  ['prod', true],
])(
  'protects the stage %s from deletion: %s',
  (stage, isProtected) => {
    const { stack, remove } = synthesize({ settings: { stage } });
    onTestFinished(remove);
    expect(stack.terminationProtection ?? false).toBe(isProtected);
  },
  60_000,
);

it('says where the site is, and what the domain’s owner publishes for mail', () => {
  const { template, remove } = synthesize();
  onTestFinished(remove);
  expect(Object.keys(template.toJSON().Outputs).toSorted()).toEqual([
    'AlarmTopicArn',
    'MailDnsRecord1',
    'MailDnsRecord2',
    'MailDnsRecord3',
    'SiteUrl',
    'UserPoolId',
  ]);
}, 60_000);

describe('a function', () => {
  const make = (variables: Parameters<ServiceFunction['provide']>[0]) => {
    const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
    const fn = new ServiceFunction(new Stack(app, 'Test'), 'catalogue', { timeout: Duration.seconds(1) });
    fn.provide(variables);
    return fn.node.validate();
  };

  it('does not leave without a variable that it reads', () => {
    expect(make({})).toEqual(['TABLE_NAME is not provided']);
  });

  it('is given no variable that it does not read', () => {
    expect(make({ TABLE_NAME: 'bookings', MAIL_FROM: 'a@b.example' })).toEqual([
      'MAIL_FROM is provided, but catalogue does not read it',
    ]);
  });

  it('is content with exactly its variables', () => {
    expect(make({ TABLE_NAME: 'bookings' })).toEqual([]);
  });
});
