import { cutText } from '#shared/domain/bank/bank-row-text';
import { matchRow, severalFamilies } from '#shared/domain/bank/match-row';
import { balanceOf } from '#shared/domain/ledger/balance';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { limits } from '#shared/limits';
import type { Proposal } from '#shared/schemas/bank-import';
import type { BankRow } from '#shared/schemas/bank-row';
import type { IdempotencyKey, UserId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import type { CalendarDate } from '#shared/schemas/values';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import {
  type BankRowMark,
  bankRowMarkPut,
  isDecided,
  payerMark,
  pressMark,
  readBankRowMarks,
} from '../../data/ledger/bank-rows.ts';
import { dueOfLedger } from '../../data/ledger/due-plans.ts';
import { listLedgerEntries } from '../../data/ledger/entries.ts';
import { getFamilyLedger } from '../../data/ledger/family-ledger.ts';
import { listLedgers } from '../../data/ledger/list-ledgers.ts';
import { keepUnassignedRow, unassignedRowDelete } from '../../data/ledger/unassigned-rows.ts';
import { getBankColumns, keepBankColumns as storeColumns } from '../../data/settings/bank-columns.ts';
import type { Table } from '../../data/table.ts';
import type { Caller } from '../../lib/http/caller.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, ProblemError } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { checkPaymentDay, tryRecording } from './record-in-ledger.ts';

/** Remembers the columns of files with a heading for the school (BNK-01). */
export const keepBankColumns: Operation<'keepBankColumns', AdminDeps> = async ({ body }, { table }) => {
  await storeColumns(table, body.heading, body.columns);
};

/** The columns of files with a heading, as an administrator named them last (BNK-01). */
export const lookUpBankColumns: Operation<'lookUpBankColumns', AdminDeps> = async ({ body }, { table }) => ({
  columns: (await getBankColumns(table, body.heading)) ?? null,
});

/** Says of rows of a bank file which were decided before, and for which families the others are (BNK-02, BNK-03). */
export const lookUpBankRows: Operation<'lookUpBankRows', AdminDeps> = async (
  { body: { rows } },
  { table, clock, timeZone },
) => {
  const markOf = await readBankRowMarks(
    table,
    rows.map(({ id }) => id),
  );
  const undecided = rows.filter((row) => !isDecided(markOf(row.id)));
  const proposals = await proposeFamilies(table, undecided, toCalendarDate(clock(), timeZone));
  return {
    rows: rows.map((row) => {
      const { state = 'new', reason = null } = markOf(row.id) ?? {};
      return { state, reason, ...(proposals[undecided.indexOf(row)] ?? nobody) };
    }),
  };
};

/**
 * Records rows of a bank file as payments, each once whoever sends it how often (BNK-02). One transaction for each row:
 * after a failure some are recorded, and the request can be sent again.
 */
export const recordBankRows: Operation<'recordBankRows', AdminDeps> = async ({ caller, body }, deps) => {
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  for (const { row } of body.rows) checkPaymentDay(row.day, today);
  const { method, receipt, press } = body;
  const outcomes: Awaited<ReturnType<typeof recordRow>>[] = [];
  // One after the other: several may be of one family, whose ledger each of them changes.
  for (const { row, parent_id } of body.rows) {
    const mark = (await readBankRowMarks(deps.table, [row.id]))(row.id);
    const payment = { row, parentId: parent_id, method, receipt, press };
    outcomes.push(await recordRow(caller, mark, payment, deps));
  }
  return { outcomes };
};

/**
 * Puts rows of a bank file on the list of those to assign, each once whoever sends it how often; a row that was decided
 * before stays off it (BNK-03). One transaction for each row: the request can be sent again after a failure.
 */
export const keepBankRows: Operation<'keepBankRows', AdminDeps> = async (
  { body: { rows, method } },
  { table, clock, timeZone },
) => {
  const today = toCalendarDate(clock(), timeZone);
  for (const { day } of rows) checkPaymentDay(day, today);
  const markOf = await readBankRowMarks(
    table,
    rows.map(({ id }) => id),
  );
  const keep = async (row: (typeof rows)[number]): Promise<'unassigned' | 'known'> => {
    const outcome = await keepUnassignedRow(table, row, method, markOf(row.id));
    if (outcome === 'busy') throw busy();
    return outcome;
  };
  return { outcomes: await Promise.all(rows.map(keep)) };
};

/** A ledger is read with those of all families: it stays small. */
const payersPerFamily = 10;

interface RowPayment {
  readonly row: BankRow;
  readonly parentId: UserId;
  readonly method: Extract<LedgerEntry, { kind: 'payment' }>['method'];
  readonly receipt: boolean;
  /** Of an import: one press is sent again after a lost answer. */
  readonly press?: IdempotencyKey;
}

/**
 * Records a row as a payment, unless it was decided before: its mark is stored in the transaction of the payment, which also
 * takes an unassigned row off the list (BNK-02, BNK-03).
 */
export const recordRow = async (
  caller: Caller,
  mark: BankRowMark | undefined,
  { row, parentId, method, receipt, press }: RowPayment,
  deps: AdminDeps,
): Promise<'recorded' | 'known' | 'gone'> => {
  const by = press && pressMark(press);
  const outcomeOf = (known: BankRowMark | undefined) =>
    by !== undefined && known?.state === 'recorded' && known.press === by ? 'recorded' : 'known';
  if (isDecided(mark)) return outcomeOf(mark);
  const { table } = deps;
  const { id, day, amount } = row;
  const times = (mark?.times ?? 0) + 1;
  const ledger = await getFamilyLedger(table, parentId);
  const recording = tryRecording({ caller, parentId }, deps, 'entry.recorded', ({ common }) => ({
    entry: {
      kind: 'payment',
      ...{ day, amount, method, ...common },
      cause: { type: 'row', row: id, time: times },
      booking_id: null,
      class: null,
    },
    note: cutText(row.text, limits.entryNoteLength) || null,
    receipt,
    payer: (ledger?.payers.size ?? 0) < payersPerFamily ? payerMark(row.payer) : undefined,
    writes: [
      bankRowMarkPut(table, { id, day, mark }, { state: 'recorded', times, press: by }),
      ...(mark?.state === 'unassigned' ? [unassignedRowDelete(table, { id, day: mark.day ?? day })] : []),
    ],
  }));
  try {
    if ((await recording).isNew) return 'recorded';
    return outcomeOf((await readBankRowMarks(table, [id]))(id));
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'parentNotFound') return 'gone';
    throw error;
  }
};

/** A payment that was entered by hand may have another day than the bank's. */
const repeatedWithinDays = 3;

/** Whether a family has a payment like a row, which was not taken back. */
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

/** For whom a row is: one family, or several whose references it has. */
interface ProposedFamilies {
  readonly match: Proposal | null;
  readonly several: string[];
}
const nobody: ProposedFamilies = { match: null, several: [] };

/**
 * The families that rows are for, in the order of the rows (BNK-03). Reads the ledgers of all families, and the entries of those
 * that are found.
 */
export const proposeFamilies = async (
  table: Table,
  rows: readonly BankRow[],
  today: CalendarDate,
): Promise<readonly ProposedFamilies[]> => {
  if (rows.length === 0) return [];
  const families = (await listLedgers(table))
    .filter(({ closing }) => !closing)
    .map((ledger) => ({ ...ledger, due: dueOfLedger(ledger, today).due }));
  const found = rows.map((row) => ({
    row,
    match: matchRow(row, families, payerMark(row.payer)),
    several: severalFamilies(row, families).map(({ parent_id }) => parent_id),
  }));
  const ids = [...new Set(found.flatMap(({ match }) => match?.parent_id ?? []))];
  const [profileOf, entries] = await Promise.all([
    readActiveProfiles(table, [...new Set([...ids, ...found.flatMap(({ several }) => several)])]),
    Promise.all(
      ids.map(async (id): Promise<[UserId, LedgerEntry[]]> => [id, await listLedgerEntries(table, id)]),
    ),
  ]);
  const [ledgerOf, entriesOf] = [new Map(families.map((one) => [one.parent_id, one])), new Map(entries)];
  return found.map(({ row, match, several }): ProposedFamilies => {
    const names = several.flatMap((id) => profileOf(id)?.full_name ?? []);
    const ledger = match && ledgerOf.get(match.parent_id);
    const profile = match && profileOf(match.parent_id);
    if (!ledger || !profile) return { match: null, several: names };
    const { full_name } = profile;
    const { reference = null } = ledger;
    const is_repeated = isRepeated(row, entriesOf.get(match.parent_id) ?? []);
    const dues = { balance: balanceOf(ledger), due: ledger.due };
    return { match: { ...match, full_name, reference, ...dues, is_repeated }, several: names };
  });
};
