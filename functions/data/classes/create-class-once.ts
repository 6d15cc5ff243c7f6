import type { FootballClass } from '#shared/schemas/class';
import type { ManagedClass } from '#shared/schemas/class-input';
import { classIdSchema, type IdempotencyKey, type UserId } from '#shared/schemas/ids';
import { creationKey } from '../dynamo/keys.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, type Table, tableSchema } from '../dynamo/table.ts';
import { asStored, classPuts } from './classes.ts';
import { getManagedClass } from './managed-classes.ts';

/** How long an attempt that was sent again meets the class it made. */
const lifetimeSeconds = 24 * 60 * 60;

interface Attempt {
  readonly by: UserId;
  readonly key: IdempotencyKey;
  readonly now: Date;
}

/**
 * Stores a new class and what goes with it, once for each attempt: sent again, after a lost answer or a second click,
 * it gives the class that the attempt made.
 * @returns the class, or undefined where others write all the time, or the class was deleted since
 */
export const createClassOnce = async (
  table: Table,
  cls: FootballClass,
  { by, key, now }: Attempt,
  extraWrites: readonly Write[],
): Promise<ManagedClass | undefined> => {
  const result = await sendTransaction(table, [
    {
      Put: {
        TableName: table.name,
        Item: {
          ...creationKey(by, key),
          [entityAttribute]: 'creation',
          class_id: cls.id,
          [tableSchema.timeToLiveAttribute]: Math.floor(now.getTime() / 1000) + lifetimeSeconds,
        },
        ConditionExpression: 'attribute_not_exists(PK)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    ...classPuts(table, cls),
    ...extraWrites,
  ]);
  if (result.outcome === 'done') return asStored(cls);
  const earlier = result.outcome === 'refused' && result.refusals[0]?.item;
  return earlier ? getManagedClass(table, classIdSchema.parse(earlier.class_id)) : undefined;
};
