import { Duration, Validations } from 'aws-cdk-lib';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { IEventSourceDlq } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter, type MetricFilterProps } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { mailParked, mailStopped, requestFailed, requestUnavailable } from '#functions/lib/log';
import type { StopCause } from '#shared/messages/unsent';
import type { ServiceFunction } from './service-function.ts';

export const period = Duration.minutes(5);
export const sum = { period, statistic: 'Sum' };

interface LoggedEventsProps {
  /** The metrics are named by the stage's stack, also where the filters are in a nested one. */
  readonly namespace: string;
  readonly functions: Readonly<Record<string, ServiceFunction>>;
}

interface Counter extends Pick<MetricFilterProps, 'metricName' | 'dimensions'> {
  readonly id: string;
  readonly events: readonly string[];
}

/** Metrics of events that functions log. */
abstract class LoggedEvents extends Construct {
  readonly #namespace: string;

  constructor(
    scope: Construct,
    id: string,
    { namespace, functions }: LoggedEventsProps,
    countersOf: (name: string) => readonly Counter[],
  ) {
    super(scope, id);
    this.#namespace = namespace;
    for (const [name, { log: logGroup }] of Object.entries(functions)) {
      for (const { id: filterId, events, ...metric } of countersOf(name)) {
        const patterns = events.map((event) => FilterPattern.stringValue('$.message.event', '=', event));
        new MetricFilter(this, filterId, {
          logGroup,
          metricNamespace: namespace,
          filterPattern: FilterPattern.any(...patterns),
          ...metric,
        });
      }
    }
  }

  protected metric(metricName: string, options?: MetricOptions): Metric {
    return new Metric({ namespace: this.#namespace, metricName, statistic: 'Sum', ...options });
  }
}

const nameByVersion = (name: string): string => `FailedRequestsOf-${name}`;

/**
 * Counts the failures that functions log themselves: requests that ended with an unexpected error (500), for which Lambda
 * counts no error and the gateway a 5xx as for the expected 503 of a busy slot; and unexpected errors of functions that
 * throw others on purpose. All together they include requests that the table or the user pool did not answer (503), which
 * say nothing about the version.
 */
export class FailedRequests extends LoggedEvents {
  readonly all = this.metric('FailedRequests');

  constructor(scope: Construct, id: string, props: LoggedEventsProps) {
    super(scope, id, props, (name) => [
      { id: name, events: [requestFailed, requestUnavailable], metricName: 'FailedRequests' },
      {
        id: `${name}ByVersion`,
        events: [requestFailed],
        metricName: nameByVersion(name),
        dimensions: { Version: '$.message.version' },
      },
    ]);
  }

  /** The failed requests of one version of a function. */
  ofVersion(name: string, version: string): Metric {
    return this.metric(nameByVersion(name), { dimensionsMap: { Version: version } });
  }
}

/** Counts the emails that were not sent, as `noteNotSent` logs them, of all functions that send (OPS-01). */
export class UnsentMails extends LoggedEvents {
  /** Emails that wait for a person. */
  readonly parked = this.metric('ParkedMails', sum);

  constructor(scope: Construct, id: string, props: LoggedEventsProps) {
    super(scope, id, props, (name) => [
      { id: `${name}Parked`, events: [mailParked], metricName: 'ParkedMails' },
      {
        id: `${name}Stopped`,
        events: [mailStopped],
        metricName: 'StoppedMails',
        dimensions: { Cause: '$.message.cause' },
      },
    ]);
  }

  /** Emails that SES refused for a cause for which it refuses all. */
  stopped(cause: StopCause): Metric {
    return this.metric('StoppedMails', { ...sum, dimensionsMap: { Cause: cause } });
  }
}

/** A dead-letter queue that keeps its messages for two weeks. */
export const deadLetterQueue = (scope: Construct): Queue => {
  const queue = new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  Validations.of(queue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'It is a dead-letter queue itself, of a stream or a function; the rule expects one of a queue.',
  });
  return queue;
};

/** The queue keeps its messages as long. The records are personal data: they hold what the table holds. */
const retainedFor = Duration.days(14);

/** Whole, in a bucket: the stream drops records after a day. A queue has a message for each object until it is handled. */
export class ParkedRecords extends Construct {
  readonly queue: Queue;
  readonly #bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = deadLetterQueue(this);
    this.#bucket = new Bucket(this, 'Records', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: retainedFor, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    });
    Validations.of(this.#bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'A few objects, written by Lambda and read by operators.',
    });
    this.#announce();
  }

  /** The place for an event source mapping to park records; Lambda writes there as the function. */
  destinationFor(fn: ServiceFunction): IEventSourceDlq {
    fn.allow({ actions: ['s3:PutObject'], resources: [this.#bucket.arnForObjects('*')] });
    fn.allow({ actions: ['s3:ListBucket'], resources: [this.#bucket.bucketArn] });
    const [logicalId] = this.#bucket.stack.resolve(this.#bucket.bucketArn)['Fn::GetAtt'];
    Validations.of(fn).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>/*]`,
      reason: 'Lambda names the objects, in a bucket that holds nothing else.',
    });
    return { bind: () => ({ destination: this.#bucket.bucketArn }) };
  }

  /** Through EventBridge: notifications of S3 itself begin with a test message, which would set off the alarm of the queue. */
  #announce(): void {
    // A Bucket's resource is a CfnBucket. The library's own setting would deploy a function to set this property.
    (this.#bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
    new Rule(this, 'Stored', {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [this.#bucket.bucketName] } },
      },
      targets: [new SqsQueue(this.queue)],
    });
  }
}
