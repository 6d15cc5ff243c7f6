import { activityPartitionPrefix } from '#functions/data/dynamo/keys/activity';
import { entriesPartitionPrefix } from '#functions/data/dynamo/keys/ledger';
import { tableSchema } from '#functions/data/dynamo/table-schema';
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
export const keepLog = (table: BookingTable, fn: ServiceFunction, actions: readonly string[]): void => {
  fn.deny({
    actions,
    resources: [table.arn],
    // "Any": a request with the log among its partitions is refused as a whole.
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${activityPartitionPrefix}*`] } },
  });
  keepEntries(table, fn);
};
