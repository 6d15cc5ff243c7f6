import * as z from 'zod/mini';
import { type FamilyId, familyIdSchema } from '#shared/lib/ids';
import { instantSchema } from '#shared/lib/values';
import { deleteWrite, exists, isNew, putWrite, type Tests, updateWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { familyTaskKey, familyTasksPartition } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAs } from '../lib/dynamo/reads.ts';
import { deleteItem, sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { FamilyJoin } from '../lib/family-join.ts';
import type { Table } from '../lib/table.ts';

export const familyTaskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-login'), family_id: familyIdSchema, at: instantSchema }),
  /** The reader of the family's invitation gave wrong answers, so the invitation ended (FID-09). */
  z.object({ kind: z.literal('wrong-answers'), family_id: familyIdSchema, at: instantSchema }),
  /** Two families may be the same one (FID-11). */
  z.object({
    kind: z.literal('same'),
    family_id: familyIdSchema,
    other_id: familyIdSchema,
    reason: z.enum(['phone', 'child']),
    at: instantSchema,
    /** An administrator said that these are two families. The pair is not found again. */
    dismissed: z.optional(z.literal(true)),
  }),
]);
export type FamilyTask = z.infer<typeof familyTaskSchema>;
export type SameTask = Extract<FamilyTask, { readonly kind: 'same' }>;

export const isSameTask = (task: FamilyTask): task is SameTask => task.kind === 'same' && !task.dismissed;

type TaskOf =
  | { readonly kind: 'no-login' | 'wrong-answers'; readonly family_id: FamilyId }
  | Pick<SameTask, 'kind' | 'family_id' | 'other_id'>;

/** One task for a family without a login, and one for each pair of families that may be the same. */
const keyOfTask = (task: TaskOf) =>
  familyTaskKey(
    task.kind,
    task.kind === 'same' ? [task.family_id, task.other_id].toSorted() : [task.family_id],
  );

/** With `isNew` refused where there is a task, dismissed or not. */
export const familyTaskPut = (
  table: Table,
  task: FamilyTask,
  condition: { readonly if?: Tests } = {},
): Write =>
  putWrite(
    table,
    { ...keyOfTask(task), [entityAttribute]: 'family-task', ...familyTaskSchema.parse(task) },
    condition,
  );

export const familyTaskDelete = (table: Table, task: TaskOf): Write => deleteWrite(table, keyOfTask(task));

/** Stores that two families are not the same. Refused where nobody was asked. */
export const dismissSame = async (
  table: Table,
  families: Pick<SameTask, 'family_id' | 'other_id'>,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome['outcome']> => {
  const { outcome } = await sendTransaction(table, [
    updateWrite(table, keyOfTask({ kind: 'same', ...families }), { set: { dismissed: true }, if: exists }),
    ...extraWrites,
  ]);
  return outcome;
};

export const listFamilyTasks = (table: Table): Promise<FamilyTask[]> =>
  queryAs(table, itemParser(familyTaskSchema), {
    ...inPartition(familyTasksPartition),
    ConsistentRead: true,
  });

export const tasksOf = (tasks: readonly FamilyTask[], family: FamilyId): FamilyTask[] =>
  tasks.filter((task) => task.family_id === family || (task.kind === 'same' && task.other_id === family));

export const deleteFamilyTasks = async (table: Table, family: FamilyId): Promise<void> => {
  for (const task of tasksOf(await listFamilyTasks(table), family)) await deleteItem(table, keyOfTask(task));
};

/** Moves tasks about further families, with answers. The task about the two stays until the join ends. Idempotent. */
export const joinFamilyTasks = async (table: Table, { from, to }: FamilyJoin): Promise<void> => {
  for (const task of tasksOf(await listFamilyTasks(table), from)) {
    const other = task.kind === 'same' && (task.family_id === from ? task.other_id : task.family_id);
    if (other === to) continue;
    if (task.kind === 'same' && other)
      // Refused where the office is, or was, asked about these two.
      await sendTransaction(table, [
        familyTaskPut(table, { ...task, family_id: to, other_id: other }, { if: isNew }),
      ]);
    await deleteItem(table, keyOfTask(task));
  }
};
