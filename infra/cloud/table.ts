import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import {
  accountsPartition,
  entriesPartitionPrefix,
  referencePartitionPrefix,
} from '#functions/data/dynamo/keys/accounts';
import { activityPartitionPrefix } from '#functions/data/dynamo/keys/activity';
import {
  historyPartitionPrefix,
  parentBookingsPrefix,
  rosterPartitionPrefix,
} from '#functions/data/dynamo/keys/bookings';
import { cancellationsPartitionPrefix, cataloguePartition } from '#functions/data/dynamo/keys/classes';
import { dailyPartition } from '#functions/data/dynamo/keys/due-work';
import { familyPartitionPrefix } from '#functions/data/dynamo/keys/families';
import { mailPartitionPrefix } from '#functions/data/dynamo/keys/mail';
import { messagePartitionPrefix, messengerPartition } from '#functions/data/dynamo/keys/messages';
import { joiningPartitionPrefix, newsletterPartition } from '#functions/data/dynamo/keys/newsletter';
import { feedPartitionPrefix, tokenPartitionPrefix } from '#functions/data/dynamo/keys/tokens';
import { usesPartitionPrefix } from '#functions/data/dynamo/keys/use-counters';
import {
  offerLinkPartitionPrefix,
  offerPartitionPrefix,
  waitingPartitionPrefix,
} from '#functions/data/dynamo/keys/waiting';
import { listIndex, ownerIndex, tableSchema } from '#functions/data/dynamo/table-schema';
import type { ServiceFunction } from './service-function.ts';

/** Writes that can change or delete an item, and the one that can add one. */
const changes = ['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem', 'dynamodb:UpdateItem'];
const append = 'dynamodb:PutItem';

const messagePartitions = [`${messagePartitionPrefix}*`, messengerPartition];

const text = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * The one table. Each grant lists exactly the requests that its function makes (a transaction is authorised by the
 * actions inside it) and sets the variable that names the table.
 */
export class BookingTable extends Construct {
  readonly name: string;
  readonly #arn: string;
  readonly #streamArn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const table = new TableV2(this, 'Table', {
      partitionKey: text(tableSchema.partitionKey),
      sortKey: text(tableSchema.sortKey),
      globalSecondaryIndexes: tableSchema.indexes.map((index) => ({
        indexName: index.name,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
      })),
      billing: Billing.onDemand(),
      timeToLiveAttribute: tableSchema.timeToLiveAttribute,
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    if (!table.tableStreamArn) throw new Error('The table has no stream');
    this.name = table.tableName;
    this.#arn = table.tableArn;
    this.#streamArn = table.tableStreamArn;
  }

  /** Reads classes and slots only: the condition excludes families and bookings. */
  grantCatalogueRead(fn: ServiceFunction): void {
    fn.allow({
      actions: ['dynamodb:GetItem', 'dynamodb:Query'],
      resources: [this.#arn],
      conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [cataloguePartition.PK] } },
    });
    fn.provide({ TABLE_NAME: this.name });
  }

  /** Stores families that sign up, and deletes them, which ends their bookings. */
  grantAccount(fn: ServiceFunction): void {
    fn.allow({
      actions: [
        'dynamodb:BatchGetItem',
        'dynamodb:ConditionCheckItem',
        'dynamodb:DeleteItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
      ],
      resources: [this.#arn],
    });
    fn.allow({ actions: ['dynamodb:Query'], resources: [`${this.#arn}/index/${ownerIndex.name}`] });
    this.#keepLog(fn, [...changes, append]);
    fn.provide({ TABLE_NAME: this.name });
  }

  /** Manages a family's data, books, and ends bookings, which the activity log has. */
  grantFamily(fn: ServiceFunction): void {
    fn.allow({
      actions: [
        'dynamodb:BatchGetItem',
        'dynamodb:ConditionCheckItem',
        'dynamodb:DeleteItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
      ],
      resources: [this.#arn],
    });
    fn.allow({ actions: ['dynamodb:Query'], resources: [`${this.#arn}/index/${ownerIndex.name}`] });
    this.#keepLog(fn, changes);
    fn.provide({ TABLE_NAME: this.name });
  }

  /** Manages classes, bookings and accounts, cascades deletions, and writes the activity log. */
  grantAdmin(fn: ServiceFunction): void {
    fn.allow({
      actions: [
        'dynamodb:BatchGetItem',
        'dynamodb:BatchWriteItem',
        'dynamodb:ConditionCheckItem',
        'dynamodb:DeleteItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
      ],
      resources: [this.#arn],
    });
    const indexes = tableSchema.indexes.map(({ name }) => `${this.#arn}/index/${name}`);
    fn.allow({ actions: ['dynamodb:Query'], resources: indexes });
    this.#keepLog(fn, changes);
    fn.provide({ TABLE_NAME: this.name });
  }

  /** Reads what messages contain, and writes send leases and what the links of emails name. */
  grantMailer(fn: ServiceFunction): void {
    fn.allow({ actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem'], resources: [this.#arn] });
    fn.allow({
      actions: ['dynamodb:DeleteItem', 'dynamodb:UpdateItem'],
      resources: [this.#arn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${mailPartitionPrefix}*`] } },
    });
    fn.allow({
      actions: ['dynamodb:PutItem'],
      resources: [this.#arn],
      conditions: {
        'ForAllValues:StringLike': {
          'dynamodb:LeadingKeys': [
            `${joiningPartitionPrefix}*`,
            `${mailPartitionPrefix}*`,
            `${offerLinkPartitionPrefix}*`,
            `${tokenPartitionPrefix}*`,
          ],
        },
      },
    });
    fn.provide({ TABLE_NAME: this.name });
  }

  /**
   * Counts requests of public forms, requests emails, keeps the newsletter's list, reads calendar feeds, and answers offers
   * of waiting lists: whoever takes one stores bookings, and changes the slot and the family's account.
   */
  grantLinks(fn: ServiceFunction): void {
    const newsletter = [`${joiningPartitionPrefix}*`, newsletterPartition.PK];
    this.#allowIn(fn, ['dynamodb:GetItem'], [`${feedPartitionPrefix}*`, ...newsletter]);
    const offers = `${offerPartitionPrefix}*`;
    const lists = `${waitingPartitionPrefix}*`;
    this.#allowIn(
      fn,
      ['dynamodb:BatchGetItem'],
      [cataloguePartition.PK, offers, `${offerLinkPartitionPrefix}*`],
    );
    this.#allowIn(fn, ['dynamodb:DeleteItem'], [lists]);
    fn.allow({
      actions: ['dynamodb:Query'],
      resources: [`${this.#arn}/index/${ownerIndex.name}`],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${parentBookingsPrefix}*`] } },
    });
    this.#allowIn(fn, ['dynamodb:PutItem'], [`${mailPartitionPrefix}*`, `${rosterPartitionPrefix}*`]);
    this.#allowIn(
      fn,
      ['dynamodb:UpdateItem'],
      [`${usesPartitionPrefix}*`, ...newsletter, accountsPartition, cataloguePartition.PK, offers, lists],
    );
    fn.provide({ TABLE_NAME: this.name });
  }

  /**
   * Reads whom messages are for, writes messages, their recipients and the state of sending, and settles cancelled
   * sessions and deletes classes: it moves trials, ends bookings, and enters credits. For waiting lists it writes offers.
   */
  grantMessenger(fn: ServiceFunction): void {
    fn.allow({ actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'], resources: [this.#arn] });
    const bookings = `${rosterPartitionPrefix}*`;
    const entries = `${entriesPartitionPrefix}*`;
    this.#allowIn(fn, ['dynamodb:ConditionCheckItem'], [cataloguePartition.PK, bookings]);
    const cancellations = `${cancellationsPartitionPrefix}*`;
    const history = `${historyPartitionPrefix}*`;
    const offers = `${offerPartitionPrefix}*`;
    const lists = `${waitingPartitionPrefix}*`;
    this.#allowIn(fn, ['dynamodb:DeleteItem'], [bookings, cataloguePartition.PK, lists]);
    this.#allowIn(fn, ['dynamodb:BatchWriteItem'], [cancellations]);
    this.#allowIn(fn, ['dynamodb:GetItem'], [entries, accountsPartition, offers]);
    fn.allow({
      actions: ['dynamodb:Query'],
      resources: [`${this.#arn}/index/${ownerIndex.name}`],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${parentBookingsPrefix}*`] } },
    });
    this.#allowIn(
      fn,
      ['dynamodb:PutItem'],
      [...messagePartitions, entries, history, offers, `${mailPartitionPrefix}*`],
    );
    this.#allowIn(
      fn,
      ['dynamodb:UpdateItem'],
      [
        ...messagePartitions,
        accountsPartition,
        cancellations,
        cataloguePartition.PK,
        bookings,
        offers,
        lists,
      ],
    );
    fn.provide({ TABLE_NAME: this.name });
  }

  /**
   * Finds what is due, reads classes and rosters, ends trials, and writes messages and its own schedule. For waiting lists it
   * reads children, and writes offers and requests for emails.
   */
  grantTimer(fn: ServiceFunction): void {
    const bookings = `${rosterPartitionPrefix}*`;
    const history = `${historyPartitionPrefix}*`;
    const families = `${familyPartitionPrefix}*`;
    const offers = `${offerPartitionPrefix}*`;
    const lists = `${waitingPartitionPrefix}*`;
    const own = [...messagePartitions, dailyPartition];
    const catalogue = cataloguePartition.PK;
    const indexes = [ownerIndex, listIndex].map(({ name }) => `${this.#arn}/index/${name}`);
    fn.allow({ actions: ['dynamodb:Query'], resources: indexes });
    this.#allowIn(fn, ['dynamodb:Query'], [catalogue, bookings, lists]);
    this.#allowIn(fn, ['dynamodb:BatchGetItem'], [accountsPartition, catalogue, history, bookings, families]);
    this.#allowIn(fn, ['dynamodb:GetItem'], [dailyPartition, offers]);
    this.#allowIn(fn, ['dynamodb:ConditionCheckItem'], [bookings, families]);
    this.#allowIn(fn, ['dynamodb:DeleteItem'], [bookings, dailyPartition, lists]);
    const accounts = [accountsPartition, `${referencePartitionPrefix}*`];
    this.#allowIn(
      fn,
      ['dynamodb:PutItem'],
      [...own, offers, `${mailPartitionPrefix}*`, history, ...accounts],
    );
    this.#allowIn(fn, ['dynamodb:UpdateItem'], [...own, accountsPartition, catalogue, offers, lists]);
    fn.provide({ TABLE_NAME: this.name });
  }

  /** Marks a profile's address, and raises the state of emails. It can neither read nor change another attribute. */
  grantBounces(fn: ServiceFunction): void {
    const keys = [tableSchema.partitionKey, tableSchema.sortKey];
    const updates = [
      { prefix: familyPartitionPrefix, attributes: [...keys, 'deleting', 'email', 'email_problem'] },
      { prefix: messagePartitionPrefix, attributes: [...keys, 'state', 'state_at'] },
    ];
    for (const { prefix, attributes } of updates) {
      fn.allow({
        actions: ['dynamodb:UpdateItem'],
        resources: [this.#arn],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${prefix}*`] },
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
          StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
        },
      });
    }
    fn.provide({ TABLE_NAME: this.name });
  }

  /** Allows actions on the items of some partitions only. */
  #allowIn(fn: ServiceFunction, actions: readonly string[], partitions: readonly string[]): void {
    fn.allow({
      actions,
      resources: [this.#arn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
    });
  }

  /** Entries of the activity log cannot be changed or deleted. A condition of the put keeps it from replacing one. */
  #keepLog(fn: ServiceFunction, actions: readonly string[]): void {
    fn.deny({
      actions,
      resources: [this.#arn],
      // "Any": a request with the log among its partitions is refused as a whole.
      conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${activityPartitionPrefix}*`] } },
    });
    this.#keepEntries(fn);
  }

  /** Entries of accounts cannot be changed or deleted either. Only their lifetime is set, when the family is erased. */
  #keepEntries(fn: ServiceFunction): void {
    const { partitionKey, sortKey, timeToLiveAttribute } = tableSchema;
    const ofEntries = {
      'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${entriesPartitionPrefix}*`] },
    };
    fn.deny({
      actions: ['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem'],
      resources: [this.#arn],
      conditions: ofEntries,
    });
    fn.deny({
      actions: ['dynamodb:UpdateItem'],
      resources: [this.#arn],
      conditions: {
        ...ofEntries,
        'ForAnyValue:StringNotEquals': {
          'dynamodb:Attributes': [partitionKey, sortKey, timeToLiveAttribute],
        },
      },
    });
  }

  /**
   * Lets a function be fed from the table's stream.
   * @returns the stream's ARN
   */
  grantStreamRead(fn: ServiceFunction): string {
    fn.allow({
      actions: [
        'dynamodb:DescribeStream',
        'dynamodb:GetRecords',
        'dynamodb:GetShardIterator',
        'dynamodb:ListStreams',
      ],
      resources: [this.#streamArn],
    });
    return this.#streamArn;
  }
}
