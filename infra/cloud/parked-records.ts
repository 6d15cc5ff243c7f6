import { Duration, Validations } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { IEventSourceDlq } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetterQueue } from './dead-letters.ts';
import type { ServiceFunction } from './service-function.ts';

/** As long as the queue keeps its messages. The records are personal data: they hold what the table holds. */
const keptFor = Duration.days(14);

/**
 * Keeps stream records that could not be handled: whole, in a bucket, since the stream itself drops them after a day. A
 * queue has a message for each object until it is handled.
 */
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
      lifecycleRules: [{ expiration: keptFor, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
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

  /**
   * Puts a message into the queue for each stored object, through EventBridge: notifications of S3 itself begin with a
   * test message, which would set off the alarm of the queue.
   */
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
