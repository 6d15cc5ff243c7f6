import { matchRow } from '#shared/domain/bank/match-row';
import { balanceOf } from '#shared/domain/ledger/balance';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { addDays } from '#shared/domain/time/calendar';
import type { CheckedRow } from '#shared/schemas/bank-import';
import type { BankRow } from '#shared/schemas/bank-row';
import type { UserId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import { bankRowId, payerMark, readBankRowMarks } from '../../data/ledger/bank-rows.ts';
import { listLedgerEntries } from '../../data/ledger/entries.ts';
import { listLedgers } from '../../data/ledger/list-ledgers.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

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

/**
 * Says of rows of a bank file which were recorded before, and for which families the others are (BNK-02, BNK-03). Reads the
 * ledgers of all families, and the entries of those that are found.
 */
export const lookUpBankRows: Operation<'lookUpBankRows', AdminDeps> = async (
  { body: { rows } },
  { table },
) => {
  const [markOf, ledgers] = await Promise.all([
    readBankRowMarks(table, rows.map(bankRowId)),
    listLedgers(table),
  ]);
  const families = ledgers.filter(({ closing }) => !closing);
  const found = rows.map((row) => {
    const mark = markOf(bankRowId(row));
    const match = mark?.state === 'recorded' ? undefined : matchRow(row, families, payerMark(row.payer));
    return { row, state: mark?.state ?? ('new' as const), match };
  });
  const ids = [...new Set(found.flatMap(({ match }) => match?.parent_id ?? []))];
  const [profileOf, entries] = await Promise.all([
    readActiveProfiles(table, ids),
    Promise.all(
      ids.map(async (id): Promise<[UserId, LedgerEntry[]]> => [id, await listLedgerEntries(table, id)]),
    ),
  ]);
  const [ledgerOf, entriesOf] = [new Map(families.map((one) => [one.parent_id, one])), new Map(entries)];
  const describe = ({ row, state, match }: (typeof found)[number]): CheckedRow => {
    const ledger = match && ledgerOf.get(match.parent_id);
    const profile = match && profileOf(match.parent_id);
    if (!ledger || !profile) return { state, match: null };
    const { full_name } = profile;
    const { reference = null } = ledger;
    const is_repeated = isRepeated(row, entriesOf.get(match.parent_id) ?? []);
    return { state, match: { ...match, full_name, reference, balance: balanceOf(ledger), is_repeated } };
  };
  return { rows: found.map(describe) };
};
