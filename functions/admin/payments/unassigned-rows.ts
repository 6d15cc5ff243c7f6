import { toCalendarDate } from '#shared/domain/time/business-time';
import { pageSizes } from '#shared/limits';
import { auditEventPut } from '../../data/audit/activity.ts';
import { readBankRowMarks } from '../../data/ledger/bank-rows.ts';
import {
  getUnassignedRow,
  listUnassignedRows as readUnassignedRows,
  ignoreUnassignedRow as storeDecision,
} from '../../data/ledger/unassigned-rows.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { proposeFamilies, recordRow } from './bank-rows.ts';
import { checkPaymentDay } from './record-in-ledger.ts';

/** The rows that wait for an administrator, page by page, with the families that they may be for by now (BNK-03). */
export const listUnassignedRows: Operation<'listUnassignedRows', AdminDeps> = async (
  { query },
  { table, clock, timeZone },
) => {
  const rows = await readUnassignedRows(table);
  const from = Number(query.cursor ?? 0);
  const until = from + pageSizes.usual;
  const page = rows.slice(from, until);
  const proposals = await proposeFamilies(table, page, toCalendarDate(clock(), timeZone));
  return {
    rows: page.map((row, index) => ({ ...row, match: null, several: [], ...proposals[index] })),
    total: rows.length,
    next_cursor: until < rows.length ? String(until) : null,
  };
};

/**
 * Records an unassigned row as a payment of a family, once, whoever else decides about it (BNK-03).
 * @throws ProblemError rowDecided, parentNotFound, and invalidRequest for a day that is too long past
 */
export const assignUnassignedRow: Operation<'assignUnassignedRow', AdminDeps> = async (
  { caller, params, body: { parent_id, receipt } },
  deps,
) => {
  const name = { day: params.day, id: params.rowId };
  const [row, markOf] = await Promise.all([
    getUnassignedRow(deps.table, name),
    readBankRowMarks(deps.table, [name.id]),
  ]);
  if (!row) throw problem('rowDecided');
  checkPaymentDay(row.day, toCalendarDate(deps.clock(), deps.timeZone));
  const payment = { row, parentId: parent_id, method: row.method, receipt };
  const outcome = await recordRow(caller, markOf(name.id), payment, deps);
  if (outcome === 'gone') throw problem('parentNotFound');
  if (outcome === 'known') throw problem('rowDecided');
};

/**
 * Takes a row that is no payment of a family off the list, with the reason, once (BNK-03). Its text and payer are deleted.
 * @throws ProblemError rowDecided
 */
export const ignoreUnassignedRow: Operation<'ignoreUnassignedRow', AdminDeps> = async (
  { caller, params: { day, rowId }, body },
  { table, clock },
) => {
  const audit = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'bank-row.ignored',
    subject_id: rowId,
  });
  const outcome = await storeDecision(table, { day, id: rowId }, body.reason, [audit]);
  if (outcome === 'known') throw problem('rowDecided');
  if (outcome === 'busy') throw busy();
};
