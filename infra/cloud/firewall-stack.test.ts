import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { routeList } from '#shared/contract/routes';
import { FirewallStack } from './firewall-stack.ts';

it('counts every public route of the account service but its probe', () => {
  const template = Template.fromStack(
    new FirewallStack(new App(), 'Test', { accountRequestsPerAddress: 80 }),
  );
  const [acl] = Object.values(template.findResources('AWS::WAFv2::WebACL'));
  const [, rule] = acl?.Properties.Rules ?? [];
  const { SearchString } = rule.Statement.RateBasedStatement.ScopeDownStatement.ByteMatchStatement;
  const open = routeList.filter(({ route }) => route.service === 'account' && route.access === 'public');
  expect(open.length).toBeGreaterThan(3);
  const uncounted = open.filter(({ route }) => !route.path.startsWith(SearchString));
  expect(uncounted.map(({ name }) => name)).toEqual(['probeAccount']);
});
