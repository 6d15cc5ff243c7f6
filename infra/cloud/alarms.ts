import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { type StopCause, stopCauses, stopTexts } from '#shared/messages/unsent';
import {
  concurrentExecutions,
  everyoneRefused,
  messagesIn,
  noBooking,
  noRenewals,
  poolThrottles,
  reputation,
  serverErrorRate,
  sumOfHour,
  tableSystemErrors,
  tableThrottles,
  throttledExecutions,
} from './alarm-metrics.ts';
import type { Api } from './api.ts';
import type { Auth } from './auth.ts';
import type { Bounces } from './email.ts';
import { type FailedRequests, period, sum, type UnsentMails } from './failures.ts';
import type { Canary, Timer } from './scheduled-functions.ts';
import type { ServiceFunction } from './service-function.ts';
import type { Mailer, Messenger } from './stream-functions.ts';
import type { BookingTable } from './table.ts';

interface AlarmTopicProps {
  readonly email: string;
}

/** The topic that alarms publish to. */
export class AlarmTopic extends Construct {
  readonly arn: string;
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, { email }: AlarmTopicProps) {
    super(scope, id);
    this.#topic = new Topic(this, 'Topic', { enforceSSL: true });
    this.arn = this.#topic.topicArn;
    this.#topic.addToResourcePolicy(
      new PolicyStatement({
        actions: ['sns:Publish'],
        // `enforceSSL` replaces SNS's default policy, which would let CloudWatch publish.
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        resources: [this.arn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    this.#topic.addSubscription(new EmailSubscription(email));
  }

  /** Publishes when the alarm goes off, and when it is over. */
  notifyOf(alarm: Alarm): void {
    const action = new SnsAction(this.#topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}

interface AlarmsProps {
  readonly topic: AlarmTopic;
  readonly api: Api;
  readonly auth: Auth;
  readonly canary: Canary;
  readonly table: BookingTable;
  readonly mailer: Mailer;
  readonly messenger: Messenger;
  readonly timer: Timer;
  readonly bounces: Bounces;
  readonly failedRequests: FailedRequests;
  readonly unsentMails: UnsentMails;
  readonly unrecordedViews: IMetric;
  readonly functions: Readonly<Record<string, ServiceFunction>>;
  readonly concurrency: number;
}

interface Rule {
  readonly metric: IMetric;
  /** What the alarm means, for whoever is notified. */
  readonly description: string;
  /** The alarm goes off above it; by default above 0. */
  readonly threshold?: number;
  /** The alarm goes off below 1 instead, and where there are no data. */
  readonly isSilence?: true;
  /** The alarm goes off where there are no data, too. */
  readonly silenceCounts?: true;
  /** Consecutive periods above the threshold; by default one. */
  readonly evaluationPeriods?: number;
  /** How many of these must be above it; by default all. */
  readonly datapointsToAlarm?: number;
}

export const stopAlarm = (cause: StopCause): string => `NoMail${cause[0]?.toUpperCase()}${cause.slice(1)}`;

const excess = {
  comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};
const silence = {
  threshold: 1,
  comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.BREACHING,
};

/** How old the oldest record is that a function of the stream gets. */
const ageOf = ({ fn }: Mailer | Messenger): IMetric =>
  fn.lambda.metric('IteratorAge', { period, statistic: 'Maximum' });

const rulesOf = (props: AlarmsProps): Readonly<Record<string, Rule>> => {
  const {
    api,
    auth,
    canary,
    table,
    mailer,
    messenger,
    timer,
    bounces,
    failedRequests,
    functions,
    concurrency,
    unrecordedViews,
    unsentMails,
  } = props;
  const entries = Object.entries(functions);
  return {
    CanaryFailed: {
      description:
        'The site, the API, a feed of the stream or the backups failed twice in a row, or nobody looks',
      metric: canary.errors,
      evaluationPeriods: 2,
      silenceCounts: true,
    },
    FailedRequests: {
      description:
        'Three requests within an hour failed unexpectedly, or AWS did not answer them: 500 or 503',
      metric: failedRequests.all.with(sumOfHour),
      threshold: 2,
    },
    GatewayThrottles: {
      description: 'The gateway has refused many requests (429) for a quarter of an hour',
      metric: api.answers.throttled,
      threshold: 50,
      evaluationPeriods: 3,
    },
    EveryoneRefused: {
      // An expired token alone is renewed at once, and the next one accepted.
      description: 'The gateway refused a token (401), and accepted none in the same five minutes',
      metric: everyoneRefused(api),
    },
    PoolThrottles: {
      description: 'Cognito throttled sign-ins or renewals',
      metric: poolThrottles(auth),
    },
    NoRenewals: {
      description: 'No sign-in was renewed for an hour, though some were to be',
      metric: noRenewals(auth),
    },
    NoBooking: {
      description: 'A booking failed (5xx), and none was made in the same five minutes',
      metric: noBooking(api),
    },
    ServerErrors: {
      description: 'More than 5 percent of the requests ended with a 5xx, for ten minutes',
      metric: serverErrorRate(api),
      threshold: 5,
      evaluationPeriods: 2,
    },
    Latency: {
      description: 'One request in a hundred took more than 3 seconds, for a quarter of an hour',
      metric: api.stage.metricLatency({ period, statistic: 'p99' }),
      threshold: 3_000,
      evaluationPeriods: 3,
    },
    ...Object.fromEntries(
      entries.map(([name, fn]) => [
        `${name}Errors`,
        {
          description: `The function ${name} fails`,
          metric: fn.metricUnexpectedErrors(sum),
          ...(fn.expectedErrors && { evaluationPeriods: 2 }),
        },
      ]),
    ),
    Throttles: {
      description: 'Lambda throttled functions: the account reached its quota of concurrent executions',
      metric: throttledExecutions(),
    },
    Concurrency: {
      description: 'The account uses over 80 percent of its concurrent executions',
      metric: concurrentExecutions(),
      threshold: 0.8 * concurrency,
    },
    TableThrottles: {
      description: 'DynamoDB throttled requests of the table or an index',
      metric: tableThrottles(table.name),
    },
    TableSystemErrors: {
      description: 'DynamoDB answered with internal errors',
      metric: tableSystemErrors(table.name),
    },
    ...Object.fromEntries(
      stopCauses.map((cause) => [
        stopAlarm(cause),
        {
          description: `No email leaves: ${stopTexts[cause]}. They wait, and leave by themselves afterwards`,
          metric: unsentMails.stopped(cause),
          // SES may fail for a moment: the timer has what waits tried again every five minutes.
          ...(cause === 'unavailable' && { evaluationPeriods: 3, datapointsToAlarm: 2 }),
        },
      ]),
    ),
    ParkedMails: {
      description: 'An email could not be sent, or it is not known whether it was, and waits for a person',
      metric: unsentMails.parked,
    },
    DeadLetters: {
      description: 'Batches of records that the mailer could not handle wait for a person',
      metric: messagesIn(mailer.deadLetters),
    },
    StuckMessages: {
      description: 'A message to several families could not be sent',
      metric: messagesIn(messenger.deadLetters),
    },
    StalledMessages: {
      description: 'A message to several families makes no progress',
      metric: timer.stalledMessages,
    },
    WorkSetAside: {
      description: 'Timed work failed three times or did not end, and is tried once an hour',
      metric: timer.workSetAside,
    },
    TimerSilent: {
      description: 'The timer has not run for a quarter of an hour: reminders and messages may be late',
      metric: timer.fn.lambda.metricInvocations(sum),
      isSilence: true,
      evaluationPeriods: 3,
    },
    UnrecordedViews: {
      description: 'A coach was shown cards of children without a record of it',
      metric: unrecordedViews,
    },
    LostReports: {
      description: 'Bounce reports that could not be stored wait for a person',
      metric: messagesIn(bounces.deadLetters),
    },
    StreamAge: {
      description: 'New bookings have waited over 10 minutes for their email',
      metric: ageOf(mailer),
      threshold: 600_000,
    },
    MessengerAge: {
      description: 'Messages and waiting lists have waited over 10 minutes for their function',
      metric: ageOf(messenger),
      threshold: 600_000,
    },
    ...Object.fromEntries(
      Object.entries({ MailerSilent: mailer, MessengerSilent: messenger }).map(([name, { fn }]) => [
        name,
        {
          description:
            'The stream has fed the function nothing for a quarter of an hour, though the timer stores something',
          metric: fn.lambda.metricInvocations(sum),
          isSilence: true,
          evaluationPeriods: 3,
        } as const,
      ]),
    ),
    // Half of the rates at which SES reviews an account.
    BounceRate: {
      description: 'Too many emails bounce',
      metric: reputation('Reputation.BounceRate'),
      threshold: 0.025,
    },
    ComplaintRate: {
      description: 'Too many emails are reported as spam',
      metric: reputation('Reputation.ComplaintRate'),
      threshold: 0.0005,
    },
  };
};

/** Everything that needs a person, reported to one topic. */
export class Alarms extends Construct {
  readonly all: readonly Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.all = Object.entries(rulesOf(props)).map(([name, rule]) => {
      const alarm = new Alarm(this, name, {
        alarmDescription: rule.description,
        metric: rule.metric,
        evaluationPeriods: rule.evaluationPeriods ?? 1,
        ...(rule.datapointsToAlarm && { datapointsToAlarm: rule.datapointsToAlarm }),
        ...(rule.isSilence ? silence : { ...excess, threshold: rule.threshold ?? 0 }),
        ...(rule.silenceCounts && { treatMissingData: TreatMissingData.BREACHING }),
      });
      props.topic.notifyOf(alarm);
      return alarm;
    });
  }
}
