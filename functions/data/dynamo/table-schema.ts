/**
 * Names of the table's keys, indexes and lifetime attribute: infrastructure and the local stack create these. Local data of
 * before a change needs another `shape` (`infra/local/data-dir.ts`).
 */
export const tableSchema = {
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: [
    { name: 'GSI1', partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    { name: 'GSI2', partitionKey: 'GSI2PK', sortKey: 'GSI2SK' },
  ],
  timeToLiveAttribute: 'expires_at',
} as const;

/** The index that finds what belongs to one owner (a parent's bookings). */
export const ownerIndex = tableSchema.indexes[0];
/** The index that lists bookings by month and profiles by list. */
export const listIndex = tableSchema.indexes[1];

/** The attribute that says which entity an item is; the mailer's stream filter reads it. */
export const entityAttribute = 'entity';

/** A moment as the time-to-live attribute holds it: whole seconds since 1970. */
export const toEpochSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
