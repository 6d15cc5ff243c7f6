import type { BankRowRoutes } from '#shared/bank/admin-routes';
import {
  type CheckedRow,
  matchRow,
  type Proposal,
  type RowShare,
  severalFamilies,
} from '#shared/bank/import';
import { balanceOf } from '#shared/ledger/balance';
import { type LedgerEntry, ledgerEntryKey } from '#shared/ledger/entry';
import { type BankRow, cutText } from '#shared/ledger/references';
import { toCalendarDate } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import type { FamilyId, IdempotencyKey } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import type { CalendarDate } from '#shared/lib/values';
import { limits, pageSizes } from '#shared/limits';
import { readActiveFamilies } from '../accounts/stored-families.ts';
import { dueOfLedger } from '../ledger/due-plans.ts';
import { listLedgerEntries } from '../ledger/entries.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { type LedgerOf, listLedgers } from '../ledger/list-ledgers.ts';
import { checkPaymentDay, type EntryContext, type EntryToRecord, tryRecordingAll } from '../ledger/steps.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Caller } from '../lib/http/caller.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, ProblemError, problem } from '../lib/http/problem-error.ts';
import type { Table } from '../lib/table.ts';
import { auditEventPut } from '../school/activity.ts';
import {
  type BankRowClaim,
  bankRowClaimPut,
  getBankColumns,
  getUnassignedRow,
  isDecided,
  keepUnassignedRow,
  payerHash,
  pressRef,
  readBankRowClaims,
  listUnassignedRows as readUnassignedRows,
  keepBankColumns as storeColumns,
  ignoreUnassignedRow as storeDecision,
  unassignedRowDelete,
} from './bank-rows.ts';

export const keepBankColumns: Operation<BankRowRoutes['keepBankColumns'], AdminDeps> = async (
  { body },
  { table },
) => {
  await storeColumns(table, body.heading, body.columns);
};

export const lookUpBankColumns: Operation<BankRowRoutes['lookUpBankColumns'], AdminDeps> = async (
  { body },
  { table },
) => ({
  columns: (await getBankColumns(table, body.heading)) ?? null,
});

export const lookUpBankRows: Operation<BankRowRoutes['lookUpBankRows'], AdminDeps> = async (
  { body: { rows } },
  { table, clock, timeZone },
) => {
  const claimOf = await readBankRowClaims(
    table,
    rows.map(({ id }) => id),
  );
  const undecided = rows.filter((row) => !isDecided(claimOf(row.id)));
  const proposals = await proposeFamilies(table, undecided, toCalendarDate(clock(), timeZone));
  return {
    rows: rows.map((row) => {
      const claim = claimOf(row.id);
      const [state, reason] = claim ? [claim.state, claim.reason ?? null] : ['new' as const, null];
      return { state, reason, ...(proposals[undecided.indexOf(row)] ?? nobody) };
    }),
  };
};

/** Each once, also split (BNK-02, BNK-05). One transaction for each row: the request can be repeated after a failure. */
export const recordBankRows: Operation<BankRowRoutes['recordBankRows'], AdminDeps> = async (
  { caller, body },
  deps,
) => {
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  for (const { row } of body.rows) checkPaymentDay(row.day, today);
  const { method, receipt, press } = body;
  const whole = body.rows.flatMap((asked) => ('parts' in asked ? [] : asked));
  const ofSeveral = new Set<object>(await rowsOfSeveral(deps.table, whole));
  const outcomes: Awaited<ReturnType<typeof recordRow>>[] = [];
  // In series, since several rows may change one ledger.
  for (const asked of body.rows) {
    const { row } = asked;
    const parts = 'parts' in asked ? asked.parts : [{ parent_id: asked.parent_id, amount: row.amount }];
    const claim = (await readBankRowClaims(deps.table, [row.id]))(row.id);
    const payment = { row, parts, isOfSeveral: ofSeveral.has(asked), method, receipt, press };
    outcomes.push(await recordRow(caller, claim, payment, deps));
  }
  return { outcomes };
};

/** Each once, unless decided before (BNK-03). One transaction for each row, so that the request can be repeated. */
export const keepBankRows: Operation<BankRowRoutes['keepBankRows'], AdminDeps> = async (
  { body: { rows, method } },
  { table, clock, timeZone },
) => {
  const today = toCalendarDate(clock(), timeZone);
  for (const { day } of rows) checkPaymentDay(day, today);
  const claimOf = await readBankRowClaims(
    table,
    rows.map(({ id }) => id),
  );
  const keep = async (row: (typeof rows)[number]): Promise<'unassigned' | 'known'> => {
    const { outcome } = await keepUnassignedRow(table, row, method, claimOf(row.id));
    if (outcome === 'busy') throw busy();
    return outcome;
  };
  return { outcomes: await Promise.all(rows.map(keep)) };
};

const payersPerFamily = 10;

interface RowPayment {
  readonly row: BankRow;
  readonly parts: readonly RowShare[];
  readonly isOfSeveral: boolean;
  readonly method: Extract<LedgerEntry, { kind: 'payment' }>['method'];
  readonly receipt: boolean;
  readonly press?: IdempotencyKey;
}

/** Unless the row was decided (BNK-02, BNK-03, BNK-05). The same transaction removes it from the list. */
const recordRow = async (
  caller: Caller,
  claim: BankRowClaim | undefined,
  { row, parts, isOfSeveral, method, receipt, press }: RowPayment,
  deps: AdminDeps,
): Promise<'recorded' | 'known' | 'several' | 'gone'> => {
  const by = press && pressRef(press);
  const outcomeOf = (known: BankRowClaim | undefined) =>
    by !== undefined && known?.state === 'recorded' && known.press === by ? 'recorded' : 'known';
  if (isDecided(claim)) return outcomeOf(claim);
  if (isOfSeveral) return 'several';
  const { table } = deps;
  const { id, day } = row;
  const times = (claim?.times ?? 0) + 1;
  const split = parts.length > 1 ? { parts: parts.length } : claim?.is_part && { is_part: claim.is_part };
  // The text of a split row names the other families.
  const note =
    parts.length > 1
      ? `Part of a payment of ${formatCents(row.amount)}`
      : cutText(row.text, limits.entryNoteLength);
  const makes = parts.map(({ parent_id: parentId, amount }) => ({
    parentId,
    make: async ({ common }: EntryContext): Promise<EntryToRecord> => {
      const ledger = await getFamilyLedger(table, parentId);
      return {
        entry: {
          kind: 'payment',
          day,
          amount,
          method,
          ...common,
          cause: { type: 'row', row: id, time: times, ...split },
          booking_id: null,
          class: null,
        },
        note: note || null,
        receipt,
        payer: (ledger?.payers.size ?? 0) < payersPerFamily ? payerHash(row.payer) : undefined,
      };
    },
  }));
  const recording = tryRecordingAll(caller, deps, 'entry.recorded', makes, [
    bankRowClaimPut(table, { id, day, claim }, { state: 'recorded', times, press: by, ...split }),
    ...(claim?.state === 'unassigned' ? [unassignedRowDelete(table, { id, day: claim.day ?? day })] : []),
  ]);
  try {
    if ((await recording).isNew) return 'recorded';
    return outcomeOf((await readBankRowClaims(table, [id]))(id));
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'parentNotFound') return 'gone';
    throw error;
  }
};

/** A payment that was entered by hand may have another day than the bank's. */
const repeatedWithinDays = 3;

/** Whether the family has such a payment already. */
const isRepeated = ({ day, amount }: BankRow, entries: readonly LedgerEntry[]): boolean => {
  const taken = new Set(entries.flatMap(({ cause }) => (cause.type === 'counter' ? cause.entry : [])));
  const [from, until] = [addDays(day, -repeatedWithinDays), addDays(day, repeatedWithinDays)];
  return entries.some(
    (entry) =>
      entry.kind === 'payment' &&
      entry.amount === amount &&
      entry.day >= from &&
      entry.day <= until &&
      !taken.has(ledgerEntryKey(entry.cause)),
  );
};

const openLedgers = async (table: Table): Promise<LedgerOf[]> =>
  (await listLedgers(table)).filter(({ closing }) => !closing);

interface AskedRow {
  readonly row: BankRow;
  readonly whole: boolean;
}

/** Rows with the references of several families that nobody assigned to one (BNK-05). */
const rowsOfSeveral = async <Asked extends AskedRow>(
  table: Table,
  rows: readonly Asked[],
): Promise<ReadonlySet<Asked>> => {
  const open = rows.filter(({ whole }) => !whole);
  if (open.length === 0) return new Set();
  const families = await openLedgers(table);
  return new Set(open.filter(({ row }) => severalFamilies(row, families).length > 0));
};

interface ProposedFamilies {
  readonly match: Proposal | null;
  readonly several: CheckedRow['several'];
}
const nobody: ProposedFamilies = { match: null, several: [] };

/** The families for rows, in the order of the rows (BNK-03). Reads all ledgers, and the entries of the families found. */
const proposeFamilies = async (
  table: Table,
  rows: readonly BankRow[],
  today: CalendarDate,
): Promise<readonly ProposedFamilies[]> => {
  if (rows.length === 0) return [];
  const families = (await openLedgers(table)).map((ledger) => ({
    ...ledger,
    due: dueOfLedger(ledger, today).due,
  }));
  const found = rows.map((row) => ({
    row,
    match: matchRow(row, families, payerHash(row.payer)),
    several: severalFamilies(row, families).map(({ parent_id }) => parent_id),
  }));
  const ids = [...new Set(found.flatMap(({ match }) => match?.parent_id ?? []))];
  const [familyOf, entries] = await Promise.all([
    readActiveFamilies(table, [...new Set([...ids, ...found.flatMap(({ several }) => several)])]),
    Promise.all(
      ids.map(async (id): Promise<[FamilyId, LedgerEntry[]]> => [id, await listLedgerEntries(table, id)]),
    ),
  ]);
  const [ledgerOf, entriesOf] = [new Map(families.map((one) => [one.parent_id, one])), new Map(entries)];
  return found.map(({ row, match, several }): ProposedFamilies => {
    const named = several.flatMap((parent_id) => {
      const of = familyOf(parent_id);
      const { reference = null } = ledgerOf.get(parent_id) ?? {};
      return of ? { parent_id, full_name: of.full_name, reference } : [];
    });
    const ledger = match && ledgerOf.get(match.parent_id);
    const family = match && familyOf(match.parent_id);
    if (!ledger || !family) return { match: null, several: named };
    const { full_name } = family;
    const { reference = null } = ledger;
    const is_repeated = isRepeated(row, entriesOf.get(match.parent_id) ?? []);
    const dues = { balance: balanceOf(ledger), due: ledger.due };
    return { match: { ...match, full_name, reference, ...dues, is_repeated }, several: named };
  });
};

export const listUnassignedRows: Operation<BankRowRoutes['listUnassignedRows'], AdminDeps> = async (
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
 * Records an unassigned row as a payment, once (BNK-03).
 * @throws ProblemError rowDecided, severalFamilies, parentNotFound, and invalidRequest for a day that is too long past
 */
export const assignUnassignedRow: Operation<BankRowRoutes['assignUnassignedRow'], AdminDeps> = async (
  { caller, params, body: { parent_id, whole, receipt } },
  deps,
) => {
  const name = { day: params.day, id: params.rowId };
  const [row, claimOf] = await Promise.all([
    getUnassignedRow(deps.table, name),
    readBankRowClaims(deps.table, [name.id]),
  ]);
  if (!row) throw problem('rowDecided');
  checkPaymentDay(row.day, toCalendarDate(deps.clock(), deps.timeZone));
  const isOfSeveral = (await rowsOfSeveral(deps.table, [{ row, whole }])).size > 0;
  const parts = [{ parent_id, amount: row.amount }];
  const payment = { row, parts, isOfSeveral, method: row.method, receipt };
  const outcome = await recordRow(caller, claimOf(name.id), payment, deps);
  if (outcome === 'gone') throw problem('parentNotFound');
  if (outcome === 'several') throw problem('severalFamilies');
  if (outcome === 'known') throw problem('rowDecided');
};

export const ignoreUnassignedRow: Operation<BankRowRoutes['ignoreUnassignedRow'], AdminDeps> = async (
  { caller, params: { day, rowId }, body },
  { table, clock },
) => {
  const audit = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'bank-row.ignored',
    subject_id: rowId,
  });
  const { outcome } = await storeDecision(table, { day, id: rowId }, body.reason, [audit]);
  if (outcome === 'known') throw problem('rowDecided');
  if (outcome === 'busy') throw busy();
};
