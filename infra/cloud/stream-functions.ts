import { type CfnCondition, Duration, Fn } from 'aws-cdk-lib';
import {
  type CfnEventSourceMapping,
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IEventSourceDlq,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { entityAttribute, ownerIndex } from '#functions/lib/dynamo/items';
import { duePartition } from '#functions/lib/dynamo/keys-of-classes';
import { batchSplit } from '#functions/lib/log';
import type { Email } from './email.ts';
import { deadLetterQueue, ParkedRecords } from './failures.ts';
import { ServiceFunction } from './service-function.ts';
import { mailerStreamSettings, messengerStreamSettings, type StreamSettings } from './service-settings.ts';
import type { BookingTable } from './table.ts';
import { grantMailer, grantMessenger } from './table-access/background-access.ts';

interface Feed {
  readonly fn: ServiceFunction;
  readonly table: BookingTable;
  readonly settings: StreamSettings;
  /** Where records go that could not be handled. */
  readonly onFailure: IEventSourceDlq;
  readonly whileOn: CfnCondition;
}

const feedFromStream = (
  scope: Construct,
  id: string,
  { fn, table, settings, onFailure, whileOn }: Feed,
): EventSourceMapping => {
  const { filter, dueEntities = [], batchSize, retryAttempts, maxRecordAgeSeconds } = settings;
  const mapping = new EventSourceMapping(scope, id, {
    target: fn.live,
    eventSourceArn: table.grantStreamRead(fn),
    startingPosition: StartingPosition.TRIM_HORIZON,
    filters: [
      FilterCriteria.filter({
        eventName: FilterRule.isEqual(filter.eventName),
        dynamodb: { NewImage: { [entityAttribute]: { S: FilterRule.or(...filter.entities) } } },
      }),
      ...dueEntities.map((entity) =>
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('MODIFY'),
          dynamodb: {
            NewImage: {
              [entityAttribute]: { S: FilterRule.isEqual(entity) },
              [ownerIndex.partitionKey]: { S: FilterRule.isEqual(duePartition.GSI1PK) },
            },
          },
        }),
      ),
    ],
    batchSize,
    retryAttempts,
    maxRecordAge: Duration.seconds(maxRecordAgeSeconds),
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    onFailure,
  });
  // The library takes no condition here; the resource that it makes does.
  (mapping.node.defaultChild as CfnEventSourceMapping).enabled = Fn.conditionIf(
    whileOn.logicalId,
    true,
    false,
  );
  return mapping;
};

interface MailerProps {
  readonly table: BookingTable;
  readonly email: Email;
  readonly siteUrl: string;
  readonly businessTimeZone: string;
  readonly whileOn: CfnCondition;
}

/** Sends all email, fed by the table's stream: an email is sent even if the function that stored its cause crashes. */
export class Mailer extends Construct {
  readonly fn: ServiceFunction;
  readonly feed: EventSourceMapping;
  /** Announces records that could not be handled, with the place of each. */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: MailerProps) {
    super(scope, id);
    const { table, email, siteUrl, businessTimeZone, whileOn } = props;
    this.fn = new ServiceFunction(this, 'mailer', {
      timeout: Duration.minutes(2),
      expectedErrorEvent: batchSplit,
    });
    grantMailer(table, this.fn);
    email.grantSend(this.fn);
    this.fn.provide({ SITE_URL: siteUrl, BUSINESS_TIME_ZONE: businessTimeZone });

    const parked = new ParkedRecords(this, 'Parked');
    this.deadLetters = parked.queue;
    this.feed = feedFromStream(this, 'Bookings', {
      fn: this.fn,
      table,
      settings: mailerStreamSettings,
      onFailure: parked.destinationFor(this.fn),
      whileOn,
    });
  }
}

interface MessengerProps {
  readonly table: BookingTable;
  readonly email: Email;
  readonly siteUrl: string;
  readonly businessTimeZone: string;
  readonly mailsPerSecond: number;
  readonly whileOn: CfnCondition;
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
    const { table, email, siteUrl, businessTimeZone, mailsPerSecond, whileOn } = props;
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
      whileOn,
    });
  }
}
