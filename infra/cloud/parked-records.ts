import { Duration, Validations } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IEventSourceDlq } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetterQueue } from './dead-letters.ts';
import type { ServiceFunction } from './service-function.ts';

/** As long as the queue keeps the word of them. They hold what the table holds, names included. */
const keptFor = Duration.days(14);

/**
 * Where the records of a stream end that could not be handled: whole, in a bucket, since the stream itself forgets them
 * after a day. A queue says that there are some, until somebody has taken the message out.
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
      reason: 'A handful of objects, written by Lambda and read by whoever operates the product.',
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

  /** Written out: the library would deploy a function of its own to set one property. */
  #announce(): void {
    const { account } = this.#bucket.stack;
    const grant = this.queue.grant(
      new ServicePrincipal('s3.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
      'sqs:SendMessage',
    );
    // A Bucket's resource is a CfnBucket.
    (this.#bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
      queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: this.queue.queueArn }],
    };
    // S3 tries whether it may send before it takes the setting.
    grant.applyBefore(this.#bucket);
  }
}
