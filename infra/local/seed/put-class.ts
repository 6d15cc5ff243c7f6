import { classPuts, type NewClass } from '#functions/data/classes/classes';
import { sendTransaction } from '#functions/data/dynamo/send-transaction';
import type { Table } from '#functions/data/table';

/**
 * Stores a class with its slots, all or nothing, without an administrator and a log entry: for sample data and tests.
 * @throws Error when the class exists
 */
export const putClass = async (table: Table, cls: NewClass): Promise<void> => {
  const { outcome } = await sendTransaction(table, classPuts(table, cls));
  if (outcome !== 'done') throw new Error(`The class could not be stored: ${outcome}`);
};
