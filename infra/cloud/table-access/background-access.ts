import { entityAttribute, listIndex, ownerIndex, tableSchema } from '#functions/lib/dynamo/items';
import {
  cancellationsPartitionPrefix,
  cataloguePartition,
  dailyPartition,
  dayLinkPartitionPrefix,
  draftsPartition,
  dueTriesPartition,
  heartbeatPartition,
  historyPartitionPrefix,
  offerLinkPartitionPrefix,
  offerPartitionPrefix,
  parentBookingsPrefix,
  renewalPartitionPrefix,
  renewalRemindersPartition,
  rosterPartitionPrefix,
  schoolSettingsKey,
  venuesPartition,
  waitingPartitionPrefix,
} from '#functions/lib/dynamo/keys-of-classes';
import {
  accountPartitionPrefix,
  activityPartitionPrefix,
  asidePartition,
  entriesPartitionPrefix,
  familyPartitionPrefix,
  familyTasksPartition,
  invitationsPartition,
  joiningPartitionPrefix,
  ledgersPartition,
  mailPartitionPrefix,
  mailStopKey,
  messagePartitionPrefix,
  messengerPartition,
  newsletterPartition,
  sentMailPartitionPrefix,
  tokenPartitionPrefix,
} from '#functions/lib/dynamo/keys-of-people';
import type { ServiceFunction } from '../service-function.ts';
import type { BookingTable } from '../table.ts';

const messagePartitions = [`${messagePartitionPrefix}*`, messengerPartition];

/**
 * Reads what messages contain, and writes send leases and what the links of emails name, in place of those of emails that
 * were not sent.
 */
export const grantMailer = (table: BookingTable, fn: ServiceFunction): void => {
  fn.allow({ actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem'], resources: [table.arn] });
  table.allowIn(fn, ['dynamodb:DeleteItem', 'dynamodb:UpdateItem'], [`${mailPartitionPrefix}*`]);
  table.allowIn(fn, ['dynamodb:UpdateItem'], [invitationsPartition.PK]);
  table.allowIn(fn, ['dynamodb:DeleteItem', 'dynamodb:Query'], [`${offerLinkPartitionPrefix}*`]);
  const put = [joiningPartitionPrefix, mailPartitionPrefix, offerLinkPartitionPrefix, tokenPartitionPrefix];
  table.allowIn(
    fn,
    ['dynamodb:PutItem'],
    put.map((prefix) => `${prefix}*`),
  );
  fn.provide({ TABLE_NAME: table.name });
};

/**
 * Reads whom messages are for, writes messages, their recipients and the state of sending, and settles cancelled
 * sessions and deletes classes: it moves trials, ends bookings, and enters credits. For waiting lists it writes offers. It
 * publishes the drafts of a term, which the activity log has, and keeps places in them. It makes the links of invitations, and
 * notes which families may be the same.
 */
export const grantMessenger = (table: BookingTable, fn: ServiceFunction): void => {
  fn.allow({ actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'], resources: [table.arn] });
  const bookings = `${rosterPartitionPrefix}*`;
  const entries = `${entriesPartitionPrefix}*`;
  const renewals = `${renewalPartitionPrefix}*`;
  const cancellations = `${cancellationsPartitionPrefix}*`;
  table.allowIn(
    fn,
    ['dynamodb:ConditionCheckItem'],
    [
      ...[cataloguePartition.PK, bookings, venuesPartition.PK, ledgersPartition],
      ...[renewals, `${familyPartitionPrefix}*`, cancellations],
    ],
  );
  const history = `${historyPartitionPrefix}*`;
  const offers = `${offerPartitionPrefix}*`;
  const lists = `${waitingPartitionPrefix}*`;
  table.allowIn(
    fn,
    ['dynamodb:DeleteItem'],
    [
      ...[bookings, cataloguePartition.PK, draftsPartition.PK, lists],
      ...[`${offerLinkPartitionPrefix}*`, mailStopKey.PK],
    ],
  );
  table.allowIn(fn, ['dynamodb:BatchWriteItem'], [cancellations]);
  table.allowIn(
    fn,
    ['dynamodb:GetItem'],
    [
      ...[entries, ledgersPartition, offers, schoolSettingsKey.PK],
      ...[draftsPartition.PK, venuesPartition.PK, mailStopKey.PK],
    ],
  );
  fn.allow({
    actions: ['dynamodb:Query'],
    resources: [`${table.arn}/index/${ownerIndex.name}`],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${parentBookingsPrefix}*`] } },
  });
  table.allowIn(
    fn,
    ['dynamodb:PutItem'],
    [
      ...[...messagePartitions, entries, history, offers, `${mailPartitionPrefix}*`],
      ...[cataloguePartition.PK, lists, renewals, `${offerLinkPartitionPrefix}*`],
      `${dayLinkPartitionPrefix}*`,
      `${activityPartitionPrefix}*`,
      familyTasksPartition.PK,
    ],
  );
  table.allowIn(
    fn,
    ['dynamodb:UpdateItem'],
    [
      ...[...messagePartitions, ledgersPartition, cancellations, cataloguePartition.PK, bookings],
      ...[offers, lists, renewals, invitationsPartition.PK],
    ],
  );
  fn.provide({ TABLE_NAME: table.name });
};

/**
 * Finds what is due, reads classes and rosters, ends trials, and writes messages and its own schedule. For waiting lists it
 * reads children, and writes offers and requests for emails. It removes notes and contacts that are not used
 * any more, and changes nothing else of a child. It has families told whose kept places ran out. It copies a changed venue
 * to its classes.
 */
export const grantTimer = (table: BookingTable, fn: ServiceFunction): void => {
  const bookings = `${rosterPartitionPrefix}*`;
  const history = `${historyPartitionPrefix}*`;
  const families = `${familyPartitionPrefix}*`;
  const offers = `${offerPartitionPrefix}*`;
  const lists = `${waitingPartitionPrefix}*`;
  const renewals = `${renewalPartitionPrefix}*`;
  const catalogue = cataloguePartition.PK;
  const indexes = [ownerIndex, listIndex].map(({ name }) => `${table.arn}/index/${name}`);
  fn.allow({ actions: ['dynamodb:Query'], resources: indexes });
  table.allowIn(
    fn,
    ['dynamodb:Query'],
    [catalogue, bookings, lists, history, families, renewals, dueTriesPartition.PK],
  );
  table.allowIn(
    fn,
    ['dynamodb:BatchGetItem'],
    [ledgersPartition, catalogue, history, bookings, families, offers],
  );
  table.allowIn(
    fn,
    ['dynamodb:GetItem'],
    [
      ...[messengerPartition, offers, venuesPartition.PK, renewals, schoolSettingsKey.PK],
      ...[ledgersPartition, `${messagePartitionPrefix}*`],
    ],
  );
  table.allowIn(fn, ['dynamodb:ConditionCheckItem'], [bookings]);
  table.allowIn(
    fn,
    ['dynamodb:DeleteItem'],
    [bookings, lists, renewalRemindersPartition.PK, dueTriesPartition.PK],
  );
  table.allowIn(
    fn,
    ['dynamodb:PutItem'],
    [
      ...[
        ...messagePartitions,
        dailyPartition,
        heartbeatPartition,
        offers,
        `${mailPartitionPrefix}*`,
        history,
      ],
      renewalRemindersPartition.PK,
    ],
  );
  table.allowIn(
    fn,
    ['dynamodb:UpdateItem'],
    [
      ...[`${messagePartitionPrefix}*`, asidePartition, ledgersPartition, catalogue, offers, lists],
      ...[venuesPartition.PK, renewals, dailyPartition, dueTriesPartition.PK],
    ],
  );
  const keys = [tableSchema.partitionKey, tableSchema.sortKey];
  const cardAttributes = ['card_goes_on', 'card_by', 'medical_conditions', 'health_answer', 'contacts'];
  fn.allow({
    actions: ['dynamodb:UpdateItem'],
    resources: [table.arn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [families] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...keys, ...cardAttributes] },
      StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
    },
  });
  fn.provide({ TABLE_NAME: table.name });
};

/**
 * Notes of an account that it has logged in, and reads its family, and whether it has a second factor, of which it notes that it
 * may be replaced. It can neither read nor change another attribute.
 */
export const grantPretoken = (table: BookingTable, fn: ServiceFunction): void => {
  const keys = [tableSchema.partitionKey, tableSchema.sortKey];
  const accounts = `${accountPartitionPrefix}*`;
  fn.allow({
    actions: ['dynamodb:UpdateItem'],
    resources: [table.arn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [accounts] },
      'ForAllValues:StringEquals': {
        'dynamodb:Attributes': [...keys, 'deleting', 'first_login_at', 'on_since', 'opened_at'],
      },
      StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
    },
  });
  fn.allow({
    actions: ['dynamodb:GetItem'],
    resources: [table.arn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [accounts] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...keys, 'family_id', 'on_since', 'opened_at'] },
      StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    },
  });
  fn.provide({ TABLE_NAME: table.name });
};

/**
 * Reads the family of an account, marks the address of the member in it, takes an address off the newsletter's list, and raises the
 * state of emails. It can neither read nor
 * change another attribute.
 */
export const grantBounces = (table: BookingTable, fn: ServiceFunction): void => {
  const keys = [tableSchema.partitionKey, tableSchema.sortKey];
  fn.allow({
    actions: ['dynamodb:GetItem'],
    resources: [table.arn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${accountPartitionPrefix}*`] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...keys, 'family_id'] },
      StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    },
  });
  const updates = [
    // IAM knows the attributes of an item, and not what is in them.
    { partition: `${familyPartitionPrefix}*`, attributes: [...keys, 'deleting', 'members'] },
    { partition: `${messagePartitionPrefix}*`, attributes: [...keys, 'state', 'state_at'] },
    {
      partition: `${sentMailPartitionPrefix}*`,
      attributes: [...keys, entityAttribute, 'id', 'state', tableSchema.timeToLiveAttribute],
    },
    {
      partition: newsletterPartition.PK,
      attributes: [...keys, 'left_at', 'email', 'consent', 'consented_at'],
    },
  ];
  for (const { partition, attributes } of updates) {
    fn.allow({
      actions: ['dynamodb:UpdateItem'],
      resources: [table.arn],
      conditions: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [partition] },
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
        StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
      },
    });
  }
  fn.provide({ TABLE_NAME: table.name });
};
