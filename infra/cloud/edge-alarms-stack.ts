import { CfnParameter, Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { AlarmTopic } from './alarms.ts';

/** Name of the parameter that takes the id of the site's distribution. */
export const distributionIdParameter = 'DistributionId';

interface EdgeAlarmsStackProps {
  readonly alarmEmail: string;
}

/**
 * Watches one stage's distribution. CloudFront reports its metrics in us-east-1 only, and an alarm sees metrics and
 * topics of its own region only, so this is a stack of its own with its own topic.
 */
export class EdgeAlarmsStack extends Stack {
  constructor(scope: Construct, id: string, { alarmEmail }: EdgeAlarmsStackProps) {
    super(scope, id, { env: { region: 'us-east-1' } });
    const distribution = new CfnParameter(this, distributionIdParameter, {
      description: 'Id of the distribution, an output of the stage’s stack',
      allowedPattern: 'E[A-Z0-9]+',
    });
    const period = Duration.minutes(5);
    const ofSite = (metricName: string, statistic: string): Metric =>
      new Metric({
        namespace: 'AWS/CloudFront',
        metricName,
        statistic,
        period,
        dimensionsMap: { DistributionId: distribution.valueAsString, Region: 'Global' },
      });
    const alarm = new Alarm(this, 'SiteErrors', {
      alarmDescription: 'CloudFront answered more than 5 percent of the requests with a 5xx, for ten minutes',
      // Below 20 requests there is no rate to speak of.
      metric: new MathExpression({
        expression: 'IF(requests >= 20, rate, 0)',
        label: '5xx, percent',
        usingMetrics: { requests: ofSite('Requests', 'Sum'), rate: ofSite('5xxErrorRate', 'Average') },
        period,
      }),
      threshold: 5,
      evaluationPeriods: 2,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    new AlarmTopic(this, 'Alarms', { email: alarmEmail }).notifyOf(alarm);
  }
}
