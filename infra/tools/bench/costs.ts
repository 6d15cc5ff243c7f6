import { type RequestCost, unitsOf } from '#infra/testing/table/record-costs';
import { type MeasuredOperation, runOperations } from './operations.ts';
import { rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const writing = /^(?:Put|Update|Delete|BatchWrite|TransactWrite)/;

/** The billed units of an operation. */
export interface OperationCost {
  readonly readUnits: number;
  readonly writeUnits: number;
}

export const operationCost = (cost: readonly RequestCost[]): OperationCost => ({
  readUnits: unitsOf(cost.filter(({ operation }) => !writing.test(operation))),
  writeUnits: unitsOf(cost.filter(({ operation }) => writing.test(operation))),
});

const toRow = ({ name, result, cost }: MeasuredOperation) => {
  const { readUnits, writeUnits } = operationCost(cost);
  return {
    operation: name,
    result,
    'round trips': cost.length,
    requests: cost.map(({ operation }) => operation).join(' + '),
    'read units': rounded(readUnits),
    'write units': rounded(writeUnits),
    'of them on indexes': rounded(cost.reduce((sum, { indexUnits }) => sum + indexUnits, 0)),
  };
};

/** Round trips and capacity units of each operation, as the engine reports them for sample data. */
export const measureCosts = async (): Promise<Figures> => ({
  title: 'What each operation costs the database',
  method: 'ReturnConsumedCapacity of the local engine, each operation once, one after the other.',
  rows: (await runOperations()).map(toRow),
});
