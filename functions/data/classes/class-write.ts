import type { ManagedClass } from '#shared/schemas/class-input';
import { classKey } from '../dynamo/keys/classes.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { setAttributes } from '../dynamo/set-attributes.ts';
import type { Table } from '../table.ts';

/**
 * The write that sets some attributes of a class, removes others and raises its version; refused where the class was
 * changed, or its deletion begun, since it was read.
 */
export const classUpdate = (
  table: Table,
  { id, version }: Pick<ManagedClass, 'id' | 'version'>,
  set: Readonly<Record<string, unknown>>,
  remove: readonly string[],
): Write => {
  const { ExpressionAttributeValues, ...update } = setAttributes({ ...set, version: version + 1 }, remove);
  return {
    Update: {
      TableName: table.name,
      Key: classKey(id),
      ConditionExpression: 'attribute_exists(PK) AND #version = :version AND attribute_not_exists(deleting)',
      ...update,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':version': version },
    },
  };
};
