import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, it } from 'vitest';
import { routeList } from '#shared/contract/routes';
import { FirewallStack } from './firewall-stack.ts';

const stack = new FirewallStack(new App(), 'Test', { accountRequestsPerAddress: 80 });
const template = Template.fromStack(stack);
const [acl] = Object.values(template.findResources('AWS::WAFv2::WebACL')).map(({ Properties }) => Properties);

it('limits requests per address, with a lower limit for account routes, and has AWS’s rules for known attacks', () => {
  expect(acl?.DefaultAction).toEqual({ Allow: {} });
  const rules: Record<string, unknown>[] = acl?.Rules;
  expect(rules.map(({ Name, Action, OverrideAction }) => [Name, Action ?? OverrideAction])).toEqual([
    ['RequestsPerAddress', { Block: {} }],
    ['AccountRequestsPerAddress', { Block: {} }],
    ['CommonRuleSet', { None: {} }],
    ['KnownBadInputsRuleSet', { None: {} }],
  ]);
  expect(rules[0]?.Statement).toEqual({ RateBasedStatement: { Limit: 2_000, AggregateKeyType: 'IP' } });
  expect(rules[1]?.Statement).toMatchObject({
    RateBasedStatement: {
      Limit: 80,
      AggregateKeyType: 'IP',
      ScopeDownStatement: {
        ByteMatchStatement: {
          FieldToMatch: { UriPath: {} },
          PositionalConstraint: 'STARTS_WITH',
          SearchString: '/api/account/',
        },
      },
    },
  });
  expect(rules[2]?.Statement).toMatchObject({
    ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesCommonRuleSet' },
  });
});

it('counts every public route of the account service but its probe', () => {
  const [, rule] = acl?.Rules ?? [];
  const { SearchString } = rule.Statement.RateBasedStatement.ScopeDownStatement.ByteMatchStatement;
  const open = routeList.filter(({ route }) => route.service === 'account' && route.access === 'public');
  expect(open.length).toBeGreaterThan(3);
  const uncounted = open.filter(({ route }) => !route.path.startsWith(SearchString));
  expect(uncounted.map(({ name }) => name)).toEqual(['probeAccount']);
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
