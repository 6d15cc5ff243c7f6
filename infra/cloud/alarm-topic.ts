import { Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

interface AlarmTopicProps {
  /** Subscribed to the topic. AWS sends a confirmation request to it first. */
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
