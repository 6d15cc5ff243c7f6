import { type RequestCost, unitsOf } from '#infra/testing/table/record-costs';
import { ascending } from '#shared/domain/lists/ascending';
import type { MeasuredOperation } from './operations.ts';
import { rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const writing = /^(?:Put|Update|Delete|BatchWrite|TransactWrite)/;

/** The requests of an operation, counted by kind: `BatchGetItem, 3 Query`. */
const requestsOf = (cost: readonly RequestCost[]): string =>
  [...Map.groupBy(cost, ({ operation }) => operation)]
    .sort(([one], [other]) => ascending(one, other))
    .map(([kind, { length }]) => (length > 1 ? `${length} ${kind}` : kind))
    .join(', ');

const toRow = ({ name, result, cost }: MeasuredOperation) => ({
  operation: name,
  result,
  requests: requestsOf(cost),
  'read units': rounded(unitsOf(cost.filter(({ operation }) => !writing.test(operation)))),
  'write units': rounded(unitsOf(cost.filter(({ operation }) => writing.test(operation)))),
  'of both on indexes': rounded(cost.reduce((sum, { indexUnits }) => sum + indexUnits, 0)),
});

/** Requests and capacity units of each operation, as the engine reports them for sample data. */
export const costFigures = (operations: readonly MeasuredOperation[]): Figures => ({
  title: 'What each operation costs the database',
  method: 'ReturnConsumedCapacity of the local engine, each operation once, one after the other.',
  rows: operations.map(toRow),
});
