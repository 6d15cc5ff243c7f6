import { CfnOutput, Stack } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings/settings-schema.ts';

/** Requests of one address in five minutes: above what many parents behind the one address of a school make. */
const requestsPerAddress = 2_000;

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples would keep whole requests, tokens and addresses included.
  sampledRequestsEnabled: false,
});

/** Rules that AWS maintains. */
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

/** Name of the parameter of a stage's stack that takes the firewall's ARN, and of this stack's output. */
export const webAclParameter = 'WebAclArn';

type FirewallStackProps = Pick<StageSettings, 'accountRequestsPerAddress'>;

/** A firewall for one stage's site. CloudFront requires it in us-east-1, so it is a stack of its own. */
export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string, { accountRequestsPerAddress }: FirewallStackProps) {
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
        {
          name: 'AccountRequestsPerAddress',
          priority: 1,
          action: { block: {} },
          visibilityConfig: visibility('AccountRequestsPerAddress'),
          statement: {
            rateBasedStatement: {
              limit: accountRequestsPerAddress,
              aggregateKeyType: 'IP',
              scopeDownStatement: {
                byteMatchStatement: {
                  searchString: '/api/account/',
                  positionalConstraint: 'STARTS_WITH',
                  fieldToMatch: { uriPath: {} },
                  // The gateway would route an encoded path as well.
                  textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
                },
              },
            },
          },
        },
        // Bodies of over 8 KB are forms with much text; the functions limit them themselves.
        managed('CommonRuleSet', 2, ['SizeRestrictions_BODY']),
        managed('KnownBadInputsRuleSet', 3),
      ],
    });
    new CfnOutput(this, webAclParameter, { value: acl.attrArn });
  }
}
