import { Duration } from 'aws-cdk-lib';
import type { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLetterQueue } from './dead-letters.ts';
import type { Email } from './email.ts';
import { feedFromStream } from './feed-from-stream.ts';
import { ServiceFunction } from './service-function.ts';
import { messengerStreamSettings } from './stream-settings.ts';
import type { BookingTable } from './table.ts';
import { grantMessenger } from './table-access/background-access.ts';

interface MessengerProps {
  readonly table: BookingTable;
  readonly email: Email;
  /** Origin of the site, for links. */
  readonly siteUrl: string;
  readonly businessTimeZone: string;
  readonly mailsPerSecond: number;
}

/**
 * Sends messages to several recipients and asks waiting lists, fed by the table's stream. Apart from the mailer, which it
 * never delays. A stream serves two readers well, so that waiting lists have none of their own.
 */
export class Messenger extends Construct {
  readonly fn: ServiceFunction;
  readonly feed: EventSourceMapping;
  /** Names messages that could not be sent. The messages stay in the table, and the timer resumes them. */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: MessengerProps) {
    super(scope, id);
    const { table, email, siteUrl, businessTimeZone, mailsPerSecond } = props;
    // A run takes about 25 seconds. Reading a message comes on top, and may be slow.
    this.fn = new ServiceFunction(this, 'messenger', { timeout: Duration.minutes(5) });
    grantMessenger(table, this.fn);
    email.grantSend(this.fn);
    this.fn.provide({
      SITE_URL: siteUrl,
      BUSINESS_TIME_ZONE: businessTimeZone,
      MAILS_PER_SECOND: String(mailsPerSecond),
    });
    this.deadLetters = deadLetterQueue(this);
    this.feed = feedFromStream(this, 'Messages', {
      fn: this.fn,
      table,
      settings: messengerStreamSettings,
      onFailure: new SqsDlq(this.deadLetters),
    });
  }
}
