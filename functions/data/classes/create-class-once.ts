import type { FootballClass } from '#shared/schemas/class';
import type { ManagedClass } from '#shared/schemas/class-input';
import { classIdSchema, type IdempotencyKey, type UserId } from '#shared/schemas/ids';
import { creationLifetimeSeconds } from '../../limits.ts';
import { creationKey } from '../dynamo/keys/classes.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { asManaged, classPuts } from './classes.ts';
import { getManagedClass } from './managed-classes.ts';

/** One attempt of an administrator to create a class. */
interface Attempt {
  readonly by: UserId;
  readonly key: IdempotencyKey;
  readonly now: Date;
}

/**
 * Stores a new class and the extra writes, once per attempt: a repeated request, after a lost answer or a second click,
 * gets the class that the attempt created.
 * @returns the class, or undefined where contention persisted, or the class was deleted since
 */
export const createClassOnce = async (
  table: Table,
  cls: FootballClass,
  { by, key, now }: Attempt,
  extraWrites: ExtraWrites,
): Promise<ManagedClass | undefined> => {
  const result = await sendTransaction(table, [
    {
      Put: {
        TableName: table.name,
        Item: {
          ...creationKey(by, key),
          [entityAttribute]: 'creation',
          class_id: cls.id,
          [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + creationLifetimeSeconds,
        },
        ConditionExpression: 'attribute_not_exists(PK)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    ...classPuts(table, cls),
    ...extraWrites,
  ]);
  if (result.outcome === 'done') return asManaged(cls);
  const earlier = result.outcome === 'refused' && result.refusals[0]?.item;
  return earlier ? getManagedClass(table, classIdSchema.parse(earlier.class_id)) : undefined;
};
