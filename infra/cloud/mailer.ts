import { Duration, Stack } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { batchSplit, mailParked } from '#functions/log';
import { sum } from './alarm-metrics.ts';
import type { Email } from './email.ts';
import { feedFromStream } from './feed-from-stream.ts';
import { ParkedRecords } from './parked-records.ts';
import { ServiceFunction } from './service-function.ts';
import { mailerStreamSettings } from './stream-settings.ts';
import type { BookingTable } from './table.ts';
import { grantMailer } from './table-access/background-access.ts';

interface MailerProps {
  readonly table: BookingTable;
  readonly email: Email;
  /** Origin of the site, for links. */
  readonly siteUrl: string;
  readonly businessTimeZone: string;
}

/** Sends all email, fed by the table's stream: an email is sent even if the function that stored its cause crashes. */
export class Mailer extends Construct {
  readonly fn: ServiceFunction;
  readonly feed: EventSourceMapping;
  /** Announces records that could not be handled, with the place of each. */
  readonly deadLetters: Queue;
  /** Emails that were set aside and wait for a person. */
  readonly parkedMails: Metric;

  constructor(scope: Construct, id: string, { table, email, siteUrl, businessTimeZone }: MailerProps) {
    super(scope, id);
    this.fn = new ServiceFunction(this, 'mailer', {
      timeout: Duration.minutes(2),
      expectedErrorEvent: batchSplit,
    });
    grantMailer(table, this.fn);
    email.grantSend(this.fn);
    this.fn.provide({ SITE_URL: siteUrl, BUSINESS_TIME_ZONE: businessTimeZone });

    const filter = new MetricFilter(this, 'ParkedMails', {
      logGroup: this.fn.log,
      filterPattern: FilterPattern.stringValue('$.message.event', '=', mailParked),
      metricNamespace: Stack.of(this).stackName,
      metricName: 'ParkedMails',
    });
    this.parkedMails = filter.metric(sum);

    const parked = new ParkedRecords(this, 'Parked');
    this.deadLetters = parked.queue;
    this.feed = feedFromStream(this, 'Bookings', {
      fn: this.fn,
      table,
      settings: mailerStreamSettings,
      onFailure: parked.destinationFor(this.fn),
    });
  }
}
