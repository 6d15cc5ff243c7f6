import { Duration, Validations } from 'aws-cdk-lib';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetterQueue } from './dead-letters.ts';
import type { Email } from './email.ts';
import { ServiceFunction } from './service-function.ts';
import type { BookingTable } from './table.ts';
import { grantBounces } from './table-access/background-access.ts';

interface BouncesProps {
  readonly table: BookingTable;
  readonly email: Email;
}

/** Stores bounce and complaint reports of SES on the accounts: SES → topic → function. */
export class Bounces extends Construct {
  readonly fn: ServiceFunction;
  /** Reports that could not be delivered or handled. */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { table, email }: BouncesProps) {
    super(scope, id);
    this.fn = new ServiceFunction(this, 'bounces', { timeout: Duration.seconds(30) });
    grantBounces(table, this.fn);
    this.deadLetters = deadLetterQueue(this);
    this.fn.live.configureAsyncInvoke({
      retryAttempts: 2,
      onFailure: new SqsDestination(this.deadLetters),
    });
    const topic = new Topic(this, 'Reports', { enforceSSL: true });
    email.reportTo(topic);
    const subscription = topic.addSubscription(
      new LambdaSubscription(this.fn.live, { deadLetterQueue: this.deadLetters }),
    );
    Validations.of(subscription).acknowledge({
      id: 'CloudFormation-Validate::W3694',
      reason: 'An alias is invoked like a function, by its ARN.',
    });
  }
}
