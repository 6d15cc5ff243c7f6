import { matchRow } from '#shared/domain/bank/match-row';
import { balanceOf } from '#shared/domain/ledger/balance';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { addDays } from '#shared/domain/time/calendar';
import type { Proposal } from '#shared/schemas/bank-import';
import type { BankRow } from '#shared/schemas/bank-row';
import type { UserId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import { payerMark } from '../../data/ledger/bank-rows.ts';
import { listLedgerEntries } from '../../data/ledger/entries.ts';
import { listLedgers } from '../../data/ledger/list-ledgers.ts';
import type { Table } from '../../data/table.ts';

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
 * The families that rows are for, in the order of the rows (BNK-03); null where none is found. Reads the ledgers of all
 * families, and the entries of those that are found.
 */
export const proposeFamilies = async (
  table: Table,
  rows: readonly BankRow[],
): Promise<readonly (Proposal | null)[]> => {
  if (rows.length === 0) return [];
  const families = (await listLedgers(table)).filter(({ closing }) => !closing);
  const found = rows.map((row) => ({ row, match: matchRow(row, families, payerMark(row.payer)) }));
  const ids = [...new Set(found.flatMap(({ match }) => match?.parent_id ?? []))];
  const [profileOf, entries] = await Promise.all([
    readActiveProfiles(table, ids),
    Promise.all(
      ids.map(async (id): Promise<[UserId, LedgerEntry[]]> => [id, await listLedgerEntries(table, id)]),
    ),
  ]);
  const [ledgerOf, entriesOf] = [new Map(families.map((one) => [one.parent_id, one])), new Map(entries)];
  return found.map(({ row, match }): Proposal | null => {
    const ledger = match && ledgerOf.get(match.parent_id);
    const profile = match && profileOf(match.parent_id);
    if (!ledger || !profile) return null;
    const { full_name } = profile;
    const { reference = null } = ledger;
    const is_repeated = isRepeated(row, entriesOf.get(match.parent_id) ?? []);
    return { ...match, full_name, reference, balance: balanceOf(ledger), is_repeated };
  });
};
