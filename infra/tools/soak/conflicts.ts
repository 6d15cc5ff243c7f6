import * as z from 'zod/mini';
import { tableSchema } from '#functions/data/dynamo/table-schema';
import { conflict, singleConflict, type WireAnswer, type WireRequest } from './wire.ts';

const attributesSchema = z.record(z.string(), z.unknown());
const writeSchema = z.partial(
  z.object({ TableName: z.string(), Key: attributesSchema, Item: attributesSchema }),
);
const transactionSchema = z.object({
  TransactItems: z.array(z.record(z.string(), writeSchema)),
  ClientRequestToken: z.optional(z.string()),
});

const singleWrites: ReadonlySet<string> = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/** The item of a write, by its table and key. */
const itemOf = ({ TableName, Key, Item }: z.infer<typeof writeSchema>): string => {
  const key = Key ?? Item ?? {};
  return JSON.stringify([TableName, key[tableSchema.partitionKey], key[tableSchema.sortKey]]);
};

export type Execute = (request: WireRequest) => Promise<WireAnswer>;

/**
 * Conflicts as DynamoDB makes them, which the engine does not: a transaction holds its items until it ends and `hold`
 * is over, also where it is refused. Another transaction with one of them is cancelled with `TransactionConflict` at the positions of these items, and
 * a single write of one of them is refused. Reads and single writes hold nothing. A transaction that was stored is known by
 * its token, and does not conflict when it is sent again.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export const withConflicts = (hold: () => Promise<unknown>, execute: Execute): Execute => {
  const held = new Set<string>();
  const stored = new Set<string | undefined>();
  return async (request) => {
    if (singleWrites.has(request.operation))
      return held.has(itemOf(writeSchema.parse(request.body))) ? singleConflict : execute(request);
    if (request.operation !== 'TransactWriteItems') return execute(request);
    const { TransactItems, ClientRequestToken: token } = transactionSchema.parse(request.body);
    if (token !== undefined && stored.has(token)) return execute(request);
    const items = TransactItems.flatMap((write) => Object.values(write).map(itemOf));
    if (items.some((item) => held.has(item)))
      return conflict(
        items.flatMap((item, index) => (held.has(item) ? index : [])),
        items.length,
      );
    for (const item of items) held.add(item);
    try {
      const [answer] = await Promise.all([execute(request), hold()]);
      if (answer.status === 200) stored.add(token);
      return answer;
    } finally {
      for (const item of items) held.delete(item);
    }
  };
};
