import { ArnFormat, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { senderOf } from '#shared/brand';
import { deadLetterQueue } from './failures.ts';
import { ServiceFunction } from './service-function.ts';
import type { BookingTable } from './table.ts';
import { grantBounces } from './table-access/background-access.ts';

interface EmailProps {
  readonly address: string;
  /** SES has the identity of the address's domain already. */
  readonly existingIdentity: boolean;
}

/** Sends mail as one address only. Its domain is an SES identity, so that messages are signed for it (DKIM). */
export class Email extends Construct {
  /** Records for the sender's DNS, one `name TYPE value` each. Those of an existing identity are known to its owner. */
  readonly dnsRecords: readonly string[];
  /** The set that all mail goes through. */
  readonly configurationSetName: string;
  readonly domain: string;
  readonly #configurationSet: ConfigurationSet;
  readonly #address: string;

  constructor(scope: Construct, id: string, { address, existingIdentity }: EmailProps) {
    super(scope, id);
    this.#address = address;
    this.domain = address.slice(address.indexOf('@') + 1);
    // Messages name children: SES bounces one that it cannot deliver over TLS.
    this.#configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.configurationSetName = this.#configurationSet.configurationSetName;
    this.dnsRecords = [
      ...(existingIdentity ? [] : this.#createIdentity()),
      `_dmarc.${this.domain} TXT "v=DMARC1; p=none"`,
    ];
  }

  #createIdentity(): string[] {
    const mailFromDomain = `mail.${this.domain}`;
    const identity = new EmailIdentity(this, 'Identity', {
      identity: Identity.domain(this.domain),
      // The identity's default set: no message has to name it.
      configurationSet: this.#configurationSet,
      // Bounces then return to a part of the domain, so that SPF passes for it too (DMARC alignment).
      mailFromDomain,
    });
    // Deleting it would stop all mail of the domain, also of other senders. A rolled back creation removes it again.
    identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    return [
      ...identity.dkimRecords.map(({ name, value }) => `${name} CNAME ${value}`),
      `${mailFromDomain} MX 10 feedback-smtp.${Stack.of(this).region}.amazonses.com`,
      `${mailFromDomain} TXT "v=spf1 include:amazonses.com ~all"`,
    ];
  }

  /** Lets a function send, under the business's name and address only. @param recipient the only address to send to */
  grantSend(fn: ServiceFunction, recipient?: string): void {
    const arnOf = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({
        service: 'ses',
        resource,
        resourceName,
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      });
    fn.allow({
      actions: ['ses:SendRawEmail'],
      // In the sandbox SES asks for permission on the recipient's identity too. The condition limits the sender.
      resources: [arnOf('identity', '*'), arnOf('configuration-set', this.configurationSetName)],
      conditions: {
        StringEquals: { 'ses:FromAddress': this.#address },
        ...(recipient && { 'ForAllValues:StringEquals': { 'ses:Recipients': [recipient] } }),
      },
    });
    Validations.of(fn).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
      reason: 'Sandbox: the recipient is an identity as well. A condition allows one sender only.',
    });
    fn.provide({ MAIL_FROM: senderOf(this.#address) });
  }

  /** Has SES report to a topic what becomes of emails. */
  reportTo(topic: ITopic): void {
    this.#configurationSet.addEventDestination('Reports', {
      destination: EventDestination.snsTopic(topic),
      events: [
        EmailSendingEvent.SEND,
        EmailSendingEvent.DELIVERY,
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
      ],
    });
  }
}

interface BouncesProps {
  readonly table: BookingTable;
  readonly email: Email;
}

/** Stores bounce and complaint reports of SES on the accounts: SES → topic → function. */
export class Bounces extends Construct {
  readonly fn: ServiceFunction;
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
