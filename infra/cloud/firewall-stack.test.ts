import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, it } from 'vitest';
import { routeList } from '#shared/contract/routes';
import { FirewallStack } from './firewall-stack.ts';

const stack = new FirewallStack(new App(), 'Test', { accountRequestsPerAddress: 80 });
const template = Template.fromStack(stack);
const [acl] = Object.values(template.findResources('AWS::WAFv2::WebACL')).map(({ Properties }) => Properties);

it('counts every public route of the account service but its probe', () => {
  const [, rule] = acl?.Rules ?? [];
  const { SearchString } = rule.Statement.RateBasedStatement.ScopeDownStatement.ByteMatchStatement;
  const open = routeList.filter(({ route }) => route.service === 'account' && route.access === 'public');
  expect(open.length).toBeGreaterThan(3);
  const uncounted = open.filter(({ route }) => !route.path.startsWith(SearchString));
  expect(uncounted.map(({ name }) => name)).toEqual(['probeAccount']);
});

it('follows the rules of AWS Solutions', () => {
  expect(new AwsSolutionsChecks().validateScope(stack).violations).toEqual([]);
});
