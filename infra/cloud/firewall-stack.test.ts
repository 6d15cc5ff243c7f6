import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, it } from 'vitest';
import { FirewallStack } from './firewall-stack.ts';

const stack = new FirewallStack(new App(), 'Test');
const template = Template.fromStack(stack);
const [acl] = Object.values(template.findResources('AWS::WAFv2::WebACL')).map(({ Properties }) => Properties);

it('is made where CloudFront looks for it, and says what to give to the site', () => {
  expect(stack.region).toBe('us-east-1');
  expect(acl?.Scope).toBe('CLOUDFRONT');
  expect(Object.keys(template.toJSON().Outputs)).toEqual(['WebAclArn']);
});

it('lets through what no rule refuses: too many requests of one address, and what AWS knows as attacks', () => {
  expect(acl?.DefaultAction).toEqual({ Allow: {} });
  const rules: Record<string, unknown>[] = acl?.Rules;
  expect(rules.map(({ Name, Action, OverrideAction }) => [Name, Action ?? OverrideAction])).toEqual([
    ['RequestsPerAddress', { Block: {} }],
    ['CommonRuleSet', { None: {} }],
    ['KnownBadInputsRuleSet', { None: {} }],
  ]);
  expect(rules[0]?.Statement).toEqual({ RateBasedStatement: { Limit: 2_000, AggregateKeyType: 'IP' } });
  expect(rules[1]?.Statement).toMatchObject({
    ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesCommonRuleSet' },
  });
});

it('keeps no samples of requests, which carry tokens', () => {
  const configs = [
    acl?.VisibilityConfig,
    ...Object(acl?.Rules)
      .map(Object)
      .map(({ VisibilityConfig }: { VisibilityConfig: unknown }) => VisibilityConfig),
  ];
  for (const config of configs) expect(config).toMatchObject({ SampledRequestsEnabled: false });
});

it('follows the rules of AWS Solutions', () => {
  expect(new AwsSolutionsChecks().validateScope(stack).violations).toEqual([]);
});
