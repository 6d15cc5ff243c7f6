import type { ManagedClass } from '#shared/schemas/class-input';
import { classIdSchema } from '#shared/schemas/ids';
import { type Attempt, creationNotePut, subjectsFromItem } from '../attempts.ts';
import { sendTransaction } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { asManaged, classPuts, type NewClass } from './classes.ts';
import { getManagedClass } from './managed-classes.ts';

/**
 * Stores a new class and the extra writes, once per attempt: a repeated request, after a lost answer or a second click,
 * gets the class that the attempt created.
 * @returns the class, or undefined where contention persisted, or the class was deleted since
 */
export const createClassOnce = async (
  table: Table,
  cls: NewClass,
  attempt: Attempt,
  extraWrites: ExtraWrites,
): Promise<ManagedClass | undefined> => {
  const result = await sendTransaction(table, [
    creationNotePut(table, attempt, [cls.id]),
    ...classPuts(table, cls),
    ...extraWrites,
  ]);
  if (result.outcome === 'done') return asManaged(cls);
  const earlier = result.outcome === 'refused' && result.refusals[0]?.item;
  return earlier ? getManagedClass(table, classIdSchema.parse(subjectsFromItem(earlier)[0])) : undefined;
};
