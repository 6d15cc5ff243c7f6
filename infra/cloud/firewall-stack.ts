import { CfnOutput, Stack } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

/** Requests of one address in five minutes: a school's network, with many parents behind one address, stays below. */
const requestsPerAddress = 2_000;

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples would keep whole requests, tokens and addresses included.
  sampledRequestsEnabled: false,
});

/** Rules that AWS keeps. */
const managed = (
  name: string,
  priority: number,
  counted: readonly string[] = [],
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  visibilityConfig: visibility(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name: `AWSManagedRules${name}`,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
});

/** A firewall for one stage's site. CloudFront looks for it in us-east-1, so it is a stack of its own. */
export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string) {
    super(scope, id, { env: { region: 'us-east-1' } });
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('Firewall'),
      rules: [
        {
          name: 'RequestsPerAddress',
          priority: 0,
          action: { block: {} },
          visibilityConfig: visibility('RequestsPerAddress'),
          statement: { rateBasedStatement: { limit: requestsPerAddress, aggregateKeyType: 'IP' } },
        },
        // Bodies of over 8 KB are forms with much text; the functions limit them themselves.
        managed('CommonRuleSet', 1, ['SizeRestrictions_BODY']),
        managed('KnownBadInputsRuleSet', 2),
      ],
    });
    new CfnOutput(this, 'WebAclArn', { value: acl.attrArn });
  }
}
