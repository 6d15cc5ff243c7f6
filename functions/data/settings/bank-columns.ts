import { type BankColumns, bankColumnsSchema } from '#shared/schemas/bank-columns';
import { getItem } from '../dynamo/get-item.ts';
import { bankColumnsKey } from '../dynamo/keys/settings.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { putItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

/** The columns that were named last for the files with a heading (BNK-01). One consistent read. */
export const getBankColumns = (table: Table, heading: string): Promise<BankColumns | undefined> =>
  getItem(table, {
    key: bankColumnsKey(heading),
    fromItem: ({ columns }) => bankColumnsSchema.parse(columns),
  });

/** Stores the columns of the files with a heading. Who names them last counts. */
export const keepBankColumns = async (table: Table, heading: string, columns: BankColumns): Promise<void> => {
  const Item = { ...bankColumnsKey(heading), [entityAttribute]: 'bank-columns', columns };
  await putItem(table, { TableName: table.name, Item });
};
