import { listIndex, ownerIndex, tableSchema } from '#functions/lib/dynamo/items';
import {
  cataloguePartition,
  coversPartition,
  dayLinkPartitionPrefix,
  historyPartitionPrefix,
  offerLinkPartitionPrefix,
  offerPartitionPrefix,
  parentBookingsPrefix,
  registerPartitionPrefix,
  renewalPartitionPrefix,
  rosterPartitionPrefix,
  schoolSettingsKey,
  waitingPartitionPrefix,
} from '#functions/lib/dynamo/keys-of-classes';
import {
  accountPartitionPrefix,
  activityPartitionPrefix,
  adminsPartition,
  coachesPartition,
  entriesPartitionPrefix,
  familyPartitionPrefix,
  feedPartitionPrefix,
  joiningPartitionPrefix,
  ledgersPartition,
  linkAttemptPartitionPrefix,
  mailPartitionPrefix,
  newsletterPartition,
  usesPartitionPrefix,
  viewPartitionPrefix,
} from '#functions/lib/dynamo/keys-of-people';
import type { ServiceFunction } from '../service-function.ts';
import type { BookingTable } from '../table.ts';

/** Entries of accounts cannot be changed or deleted either. Only their lifetime is set, when the family is erased. */
const keepEntries = (table: BookingTable, fn: ServiceFunction): void => {
  const { partitionKey, sortKey, timeToLiveAttribute } = tableSchema;
  const ofEntries = {
    'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${entriesPartitionPrefix}*`] },
  };
  fn.deny({
    actions: ['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem'],
    resources: [table.arn],
    conditions: ofEntries,
  });
  fn.deny({
    actions: ['dynamodb:UpdateItem'],
    resources: [table.arn],
    conditions: {
      ...ofEntries,
      'ForAnyValue:StringNotEquals': {
        'dynamodb:Attributes': [partitionKey, sortKey, timeToLiveAttribute],
      },
    },
  });
};

/** Entries of the activity log cannot be changed or deleted. A condition of the put keeps it from replacing one. */
const keepLog = (table: BookingTable, fn: ServiceFunction, actions: readonly string[]): void => {
  fn.deny({
    actions,
    resources: [table.arn],
    // "Any": a request with the log among its partitions is refused as a whole.
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${activityPartitionPrefix}*`] } },
  });
  keepEntries(table, fn);
};

/** Writes that can change or delete an item. */
const changes = ['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem', 'dynamodb:UpdateItem'];

/** What functions ask for that keep families and end their bookings. */
const familyActions = [
  'dynamodb:BatchGetItem',
  'dynamodb:DeleteItem',
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:Query',
  'dynamodb:UpdateItem',
];

/** Reads classes and slots only: the condition excludes families and bookings. */
export const grantCatalogueRead = (table: BookingTable, fn: ServiceFunction): void => {
  fn.allow({
    actions: ['dynamodb:GetItem', 'dynamodb:Query'],
    resources: [table.arn],
    conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [cataloguePartition.PK] } },
  });
  fn.provide({ TABLE_NAME: table.name });
};

/**
 * Stores families that sign up, and deletes them, which ends their bookings. It makes invited coaches, which the activity
 * log has, and tells administrators that one of them set up a second factor.
 */
export const grantAccount = (table: BookingTable, fn: ServiceFunction): void => {
  fn.allow({ actions: [...familyActions, 'dynamodb:ConditionCheckItem'], resources: [table.arn] });
  fn.allow({ actions: ['dynamodb:Query'], resources: [`${table.arn}/index/${ownerIndex.name}`] });
  fn.allow({
    actions: ['dynamodb:Query'],
    resources: [`${table.arn}/index/${listIndex.name}`],
    conditions: {
      'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [adminsPartition.GSI2PK] },
    },
  });
  keepLog(table, fn, changes);
  fn.provide({ TABLE_NAME: table.name });
};

/** Manages a family's data, books, and ends bookings, which the activity log has. */
export const grantFamily = (table: BookingTable, fn: ServiceFunction): void => {
  fn.allow({ actions: [...familyActions, 'dynamodb:ConditionCheckItem'], resources: [table.arn] });
  fn.allow({ actions: ['dynamodb:Query'], resources: [`${table.arn}/index/${ownerIndex.name}`] });
  keepLog(table, fn, changes);
  fn.provide({ TABLE_NAME: table.name });
};

/** Manages classes, bookings and accounts, cascades deletions, and writes the activity log. */
export const grantAdmin = (table: BookingTable, fn: ServiceFunction): void => {
  fn.allow({
    actions: [...familyActions, 'dynamodb:ConditionCheckItem', 'dynamodb:BatchWriteItem'],
    resources: [table.arn],
  });
  const indexes = tableSchema.indexes.map(({ name }) => `${table.arn}/index/${name}`);
  fn.allow({ actions: ['dynamodb:Query'], resources: indexes });
  keepLog(table, fn, changes);
  fn.provide({ TABLE_NAME: table.name });
};

/**
 * Counts requests of public forms, requests emails, keeps the newsletter's list, reads calendar feeds, and answers offers
 * of waiting lists: whoever takes one stores bookings, and changes the slot and the family's account; whoever keeps a place in
 * another slot makes an offer there, at its price for the family, and whoever gives one back ends its booking. Whether a
 * child is still there is a condition, and other bookings of the child are read and compared. It notes on bookings who does
 * not come, and what was asked for with a key (API-41). Of an account it can read its family alone (FID-03).
 */
export const grantLinks = (table: BookingTable, fn: ServiceFunction): void => {
  const newsletter = [`${joiningPartitionPrefix}*`, newsletterPartition.PK];
  const renewals = `${renewalPartitionPrefix}*`;
  const history = `${historyPartitionPrefix}*`;
  const offers = `${offerPartitionPrefix}*`;
  const lists = `${waitingPartitionPrefix}*`;
  const bookings = `${rosterPartitionPrefix}*`;
  const attempts = `${linkAttemptPartitionPrefix}*`;
  const keys = [tableSchema.partitionKey, tableSchema.sortKey];
  table.allowIn(
    fn,
    ['dynamodb:GetItem'],
    [
      ...[`${feedPartitionPrefix}*`, `${dayLinkPartitionPrefix}*`, ...newsletter],
      ...[offers, renewals, ledgersPartition, schoolSettingsKey.PK, bookings, attempts],
    ],
  );
  fn.allow({
    actions: ['dynamodb:GetItem'],
    resources: [table.arn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${accountPartitionPrefix}*`] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...keys, 'deleting', 'family_id'] },
      StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    },
  });
  table.allowIn(fn, ['dynamodb:Query'], [cataloguePartition.PK]);
  table.allowIn(
    fn,
    ['dynamodb:BatchGetItem'],
    [cataloguePartition.PK, offers, `${offerLinkPartitionPrefix}*`, ledgersPartition, bookings, history],
  );
  table.allowIn(
    fn,
    ['dynamodb:ConditionCheckItem'],
    [`${familyPartitionPrefix}*`, bookings, ledgersPartition],
  );
  table.allowIn(fn, ['dynamodb:DeleteItem'], [lists, bookings]);
  fn.allow({
    actions: ['dynamodb:Query'],
    resources: [`${table.arn}/index/${ownerIndex.name}`],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${parentBookingsPrefix}*`] } },
  });
  table.allowIn(fn, ['dynamodb:PutItem'], [`${mailPartitionPrefix}*`, bookings, offers, lists, history]);
  table.allowIn(
    fn,
    ['dynamodb:UpdateItem'],
    [
      ...[`${usesPartitionPrefix}*`, ...newsletter, ledgersPartition, cataloguePartition.PK],
      ...[offers, lists, renewals, bookings, attempts],
    ],
  );
  fn.provide({ TABLE_NAME: table.name });
};

/**
 * Reads classes, covers, rosters and registers, with the families and children of these, and writes registers and views.
 * Whether a session is the caller's is decided in code: policies know no classes of a coach.
 */
export const grantCoach = (table: BookingTable, fn: ServiceFunction): void => {
  const registers = `${registerPartitionPrefix}*`;
  // The account of an administrator, who may see every session.
  const accounts = `${accountPartitionPrefix}*`;
  table.allowIn(fn, ['dynamodb:GetItem'], [coachesPartition.PK, coversPartition.PK, accounts]);
  table.allowIn(
    fn,
    ['dynamodb:Query'],
    [
      cataloguePartition.PK,
      coversPartition.PK,
      `${rosterPartitionPrefix}*`,
      `${historyPartitionPrefix}*`,
      registers,
    ],
  );
  table.allowIn(fn, ['dynamodb:BatchGetItem'], [`${familyPartitionPrefix}*`]);
  table.allowIn(fn, ['dynamodb:UpdateItem'], [registers, `${viewPartitionPrefix}*`]);
  fn.provide({ TABLE_NAME: table.name });
};
