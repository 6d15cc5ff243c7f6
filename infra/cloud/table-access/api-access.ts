import { listIndex, ownerIndex, tableSchema } from '#functions/lib/dynamo/items';
import {
  cataloguePartition,
  coversPartition,
  dayLinkPartitionPrefix,
  doneUnlistedPartition,
  historyPartitionPrefix,
  lateEndingsPartition,
  offerLinkPartitionPrefix,
  offerPartitionPrefix,
  parentBookingsPrefix,
  registerPartitionPrefix,
  renewalPartitionPrefix,
  rosterPartitionPrefix,
  schoolSettingsKey,
  unlistedPartition,
  waitingPartitionPrefix,
} from '#functions/lib/dynamo/keys-of-classes';
import {
  accountLinksPrefix,
  accountPartitionPrefix,
  activityPartitionPrefix,
  adminsPartition,
  attemptPartitionPrefix,
  bankRowPartitionPrefix,
  coachesPartition,
  entriesPartitionPrefix,
  entryNotesPartitionPrefix,
  erasedPartition,
  familyNotesPartitionPrefix,
  familyPartitionPrefix,
  familyTasksPartition,
  feedPartitionPrefix,
  ignoredRowsPartition,
  invitationsPartition,
  joiningPartitionPrefix,
  joiningsPrefix,
  ledgersPartition,
  linkAttemptPartitionPrefix,
  mailPartitionPrefix,
  mailStopKey,
  newsletterPartition,
  peopleCountsKey,
  referencePartitionPrefix,
  registrationPartitionPrefix,
  tokenPartitionPrefix,
  unassignedRowsPartition,
  usesPartitionPrefix,
  viewPartitionPrefix,
  wordPartitionPrefix,
} from '#functions/lib/dynamo/keys-of-people';
import type { ServiceFunction } from '../service-function.ts';
import type { BookingTable } from '../table.ts';

/**
 * Keeps a function that may write everything from changing or deleting entries of the activity log and of accounts. Of the
 * latter only the lifetime is set, when the family is erased. A condition of the put keeps it from replacing one.
 */
const keepHistory = (table: BookingTable, fn: ServiceFunction): void => {
  const { partitionKey, sortKey, timeToLiveAttribute } = tableSchema;
  const log = all(activityPartitionPrefix);
  const entries = all(entriesPartitionPrefix);
  // "Any": a request with one of these among its partitions is refused as a whole.
  const on = (...partitions: readonly string[]) => ({
    'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': partitions },
  });
  fn.deny({
    actions: ['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem'],
    resources: [table.arn],
    conditions: on(log, entries),
  });
  fn.deny({ actions: ['dynamodb:UpdateItem'], resources: [table.arn], conditions: on(log) });
  fn.deny({
    actions: ['dynamodb:UpdateItem'],
    resources: [table.arn],
    conditions: {
      ...on(entries),
      'ForAnyValue:StringNotEquals': {
        'dynamodb:Attributes': [partitionKey, sortKey, timeToLiveAttribute],
      },
    },
  });
};

const all = (prefix: string): string => `${prefix}*`;

const allowOfOwners = (table: BookingTable, fn: ServiceFunction, partitions: readonly string[]): void =>
  fn.allow({
    actions: ['dynamodb:Query'],
    resources: [`${table.arn}/index/${ownerIndex.name}`],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
  });

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
 * Stores families that sign up, and deletes them, which ends their bookings and removes what names them, such as marks of
 * registers and texts of bank rows. It makes invited coaches, which the activity log has, and tells administrators that one of
 * them set up a second factor.
 */
export const grantAccount = (table: BookingTable, fn: ServiceFunction): void => {
  const [accounts, families] = [all(accountPartitionPrefix), all(familyPartitionPrefix)];
  table.allowIn(
    fn,
    ['dynamodb:GetItem'],
    [
      ...[accounts, families, all(registrationPartitionPrefix), all(tokenPartitionPrefix)],
      ...[coachesPartition.PK, invitationsPartition.PK, ledgersPartition, all(offerPartitionPrefix)],
    ],
  );
  table.allowIn(
    fn,
    ['dynamodb:BatchGetItem'],
    [
      ...[accounts, families, ledgersPartition, cataloguePartition.PK],
      ...[all(rosterPartitionPrefix), all(historyPartitionPrefix), all(registerPartitionPrefix)],
    ],
  );
  table.allowIn(fn, ['dynamodb:ConditionCheckItem'], [accounts, families, invitationsPartition.PK]);
  table.allowIn(
    fn,
    ['dynamodb:Query'],
    [
      ...[families, invitationsPartition.PK, familyTasksPartition.PK, unassignedRowsPartition.PK],
      ...[cataloguePartition.PK, all(rosterPartitionPrefix), all(historyPartitionPrefix)],
      ...[all(waitingPartitionPrefix), all(viewPartitionPrefix), all(mailPartitionPrefix)],
      ...[all(entriesPartitionPrefix), all(entryNotesPartitionPrefix), all(familyNotesPartitionPrefix)],
      all(attemptPartitionPrefix),
    ],
  );
  allowOfOwners(table, fn, [
    ...[all(parentBookingsPrefix), all(waitingPartitionPrefix)],
    ...[all(accountLinksPrefix), all(joiningsPrefix), ignoredRowsPartition.GSI1PK],
    ...[unlistedPartition.GSI1PK, doneUnlistedPartition.GSI1PK],
  ]);
  fn.allow({
    actions: ['dynamodb:Query'],
    resources: [`${table.arn}/index/${listIndex.name}`],
    conditions: {
      'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [adminsPartition.GSI2PK] },
    },
  });
  const people = [
    ...[accounts, families, all(registrationPartitionPrefix)],
    ...[invitationsPartition.PK, familyTasksPartition.PK, ledgersPartition],
    ...[all(referencePartitionPrefix), all(wordPartitionPrefix), all(mailPartitionPrefix)],
  ];
  table.allowIn(
    fn,
    ['dynamodb:PutItem'],
    [
      ...[...people, all(activityPartitionPrefix), all(historyPartitionPrefix), erasedPartition.PK],
      all(familyNotesPartitionPrefix),
    ],
  );
  table.allowIn(
    fn,
    ['dynamodb:UpdateItem'],
    [
      ...[accounts, families, invitationsPartition.PK],
      ...[coachesPartition.PK, peopleCountsKey.PK, all(tokenPartitionPrefix), all(usesPartitionPrefix)],
      ...[ledgersPartition, cataloguePartition.PK, all(historyPartitionPrefix)],
      ...[all(offerPartitionPrefix), all(renewalPartitionPrefix)],
      ...[unassignedRowsPartition.PK, all(bankRowPartitionPrefix)],
      ...[all(registerPartitionPrefix), all(viewPartitionPrefix)],
    ],
  );
  table.allowIn(
    fn,
    ['dynamodb:DeleteItem'],
    [
      ...[...people, coachesPartition.PK, all(tokenPartitionPrefix), all(feedPartitionPrefix)],
      ...[all(dayLinkPartitionPrefix), all(joiningPartitionPrefix), all(rosterPartitionPrefix)],
      ...[all(waitingPartitionPrefix), all(offerPartitionPrefix), all(offerLinkPartitionPrefix)],
      ...[all(renewalPartitionPrefix), lateEndingsPartition.PK, all(registerPartitionPrefix)],
      ...[all(viewPartitionPrefix), all(entryNotesPartitionPrefix), all(familyNotesPartitionPrefix)],
      all(attemptPartitionPrefix),
    ],
  );
  const { partitionKey, sortKey, timeToLiveAttribute } = tableSchema;
  // Money entries of a family that is erased expire. Nothing else of them changes.
  fn.allow({
    actions: ['dynamodb:UpdateItem'],
    resources: [table.arn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [all(entriesPartitionPrefix)] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': [partitionKey, sortKey, timeToLiveAttribute] },
    },
  });
  fn.provide({ TABLE_NAME: table.name });
};

/** Manages a family's data, books, waits, answers offers and ends bookings; requests emails, makes calendar feeds. */
export const grantFamily = (table: BookingTable, fn: ServiceFunction): void => {
  const words = all(wordPartitionPrefix);
  const [accounts, families] = [all(accountPartitionPrefix), all(familyPartitionPrefix)];
  const [bookings, history] = [all(rosterPartitionPrefix), all(historyPartitionPrefix)];
  const [lists, offers] = [all(waitingPartitionPrefix), all(offerPartitionPrefix)];
  const own = [families, bookings, lists, offers];
  table.allowIn(
    fn,
    ['dynamodb:GetItem'],
    [
      ...[accounts, families, ledgersPartition, all(attemptPartitionPrefix), coachesPartition.PK],
      ...[cataloguePartition.PK, lists, offers, all(renewalPartitionPrefix), schoolSettingsKey.PK],
    ],
  );
  table.allowIn(
    fn,
    ['dynamodb:BatchGetItem'],
    [
      ...[accounts, families, ledgersPartition, cataloguePartition.PK],
      ...[bookings, history, offers, all(registerPartitionPrefix)],
    ],
  );
  table.allowIn(fn, ['dynamodb:ConditionCheckItem'], [accounts, families, bookings]);
  table.allowIn(
    fn,
    ['dynamodb:Query'],
    [
      ...[families, cataloguePartition.PK, bookings, history, lists, all(viewPartitionPrefix)],
      ...[all(entriesPartitionPrefix), all(entryNotesPartitionPrefix), all(familyNotesPartitionPrefix)],
    ],
  );
  allowOfOwners(table, fn, [all(parentBookingsPrefix), lists]);
  table.allowIn(
    fn,
    ['dynamodb:PutItem'],
    [
      ...[...own, words, history, lateEndingsPartition.PK, all(activityPartitionPrefix)],
      ...[all(mailPartitionPrefix), all(feedPartitionPrefix), all(attemptPartitionPrefix)],
    ],
  );
  table.allowIn(
    fn,
    ['dynamodb:UpdateItem'],
    [
      ...[...own, cataloguePartition.PK, ledgersPartition, all(renewalPartitionPrefix)],
      ...[all(attemptPartitionPrefix), peopleCountsKey.PK],
    ],
  );
  table.allowIn(fn, ['dynamodb:DeleteItem'], [...own, words]);
  fn.provide({ TABLE_NAME: table.name });
};

export const grantAdmin = (table: BookingTable, fn: ServiceFunction): void => {
  fn.allow({
    actions: [
      ...['dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:GetItem', 'dynamodb:Query'],
      ...['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    ],
    resources: [table.arn],
  });
  const indexes = tableSchema.indexes.map(({ name }) => `${table.arn}/index/${name}`);
  fn.allow({ actions: ['dynamodb:Query'], resources: indexes });
  keepHistory(table, fn);
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
      ...[offers, renewals, ledgersPartition, schoolSettingsKey.PK, bookings, attempts, mailStopKey.PK],
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
  table.allowIn(fn, ['dynamodb:ConditionCheckItem'], [`${familyPartitionPrefix}*`, bookings]);
  table.allowIn(fn, ['dynamodb:DeleteItem'], [lists, bookings, mailStopKey.PK]);
  allowOfOwners(table, fn, [all(parentBookingsPrefix)]);
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
