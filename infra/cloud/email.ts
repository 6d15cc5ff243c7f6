import { ArnFormat, Stack } from 'aws-cdk-lib';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  type DkimRecord,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';
import { senderOf } from './settings.ts';

/** Sends mail as one address only. Its domain is an SES identity, so that messages are signed for it (DKIM). */
export class Email extends Construct {
  /** CNAME records that the owner of the domain publishes once. */
  readonly dkimRecords: readonly DkimRecord[];
  /** The set that all mail goes through; what it counts bears its name. */
  readonly configurationSetName: string;
  readonly #configurationSet: ConfigurationSet;
  readonly #address: string;
  readonly #sendingArns: readonly string[];

  constructor(scope: Construct, id: string, { address }: { readonly address: string }) {
    super(scope, id);
    this.#address = address;
    // Messages name children: one that could only travel unencrypted comes back to the sender instead.
    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      // Whoever complained still gets the links they ask for; an address that takes no mail is spared the try.
      suppressionReasons: SuppressionReasons.BOUNCES_ONLY,
    });
    this.#configurationSet = configurationSet;
    this.configurationSetName = configurationSet.configurationSetName;
    const identity = new EmailIdentity(this, 'Identity', {
      identity: Identity.domain(address.slice(address.indexOf('@') + 1)),
      // The identity's default set: no message has to name it.
      configurationSet,
    });
    this.dkimRecords = identity.dkimRecords;
    this.#sendingArns = [
      identity.emailIdentityArn,
      Stack.of(this).formatArn({
        service: 'ses',
        resource: 'configuration-set',
        resourceName: configurationSet.configurationSetName,
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      }),
    ];
  }

  /** Lets a function send, under the business's name and address only. */
  grantSend(fn: ServiceFunction): void {
    fn.allow({
      actions: ['ses:SendEmail'],
      resources: this.#sendingArns,
      conditions: { StringEquals: { 'ses:FromAddress': this.#address } },
    });
    fn.provide({ MAIL_FROM: senderOf(this.#address) });
  }

  /** Has SES report to a topic which messages came back, and which their readers did not want. */
  reportTo(topic: ITopic): void {
    this.#configurationSet.addEventDestination('Reports', {
      destination: EventDestination.snsTopic(topic),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
  }
}
