import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Api } from './api.ts';
import type { Bounces } from './bounces.ts';
import type { Mailer } from './mailer.ts';
import type { ServiceFunction } from './service-function.ts';

interface AlarmsProps {
  readonly api: Api;
  readonly mailer: Mailer;
  readonly bounces: Bounces;
  readonly functions: Readonly<Record<string, ServiceFunction>>;
}

const period = Duration.minutes(5);

/** Tells one topic of whatever needs a person. Whoever looks after the system subscribes to it. */
export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { api, mailer, bounces, functions }: AlarmsProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });

    this.#whenAbove('DeadLetters', 'Emails that could not be sent wait in the dead-letter queue', 0, {
      metric: mailer.deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
    });
    this.#whenAbove(
      'LostReports',
      'Reports of bounces that could not be noted wait in their dead-letter queue',
      0,
      {
        metric: bounces.deadLetters.metricApproximateNumberOfMessagesVisible({
          period,
          statistic: 'Maximum',
        }),
      },
    );
    this.#whenAbove('StreamAge', 'New bookings have waited over 10 minutes for their email', 600_000, {
      metric: mailer.fn.lambda.metric('IteratorAge', { period, statistic: 'Maximum' }),
    });
    this.#whenAbove('ApiErrors', 'The API answers with server errors', 0, {
      metric: api.stage.metricServerError({ period, statistic: 'Sum' }),
    });
    for (const [name, fn] of Object.entries(functions)) {
      this.#whenAbove(`${name}Errors`, `The function ${name} fails`, 0, {
        metric: fn.lambda.metricErrors({ period, statistic: 'Sum' }),
      });
    }
  }

  #whenAbove(id: string, alarmDescription: string, threshold: number, { metric }: { metric: IMetric }): void {
    new Alarm(this, id, {
      alarmDescription,
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(new SnsAction(this.topic));
  }
}
