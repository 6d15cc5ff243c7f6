import { listIndex, ownerIndex, tableSchema } from '#functions/lib/dynamo/items';
import {
  cataloguePartition,
  historyPartitionPrefix,
  parentBookingsPrefix,
  schoolSettingsKey,
} from '#functions/lib/dynamo/keys-of-classes';
import {
  accountPartitionPrefix,
  activityPartitionPrefix,
  attemptPartitionPrefix,
  cardIntentPartitionPrefix,
  cardOfficePartition,
  cardPaymentPartitionPrefix,
  entriesPartitionPrefix,
  entryNotesPartitionPrefix,
  familyPartitionPrefix,
  ledgersPartition,
  mailPartitionPrefix,
  recordedCardsPartition,
  usesPartitionPrefix,
} from '#functions/lib/dynamo/keys-of-people';
import type { ServiceFunction } from '../service-function.ts';
import type { BookingTable } from '../table.ts';

const all = (prefix: string): string => `${prefix}*`;

const [payments, intents] = [all(cardPaymentPartitionPrefix), all(cardIntentPartitionPrefix)];
const [entries, notes] = [all(entriesPartitionPrefix), all(entryNotesPartitionPrefix)];

/** What recording a fact of Stripe needs: entries of known payments, which nothing changes afterwards, and what is kept beside them. */
const grantFacts = (table: BookingTable, fn: ServiceFunction): void => {
  table.allowIn(fn, ['dynamodb:GetItem'], [payments]);
  table.allowIn(fn, ['dynamodb:Query'], [intents]);
  table.allowIn(fn, ['dynamodb:ConditionCheckItem'], [intents, ledgersPartition]);
  table.allowIn(
    fn,
    ['dynamodb:PutItem'],
    [entries, notes, intents, cardOfficePartition.PK, all(mailPartitionPrefix)],
  );
  table.allowIn(fn, ['dynamodb:UpdateItem'], [payments, intents, ledgersPartition]);
  table.allowIn(fn, ['dynamodb:DeleteItem'], [cardOfficePartition.PK]);
  // The functions record nothing of a family that was joined with another one.
  fn.allow({
    actions: ['dynamodb:ConditionCheckItem'],
    resources: [table.arn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [all(familyPartitionPrefix)] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': [tableSchema.partitionKey, tableSchema.sortKey] },
    },
  });
  fn.provide({ TABLE_NAME: table.name });
};

/** Records what signed events of Stripe say of payments that were asked for, and nothing else. Of a family it reads where it went. */
export const grantCardEvents = (table: BookingTable, fn: ServiceFunction): void => {
  grantFacts(table, fn);
  table.allowIn(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], [cardOfficePartition.PK]);
  fn.allow({
    actions: ['dynamodb:GetItem'],
    resources: [table.arn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [all(familyPartitionPrefix)] },
      'ForAllValues:StringEquals': {
        'dynamodb:Attributes': [tableSchema.partitionKey, tableSchema.sortKey, 'family_id'],
      },
      StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    },
  });
};

/** Starts payments and refunds, and records what a comparison with Stripe finds. It changes no family, booking or class. */
export const grantCards = (table: BookingTable, fn: ServiceFunction): void => {
  grantFacts(table, fn);
  const [accounts, families] = [all(accountPartitionPrefix), all(familyPartitionPrefix)];
  table.allowIn(
    fn,
    ['dynamodb:GetItem'],
    [accounts, families, ledgersPartition, schoolSettingsKey.PK, all(attemptPartitionPrefix)],
  );
  table.allowIn(fn, ['dynamodb:BatchGetItem'], [intents]);
  table.allowIn(
    fn,
    ['dynamodb:Query'],
    [entries, all(historyPartitionPrefix), cardOfficePartition.PK, cataloguePartition.PK],
  );
  fn.allow({
    actions: ['dynamodb:Query'],
    resources: [`${table.arn}/index/${ownerIndex.name}`],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [all(parentBookingsPrefix)] } },
  });
  fn.allow({
    actions: ['dynamodb:Query'],
    resources: [`${table.arn}/index/${listIndex.name}`],
    conditions: {
      'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [recordedCardsPartition.GSI2PK] },
    },
  });
  table.allowIn(
    fn,
    ['dynamodb:PutItem'],
    [payments, all(attemptPartitionPrefix), all(activityPartitionPrefix)],
  );
  table.allowIn(fn, ['dynamodb:UpdateItem'], [all(attemptPartitionPrefix), all(usesPartitionPrefix)]);
  table.allowIn(fn, ['dynamodb:DeleteItem'], [intents]);
};
