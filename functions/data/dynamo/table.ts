import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Names of the table's keys, indexes and lifetime attribute: infrastructure and the local stack create these. */
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
/** The index that lists what happened by month (all bookings). */
export const monthIndex = tableSchema.indexes[1];

/** The attribute that says which entity an item is; the mailer's stream filter reads it. */
export const entityAttribute = 'entity';

/** The one table and the client that reaches it. */
export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
}

/** Connects to a table. The endpoint, region and credentials come from the environment, as the SDK reads them. */
export const connectTable = (name: string): Table => ({
  name,
  client: DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5 }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
});
